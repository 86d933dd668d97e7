import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import {
  at,
  barriers,
  browserForTests,
  goTo,
  message,
  modal,
  overhang,
  playedIn,
  send,
  wordsOf,
} from './browser.ts'

const { visit } = browserForTests()

describe.each(playedIn('dark'))('the forms, filled in by hand, $name', ({ theme, size }) => {
  let stage: Stage
  let page: Page

  beforeAll(async () => {
    stage = await startStage({ rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })
    page = await visit(at(stage.slack.url, USERS.owner, CHANNELS.marketing), { theme, size })
  })
  afterAll(async () => {
    // Otherwise the page would keep sending requests to a stopped Slack.
    await page?.close()
    await stage?.stop()
  })

  const field = (label: string): Locator => modal(page).getByRole('textbox', { name: label })
  const menu = (label: string): Locator => modal(page).getByRole('combobox', { name: label })
  /** The last match, because the cross at the top has the same name. */
  const press = (label: string) =>
    modal(page).getByRole('button', { name: label, exact: true }).last().click()
  const pick = async (label: string, text: string, option: string | RegExp) => {
    await menu(label).click()
    await menu(label).fill(text)
    await page.getByRole('listbox').getByRole('option', { name: option }).click()
  }
  const closed = () => modal(page).waitFor({ state: 'detached' })

  it('settings: show an error for a wrong id, suggest while typing, and save correct values', async () => {
    await send(page, '/sightline settings')
    await field('Analysis').fill('not-there')
    await pick('Time zone', 'york', 'America/New_York')
    await press('Save')
    await modal(page).getByText('The workspace doesn’t have this analysis').waitFor()
    expect(await field('Analysis').getAttribute('aria-invalid')).toBe('true')
    expect(await barriers(page, 'dialog[open]')).toEqual([])
    expect(await overhang(page)).toBe(0)
    await field('Analysis').fill(stage.service.demo.projectId)
    await press('Save')
    await modal(page).getByText('This changes the channel’s time zone').waitFor()
    await press('Save')
    await modal(page).getByText('Saved for').waitFor()
    expect(await wordsOf(modal(page))).toContain('America/New_York')
    expect(await barriers(page, 'dialog[open]')).toEqual([])
    expect(await overhang(page)).toBe(0)
  })

  it('settings: change one group from the summary, and return to it', async () => {
    await modal(page).getByRole('button', { name: 'Change: Reddit' }).click()
    await field('Subreddits').fill('r/saas')
    expect(await modal(page).getByRole('textbox').count()).toBe(1)
    await press('Save')
    await modal(page).getByText(': subreddits.').waitFor()
    expect(await wordsOf(modal(page))).toContain('America/New_York')
    await press('Close')
    await closed()
    await send(page, '/sightline reddit')
    const answer = message(page, 'r/saas')
    await answer.waitFor()
    expect(await wordsOf(answer)).not.toContain('r/crm')
  })

  it('digest: is set up in a minute, one choice after the other, listed on the Home tab, and paused there', async () => {
    await send(page, '/sightline digest add')
    await menu('How often').waitFor()
    const heightNow = () => modal(page).evaluate((dialog) => dialog.getBoundingClientRect().height)
    const first = await heightNow()
    expect(first, 'the first view fits one desktop screen').toBeLessThanOrEqual(900)
    await modal(page).getByLabel('Time', { exact: true }).fill('17:45')
    await pick('How often', 'Every month', 'Every month')
    await menu('Day of the month').waitFor()
    expect(await menu('Days').count()).toBe(0)
    expect(await modal(page).getByLabel('Time', { exact: true }).inputValue()).toBe('17:45')
    await pick('How often', 'Every weekday', /Monday to Friday/)
    await menu('Day of the month').waitFor({ state: 'detached' })
    await press('More options')
    await field('Name').fill('For the leads')
    await menu('Engines').click()
    await page.getByRole('listbox').getByRole('option', { name: 'Perplexity' }).click()
    await page.keyboard.press('Escape')
    await modal(page).getByRole('checkbox', { name: 'Your visibility falls' }).check()
    await modal(page).getByLabel('Fall of more than').fill('3')
    expect(await field('Name').inputValue()).toBe('For the leads')
    expect(await barriers(page, 'dialog[open]')).toEqual([])
    expect(await overhang(page)).toBe(0)
    await press('Preview')
    await modal(page).getByText('Nothing was posted or saved').waitFor()
    expect(await wordsOf(modal(page))).toContain('For the leads')
    await press('Back')
    expect(await field('Name').inputValue()).toBe('For the leads')
    await press('Save')
    await modal(page).getByText('is set up for').waitFor()
    const confirmed = await wordsOf(modal(page))
    for (const choice of ['Every weekday', '17:45', 'Perplexity', 'visibility falls by more than 3 points'])
      expect(confirmed).toContain(choice)
    await press('Preview')
    await modal(page).getByText('Preview: only you can see this').waitFor()
    await press('Back')
    await press('Edit')
    await field('Name').waitFor()
    expect(await field('Name').inputValue()).toBe('For the leads')
    await press('Cancel')
    await closed()
    await goTo(page, /^Sightline Home$/)
    const home = page.getByRole('main', { name: 'Sightline' })
    await home.getByText('For the leads').waitFor()
    const row = home.locator('.section').filter({ hasText: 'For the leads' })
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await row.getByText('Paused by').waitFor()
  })
})
