/** The Chromium inside the npm package `@sparticuz/chromium`, unpacked once into `node_modules/.cache`. */
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

/** How to start it, or `null` on anything but Linux x64, the only platform it supports. Rejects if unpacking fails. */
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
      // The package ships every library it needs besides the C library, because small images have none of them.
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
    },
  }
}

/** Test files may do this concurrently. Each unpacks into its own folder, and the first to finish renames it. */
async function unpack(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'chromium-'))
  try {
    // The package unpacks into its process's temporary folder, so it runs in a child process with its own.
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
