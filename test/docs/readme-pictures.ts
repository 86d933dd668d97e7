/** The README's pictures: the weekly digest in the demo's workspace, and exhibits of the gallery. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { pictureSettings } from '../../sandbox/browser.ts'
import { startStage } from '../../sandbox/demo/stage.ts'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { startGallery } from '../gallery/server.ts'
import { smallPng } from './small-png.ts'

/** Each is a file of docs/images. */
const exhibits = [
  { name: 'visibility-own-change', colorScheme: 'light' },
  { name: 'task', colorScheme: 'dark' },
] as const

const still = { animations: 'disabled', caret: 'hide' } as const
const save = (name: string, png: Buffer) =>
  writeFile(join(import.meta.dirname, `../../docs/images/${name}.png`), smallPng(png))
const open = (browser: Browser, more: BrowserContextOptions) =>
  browser.newPage({ ...pictureSettings, ...more })

export async function drawReadmePictures(browser: Browser): Promise<void> {
  await drawDigest(browser)
  await drawExhibits(browser)
}

/** Plays the demo in a week in which the own brand has moved, up to its digest. */
async function drawDigest(browser: Browser): Promise<void> {
  const stage = await startStage({ now: Temporal.Instant.from('2026-11-02T07:00:00Z') })
  try {
    await digestStep(stage)
    const page = await open(browser, { colorScheme: 'light', viewport: { width: 1180, height: 1100 } })
    await page.goto(stage.slack.url)
    await page.getByText('brands are in the thread').first().waitFor()
    await save('digest', await page.screenshot(still))
  } finally {
    await stage.stop()
  }
}

async function drawExhibits(browser: Browser): Promise<void> {
  const gallery = await startGallery()
  try {
    for (const { name, colorScheme } of exhibits) {
      // Below 900 the list of sections leaves, and an exhibit has the whole width.
      const page = await open(browser, { colorScheme, viewport: { width: 800, height: 2400 } })
      await page.goto(gallery.url)
      await page.getByRole('searchbox').fill(name)
      await save(name, await page.locator(`#${name} .exhibit-frame`).screenshot(still))
      await page.close()
    }
  } finally {
    await gallery.stop()
  }
}
