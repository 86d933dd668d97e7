import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import {
  at,
  barriers,
  browserForTests,
  composer,
  homeDigests,
  looks,
  message,
  modal,
  overhang,
  phone,
  send,
  showSidebar,
} from './browser.ts'

const { visit } = browserForTests()

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ minutesBefore: 1, now: Temporal.Instant.from('2026-11-04T07:00Z') })
  await digestStep(stage)
})
afterAll(() => stage?.stop())

describe.each(looks)('the page is accessible, $name', ({ theme, size }) => {
  let page: Page
  beforeAll(async () => {
    page = await visit(at(stage.slack.url, USERS.owner, stage.channel), { theme, size })
    await message(page, 'brands in the thread').waitFor()
  })

  it('in the channel', async () => {
    expect(await barriers(page)).toEqual([])
    expect(await overhang(page)).toBe(0)
  })

  it('in a command’s completion and its answer', async () => {
    await composer(page).fill('/')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
    expect(await barriers(page, '.composer')).toEqual([])
    await send(page, '/sightline visibility')
    await message(page, 'Share to channel').waitFor()
    expect(await barriers(page, '.message.ephemeral')).toEqual([])
  })

  it('in the settings: the first questions, the summary and its forms', async () => {
    await send(page, '/sightline settings')
    await modal(page).getByText('What should Sightline look at').waitFor()
    expect(await barriers(page, 'dialog[open]')).toEqual([])
    await modal(page).getByRole('button', { name: 'All settings' }).click()
    for (const group of ['Recommendations', 'Names']) {
      const change = modal(page).getByRole('button', { name: `Change: ${group}` })
      await change.waitFor()
      expect(await barriers(page, 'dialog[open]')).toEqual([])
      await change.click()
      const back = modal(page).getByRole('button', { name: 'Back: all settings' })
      await back.waitFor()
      expect(await barriers(page, 'dialog[open]')).toEqual([])
      await back.click()
    }
    await modal(page).getByRole('button', { name: 'Close' }).first().click()
  })

  it('in a thread', async () => {
    await message(page, 'Weekly brand visibility').getByRole('button', { name: /repl/ }).first().click()
    await page.getByRole('heading', { name: 'Thread' }).waitFor()
    expect(await barriers(page, '.side')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('in the list of ids, tokens and methods', async () => {
    const about = await visit(`${stage.slack.url}about`, { theme, size })
    await about.getByRole('heading', { name: 'Web API methods' }).waitFor()
    expect(await barriers(about)).toEqual([])
    expect(await overhang(about)).toBe(0)
    await about.getByRole('link', { name: 'Back to' }).click()
    if (size === phone) await showSidebar(about)
    await about.getByRole('link', { name: 'IDs, tokens and methods' }).click()
    await about.getByRole('cell', { name: USERS.member, exact: true }).waitFor()
  })

  it('in the Home tab', async () => {
    await page.goto(at(stage.slack.url, USERS.owner, 'home'))
    await homeDigests(page).waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await overhang(page)).toBe(0)
  })
})
