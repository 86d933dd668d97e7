/** A Chromium for pictures and for the tests of the page: installed, else from a package, else downloaded. */
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

/** As CHROME_PATH: the package's browser, even where another is installed. */
export const packaged = 'package'

/** As CHROME_PATH: the one that playwright-core downloads. */
const downloaded = 'download'

const howToGetOne =
  'There is no Chromium or Chrome at the usual places, the one that npm brings runs on Linux (x64) only, and none could be downloaded. Install one (brew install --cask chromium, apt install chromium, or google.com/chrome), or name yours: CHROME_PATH=/path/to/chrome'

/** What pictures are drawn in: the same zone, language and sharpness everywhere. */
export const pictureSettings = { timezoneId: 'Europe/Paris', locale: 'en-US', deviceScaleFactor: 1 } as const

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  // The same edges of letters everywhere, and fewer colours in a picture.
  '--disable-lcd-text',
  '--font-render-hinting=none',
]

/**
 * Starts a browser. Rejects with what to do when there is none.
 * @param wanted path of one, `package` or `download`; CHROME_PATH unless told. Empty: one that is installed, else the
 * package's, else one that is downloaded.
 */
export async function openBrowser(wanted = process.env.CHROME_PATH ?? ''): Promise<Browser> {
  if (wanted === downloaded) return openOrExplain()
  if (wanted !== '' && wanted !== packaged) {
    if (!existsSync(wanted)) throw new Error(`CHROME_PATH is ${wanted}, and there is nothing.`)
    return chromium.launch({ executablePath: wanted, args })
  }
  const installed = wanted === packaged ? undefined : usualPlaces.find((path) => existsSync(path))
  if (installed === undefined) return openPackaged()
  // What stands there may be a stub that only tells how to install the real one.
  return chromium.launch({ executablePath: installed, args }).catch(openPackaged)
}

/** Where the package's browser does not run, one is downloaded. */
async function openPackaged(): Promise<Browser> {
  const brought = await packagedBrowser()
  return brought === null ? openOrExplain() : chromium.launch({ ...brought, args })
}

const openOrExplain = (): Promise<Browser> =>
  openDownloaded({ args }).catch((cause: unknown) => {
    throw new Error(howToGetOne, { cause })
  })
