/** The Chromium inside the npm package `@sparticuz/chromium`, unpacked once and kept beside the packages. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = join(import.meta.dirname, '../node_modules/.cache')

interface Launch {
  readonly executablePath: string
  readonly env: Record<string, string>
}

/** How to start it; `null` where it does not run: it is made for Linux on x64. Rejects when it can't be unpacked. */
export async function packagedBrowser(): Promise<Launch | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const about = fileURLToPath(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(await readFile(about, 'utf8')) as { version: string }
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? folder,
      // What it needs beside the C library comes with it: a small image has none of that.
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
    },
  }
}

/** Several test files may do this at once: each unpacks into a folder of its own, and the first to finish names it. */
async function unpack(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'chromium-'))
  try {
    // The package unpacks into the folder for temporary files, whichever that is to its process.
    const child = fork(join(import.meta.dirname, 'browser-unpack.ts'), {
      env: { PATH: process.env.PATH, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error('The browser inside @sparticuz/chromium could not be unpacked.')
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
