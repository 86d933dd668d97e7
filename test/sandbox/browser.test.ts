import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { listening } from '../listening.ts'
import { run } from '../processes.ts'

it('a machine without a browser downloads one and says so; if that fails, it says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browsers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const asked: string[] = []
  /** A download server for browsers that has none. */
  const source = await listening((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  })
  const module = pathToFileURL(join(import.meta.dirname, '../../sandbox/browser.ts')).href
  const script = `import(${JSON.stringify(module)}).then(({ openBrowser }) => openBrowser()).catch(({ message }) => {
    console.log(message)
    process.exitCode = 1
  })`
  const { code, output, errors } = await run(['-e', script], {
    env: {
      CHROME_PATH: 'download',
      PLAYWRIGHT_BROWSERS_PATH: folder,
      PLAYWRIGHT_DOWNLOAD_HOST: source,
    },
  }).ended
  expect(code).toBe(1)
  expect(errors).toContain('playwright-core downloads one for the tests')
  expect(asked.join('\n')).toContain('chrome-headless-shell')
  expect(output).toContain('CHROME_PATH=/path/to/chrome')
})
