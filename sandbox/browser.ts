/** Finds a Chromium for screenshots and browser tests: an installed one, else the npm package's, else a download. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

// The Chromium inside the npm package `@sparticuz/chromium`, unpacked once into `node_modules/.cache`.

const cache = join(import.meta.dirname, '../node_modules/.cache')

interface Launch {
  readonly executablePath: string
  readonly env: Record<string, string>
}

/** How to start it, or `null` on anything but Linux x64, the only platform it supports. Rejects if unpacking fails. */
async function packagedBrowser(): Promise<Launch | null> {
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

// Uses playwright-core's own installer to download a Chromium for this machine.

/** Starts the downloaded browser, downloading it first if needed. Rejects if the download fails. */
async function openDownloaded(options: LaunchOptions): Promise<Browser> {
  try {
    return await chromium.launch(options)
  } catch (error) {
    if (!String(error).includes("Executable doesn't exist")) throw error
  }
  console.error(
    'There is no Chromium or Chrome on this machine: playwright-core downloads one for the tests.',
  )
  await download()
  return chromium.launch(options)
}

async function download(): Promise<void> {
  const cli = join(fileURLToPath(import.meta.resolve('playwright-core/package.json')), '../cli.js')
  const args = [cli, 'install', '--only-shell', '--no-progress', 'chromium']
  // The installer's output goes to stderr, because a command's stdout must contain only its result.
  const [code] = await once(spawn(process.execPath, args, { stdio: ['ignore', 2, 2] }), 'exit')
  if (code !== 0) throw new Error('playwright-core could not download a browser.')
}

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Value of CHROME_PATH: use the package's browser even if another is installed. */
export const packaged = 'package'

/** Value of CHROME_PATH: use the browser that playwright-core downloads. */
const downloaded = 'download'

const howToGetOne =
  "No Chromium or Chrome found. The npm package's browser runs only on Linux x64, and the download failed. Install one (brew install --cask chromium, apt install chromium, or google.com/chrome), or set CHROME_PATH=/path/to/chrome"

/** Screenshots use the same time zone, language and pixel density on every machine. */
export const pictureSettings = { timezoneId: 'Europe/Paris', locale: 'en-US', deviceScaleFactor: 1 } as const

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  // Render letter edges the same everywhere, with fewer colours in a picture.
  '--disable-lcd-text',
  '--font-render-hinting=none',
]

/**
 * Starts a browser. If there is none, rejects with instructions for getting one.
 * @param wanted a path, `package` or `download`; defaults to CHROME_PATH. Empty: an installed browser, else the
 * package's, else a download.
 */
export async function openBrowser(wanted = process.env.CHROME_PATH ?? ''): Promise<Browser> {
  if (wanted === downloaded) return openOrExplain()
  if (wanted !== '' && wanted !== packaged) {
    if (!existsSync(wanted)) throw new Error(`CHROME_PATH is ${wanted}, but there is no such file.`)
    return chromium.launch({ executablePath: wanted, args })
  }
  const installed = wanted === packaged ? undefined : usualPlaces.find((path) => existsSync(path))
  if (installed === undefined) return openPackaged()
  // The installed file may be a stub that only explains how to install the real browser.
  return chromium.launch({ executablePath: installed, args }).catch(openPackaged)
}

/** Downloads a browser where the package's does not run. */
async function openPackaged(): Promise<Browser> {
  const brought = await packagedBrowser()
  return brought === null ? openOrExplain() : chromium.launch({ ...brought, args })
}

const openOrExplain = (): Promise<Browser> =>
  openDownloaded({ args }).catch((cause: unknown) => {
    throw new Error(howToGetOne, { cause })
  })
