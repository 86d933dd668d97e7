/** Draws exhibits as the sandbox's page shows them. */
import { writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { pictureSettings } from '../../sandbox/browser.ts'
import { createStill } from '../../sandbox/slack/page/server.ts'
import { fileOf, type Picture, type Theme } from './catalogue.ts'
import { smallPng } from './small-png.ts'
import { stillOf } from './still.ts'

/** CSS pixels: a channel on a small screen, and on one where the widest of our tables stands whole. */
const widths = { usual: 720, wide: 1180 } as const

/** Gives a function that draws one picture into its file. Rejects with what the page complains of. */
export async function drawing(browser: Browser) {
  const { script, style } = await createStill()
  const pages = new Map<Theme, Promise<Page>>()
  const open = async (colorScheme: Theme): Promise<Page> => {
    const page = await browser.newPage({
      ...pictureSettings,
      colorScheme,
      viewport: { width: widths.usual, height: 400 },
    })
    await page.setContent('<!doctype html><html lang="en"><body></body></html>')
    await page.addStyleTag({ content: style })
    await page.addScriptTag({ content: script })
    return page
  }
  const pageOf = (theme: Theme) => {
    const page = pages.get(theme) ?? open(theme)
    pages.set(theme, page)
    return page
  }
  return async (picture: Picture): Promise<void> => {
    const page = await pageOf(picture.theme)
    const problems: string[] = []
    const complain = (error: Error) => problems.push(error.message)
    page.on('pageerror', complain)
    await drawAt(page, widths.usual, picture)
    const cut = "[...document.querySelectorAll('.scroller')].some((box) => box.scrollWidth > box.clientWidth)"
    if (await page.evaluate(cut)) await drawAt(page, widths.wide, picture)
    const png = await page.locator('.still').screenshot({ animations: 'disabled', caret: 'hide' })
    page.off('pageerror', complain)
    if (problems.length > 0) throw new Error(`${picture.name}: ${problems.join('\n')}`)
    await writeFile(fileOf(picture), smallPng(png))
  }
}

async function drawAt(page: Page, width: number, { exhibit }: Picture): Promise<void> {
  await page.setViewportSize({ width, height: 400 })
  await page.evaluate((still) => {
    const { drawStill } = globalThis as unknown as { drawStill: (still: unknown) => void }
    drawStill(still)
  }, stillOf(exhibit))
}
