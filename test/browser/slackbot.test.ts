/** Asking the real bot through the sandbox's Slackbot, by keyboard and pointer. */
import type { Locator } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { slackbotManifest } from '../manifest/slackbot-manifest.ts'
import { withManifest } from '../sandbox/slack/manifest.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, browserForTests, leave, looks, type Screen } from './browser.ts'

const { visit } = browserForTests()
let stage: Stage
let page: Screen
afterEach(() => leave(page, stage))

it('a person picks a tool, fills in its form, and creates a task from the answer', async () => {
  stage = await withManifest(JSON.parse(slackbotManifest()), (manifest) =>
    startStage({ mode: 'http', manifest, rateLimits: false }),
  )
  page = await visit(at(stage.slack.url, USERS.member, stage.channel), looks[0])
  await page.getByRole('main').getByRole('button', { name: 'Shortcuts' }).click()
  await page.getByRole('menuitem', { name: 'Ask Slackbot' }).click()
  const panel = page.beside('Slackbot')
  const ask = panel.getByRole('button', { name: 'Ask', exact: true })
  await panel.getByRole('textbox', { name: /^period/ }).fill('last month')
  await ask.click()
  const answers = panel.getByRole('article')
  await answers.filter({ hasText: 'How measured' }).filter({ hasText: 'October' }).first().waitFor()
  await expect.poll(() => topOf(answers.first())).toBeLessThan(200)
  expect(await page.barriers('.side', { inBoth: true })).toEqual([])

  await panel
    .getByRole('combobox', { name: 'Tool' })
    .selectOption({ label: 'Propose the task of a recommendation' })
  await panel.getByRole('textbox', { name: 'recommendation' }).fill(stage.service.demo.resultIds[0] ?? '')
  await ask.click()
  await panel.getByRole('button', { name: /^Create task/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click()
  const created = answers.filter({ hasText: 'Task created: ' }).filter({ hasText: 'Aims at: ' }).first()
  await created.getByRole('button', { name: /^Change aim/ }).waitFor()

  // On a phone, too.
  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByRole('combobox', { name: 'Tool' }).selectOption({ label: 'Where a brand stands' })
  await ask.click()
  await answers.first().filter({ hasText: 'How measured' }).waitFor()
  await expect.poll(() => topOf(answers.first())).toBeLessThan(200)
})

/** How far an element begins below the top of the window, in pixels. */
const topOf = async (place: Locator) => (await place.boundingBox())?.y
