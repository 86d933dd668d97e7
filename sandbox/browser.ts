/** Finds a Chromium for screenshots and browser tests: an installed one, else the npm package's, else a download. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { openDownloaded } from './browser-download.ts'
import { packagedBrowser } from './browser-package.ts'

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
