import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const asked: string[] = []
/** A download server for browsers that has none. */
const source = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(404).end()
})
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browsers-'))
  source.listen(0, '127.0.0.1')
  await once(source, 'listening')
})
afterAll(async () => {
  source.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a machine without a browser', () => {
  it('downloads one with playwright-core and says so; if that fails, it says what to do', async () => {
    const { port } = source.address() as AddressInfo
    const module = pathToFileURL(join(import.meta.dirname, '../../sandbox/browser.ts')).href
    const script = `import(${JSON.stringify(module)}).then(({ openBrowser }) => openBrowser()).catch(({ message }) => {
      console.log(message)
      process.exitCode = 1
    })`
    const child = spawn(process.execPath, ['-e', script], {
      env: {
        ...process.env,
        CHROME_PATH: 'download',
        PLAYWRIGHT_BROWSERS_PATH: folder,
        PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${port}`,
      },
    })
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    expect(code).toBe(1)
    expect(errors).toContain('playwright-core downloads one for the tests')
    expect(asked.join('\n')).toContain('chrome-headless-shell')
    expect(output).toContain('CHROME_PATH=/path/to/chrome')
  })
})
