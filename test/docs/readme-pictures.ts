/** The README's pictures: what a person sees from the first digest on, in the demo's workspace. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { pictureSettings } from '../../sandbox/browser.ts'
import { startStage } from '../../sandbox/demo/stage.ts'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { smallPng } from './small-png.ts'

/** The README shows a picture about 830 wide. At this height a digest fits whole. */
const viewport = { width: 1180, height: 1100 } as const

const still = { animations: 'disabled', caret: 'hide' } as const

/** @param name a file of docs/images */
const save = async (name: string, shown: Page | Locator) =>
  writeFile(
    join(import.meta.dirname, `../../docs/images/${name}.png`),
    smallPng(await shown.screenshot(still)),
  )

/** Plays the demo in a week when the own brand has moved. */
export async function drawReadmePictures(browser: Browser): Promise<void> {
  const stage = await startStage({ now: Temporal.Instant.from('2026-11-16T07:00:00Z'), history: true })
  try {
    await digestStep(stage)
    const page = await browser.newPage({ ...pictureSettings, colorScheme: 'light', viewport })
    await page.goto(`${stage.slack.url}#${new URLSearchParams({ place: stage.channel })}`)
    await play(page)
    // Otherwise the page would keep requesting a Slack that is gone.
    await page.close()
  } finally {
    await stage.stop()
  }
}

async function play(page: Page): Promise<void> {
  const message = (saying: string) => page.getByRole('article').filter({ hasText: saying }).last()
  const button = (name: string) => page.getByRole('main').getByRole('button', { name })
  const form = page.getByRole('dialog')
  const goTo = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name }).click()
  const send = async (text: string) => {
    const composer = page.getByRole('main').getByRole('combobox', { name: 'Message #brand-visibility' })
    await composer.fill(text)
    await composer.press('Enter')
  }
  const draw = async (name: string, shown: Locator, whole?: Page) => {
    await shown.waitFor()
    await save(name, whole ?? shown)
  }

  await draw('digest', message('Weekly brand visibility').getByRole('button', { name: /^\d+ replies/ }), page)

  await page.setViewportSize({ ...viewport, height: 1300 })
  await message('Weekly brand visibility')
    .getByRole('button', { name: /^See how/ })
    .first()
    .click()
  await draw('story', message('Other things changed'))

  await send('/sightline review')
  await draw('review', message('Brand review:'))
  await page.setViewportSize(viewport)

  await goTo('general')
  await button('Invite Sightline').click()
  await draw('invitation', message('Set up a weekly digest'))

  await goTo('brand-visibility')
  await send('/sightline help')
  await draw('help', message('About one command'))

  await send('/sightline digest add')
  await form.getByRole('combobox', { name: 'Days' }).waitFor()
  await draw('digest-form', form)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })

  const digest = message('Weekly brand visibility')
  await send('/sightline visibility')
  await button('How sure?').last().click()
  await form.getByText('How Sightline reads the numbers').waitFor()
  await draw('how-sure', form)
  await form.getByRole('button', { name: 'Close' }).last().click()
  await form.waitFor({ state: 'detached' })

  await digest
    .getByRole('button', { name: /^Create task/ })
    .first()
    .click()
  await message('Task created').waitFor()
  await goTo(/^Sightline Home$/)
  await page.setViewportSize({ ...viewport, height: 1340 })
  await draw('home', page.getByRole('main', { name: 'Sightline' }).getByText('Open since').first(), page)
}
