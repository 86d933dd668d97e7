/** The README's picture: the weekly digest in the demo's channel, with the workspace around it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { pictureSettings } from '../../sandbox/browser.ts'
import { startStage } from '../../sandbox/demo/stage.ts'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { smallPng } from './small-png.ts'

const file = join(import.meta.dirname, '../../docs/images/digest.png')

/** Plays the demo in a week in which the own brand has moved, up to its digest. */
export async function drawReadmePicture(browser: Browser): Promise<void> {
  const stage = await startStage({ now: Temporal.Instant.from('2026-11-02T07:00:00Z') })
  try {
    await digestStep(stage)
    const page = await browser.newPage({
      ...pictureSettings,
      colorScheme: 'light',
      viewport: { width: 1180, height: 1960 },
    })
    await page.goto(stage.slack.url)
    await page.getByText('Recommended actions').first().waitFor()
    await writeFile(file, smallPng(await page.screenshot({ animations: 'disabled', caret: 'hide' })))
  } finally {
    await stage.stop()
  }
}
