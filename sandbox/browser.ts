/** A Chromium for pictures: one that is installed, since a browser is nothing that this project brings along. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const howToGetOne =
  'There is no Chromium or Chrome at the usual places. Install one (apt install chromium, brew install --cask chromium, or google.com/chrome), or name yours: CHROME_PATH=/path/to/chrome npm run pictures'

/** What pictures are drawn in: the same zone, language and sharpness everywhere. */
export const pictureSettings = { timezoneId: 'Europe/Paris', locale: 'en-US', deviceScaleFactor: 1 } as const

/** Starts the browser that CHROME_PATH names, else one that is installed. Rejects with what to do when there is none. */
export async function openBrowser(): Promise<Browser> {
  const named = process.env.CHROME_PATH
  const executablePath = (named ? [named] : usualPlaces).find((path) => existsSync(path))
  if (executablePath === undefined)
    throw new Error(named ? `CHROME_PATH is ${named}, and there is nothing.` : howToGetOne)
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      // The same edges of letters everywhere, and fewer colours in a picture.
      '--disable-lcd-text',
      '--font-render-hinting=none',
    ],
  })
}
