import type { Locator } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { startStage } from '../stage.ts'
import { at, browserForTests, leave, playedIn, wordsOf } from './browser.ts'

const { visit } = browserForTests()

it.each(playedIn('dark'))('a digest is set up by hand, one choice after the other, $name', async (look) => {
  const stage = await startStage({ rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })
  const page = await visit(at(stage.slack.url, USERS.owner, CHANNELS.marketing), look)
  onTestFinished(() => leave(page, stage))
  const field = (label: string): Locator => page.modal().getByRole('textbox', { name: label })
  const menu = (label: string): Locator => page.modal().getByRole('combobox', { name: label })
  /** The last match, because the cross at the top has the same name. */
  const press = (label: string) =>
    page.modal().getByRole('button', { name: label, exact: true }).last().click()
  const pick = async (label: string, text: string, option: string | RegExp) => {
    await menu(label).click()
    await menu(label).fill(text)
    await page.getByRole('listbox').getByRole('option', { name: option }).click()
  }

  await page.send('/sightline digest add')
  await menu('How often').waitFor()
  const height = await page.modal().evaluate((dialog) => dialog.getBoundingClientRect().height)
  expect(height, 'the first view fits one desktop screen').toBeLessThanOrEqual(900)
  await page.modal().getByLabel('Time', { exact: true }).fill('17:45')
  await pick('How often', 'Every month', 'Every month')
  await menu('Day of the month').waitFor()
  expect(await menu('Days').count()).toBe(0)
  expect(await page.modal().getByLabel('Time', { exact: true }).inputValue()).toBe('17:45')
  await pick('How often', 'Every weekday', /Monday to Friday/)
  await menu('Day of the month').waitFor({ state: 'detached' })
  await press('More options')
  await field('Name').fill('For the leads')
  await menu('Engines').click()
  await page.getByRole('listbox').getByRole('option', { name: 'Perplexity' }).click()
  await page.keyboard.press('Escape')
  await page.modal().getByRole('checkbox', { name: 'Your visibility falls' }).check()
  await page.modal().getByLabel('Fall of more than').fill('3')
  expect(await field('Name').inputValue()).toBe('For the leads')
  expect(await page.barriers('dialog[open]')).toEqual([])
  await press('Preview')
  await page.modal().getByText('Nothing was posted or saved').waitFor()
  expect(await wordsOf(page.modal())).toContain('For the leads')
  await press('Back')
  expect(await field('Name').inputValue()).toBe('For the leads')
  await press('Save')
  await page.modal().getByText('is set up for').waitFor()
  const confirmed = await wordsOf(page.modal())
  for (const choice of ['Every weekday', '17:45', 'Perplexity', 'visibility falls by more than 3 points'])
    expect(confirmed).toContain(choice)
  await press('Preview')
  await page.modal().getByText('Preview: only you can see this').waitFor()
  await press('Back')
  await press('Edit')
  await field('Name').waitFor()
  expect(await field('Name').inputValue()).toBe('For the leads')
  await press('Cancel')
  await page.modal().waitFor({ state: 'detached' })
})
