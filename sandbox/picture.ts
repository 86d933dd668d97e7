/**
 * `npm run picture`: takes the README's picture, the weekly digest on the demo's page, in a Chromium or Chrome that is
 * installed (or the one that CHROME_PATH names).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startStage } from './demo/stage.ts'
import { digestStep } from './demo/tour.ts'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const picture = join(import.meta.dirname, '../docs/images/digest.png')

const executablePath = [process.env.CHROME_PATH ?? '', ...usualPlaces].find((path) => existsSync(path))
if (executablePath === undefined) {
  process.stderr.write('No Chromium or Chrome found. Install one, or name it in CHROME_PATH.\n')
  process.exit(1)
}

const stage = await startStage({})
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
try {
  await digestStep(stage)
  const page = await browser.newPage({
    viewport: { width: 1180, height: 1880 },
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
  })
  await page.goto(stage.slack.url)
  await page.getByText('Recommended actions').first().waitFor()
  await page.screenshot({ path: picture })
  process.stdout.write(`${picture}\n`)
} finally {
  await browser.close()
  await stage.stop()
}
