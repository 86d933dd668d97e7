/**
 * What a marketing lead does with Sightline, from the first look at a screen to the result, by what the screen says. No job
 * needs a second try, or more clicks and typed commands than its limit.
 */
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, browserForTests, leave, type Screen, wordsOf } from './browser.ts'
import { eightWeeks, stageAfterEightWeeks } from './eight-weeks.ts'

const { visit } = browserForTests()

/** Counts what a person does by hand. */
function hands(page: Screen) {
  let clicks = 0
  let typed = 0
  return {
    click: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
    type: async (text: string) => {
      typed += 1
      await page.send(text)
    },
    within: (mostClicks: number, mostTyped: number) => {
      expect(clicks, 'clicks').toBeLessThanOrEqual(mostClicks)
      expect(typed, 'typed commands').toBeLessThanOrEqual(mostTyped)
    },
  }
}

const button = (place: Locator, name: string | RegExp): Locator =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** Waits until the place says all of this, and returns what it says. */
async function reads(place: Locator, ...all: readonly RegExp[]): Promise<string> {
  for (const words of all) await expect.poll(() => wordsOf(place)).toMatch(words)
  return wordsOf(place)
}

describe('a marketing lead', () => {
  let stage: Stage
  let page: Screen
  beforeAll(async () => {
    stage = await stageAfterEightWeeks()
  })
  beforeEach(async () => {
    page = await visit(at(stage.slack.url, USERS.member, stage.channel))
    await page.message(/in the thread/).waitFor()
  })
  // Otherwise a page would keep sending requests to a stopped Slack.
  afterEach(() => page?.close())
  afterAll(() => stage?.stop())

  it('learns what happened, why, and whether it is real', async () => {
    const own = hands(page)
    const digest = page.message(/in the thread/)
    await reads(digest, /Northwind fell 5\.2 points to 40\.7% and is 3rd of 12/)
    await own.click(button(digest, /^Why\?/))
    const why = page.message('Only visible to you')
    await reads(why, /Northwind fell 5\.2 points .*Google AI Overviews/, /more than ordinary variation/)
    own.within(1, 0)
  })

  it('creates a task, corrects its aim, marks it as done, and takes the list as a file', async () => {
    const own = hands(page)
    const digest = page.message(/in the thread/)
    await own.click(button(digest, /^Create task/).first())
    const created = page.message(/Only visible to you.*Draft the comparison page.*Aims at: /)
    await own.click(button(created, /^Change aim/))
    await page.modal().getByText('Detected from the recommendation’s text.').waitFor()
    await page
      .modal()
      .getByRole('textbox', { name: /^Subreddit/ })
      .fill('r/crm')
    await own.click(button(page.modal(), 'Save'))
    await reads(created, /Aims at: .*r\/crm/)
    await own.type('/sightline tasks')
    const list = page.message(/tasks are open/)
    await reads(list, /3 tasks are open/, /Aims at: .*r\/crm/)
    await own.click(button(list, /^Mark as done/).first())
    await own.click(button(page.modal(), 'Mark as done'))
    await reads(page.message(/tasks are open/), /2 tasks are open, 1 is done/)
    await own.click(button(page.message(/tasks are open/), 'Export'))
    await reads(page.message(/Exported 3 tasks/), /is in your direct messages/)
    await page.goTo(/^Sightline( new messages)?$/)
    await page.channel().getByText(/\.csv/).first().waitFor()
    own.within(6, 1)
  })
})

it('a marketing lead whose channel is new gets a digest from the invitation to its end', async () => {
  const stage = await startStage({ ...eightWeeks, history: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })
  const page = await visit(at(stage.slack.url, USERS.owner, CHANNELS.general))
  onTestFinished(() => leave(page, stage))
  const own = hands(page)
  await own.click(button(page.getByRole('main'), 'Invite Sightline'))
  await own.click(button(page.message('Set up a weekly digest'), 'Set up a weekly digest'))
  const preview = page.message('is set up for')
  await own.click(button(preview, /^Post now/))
  await own.click(button(page.modal(), 'Post now'))
  await page
    .channel()
    .getByRole('article')
    .filter({ hasText: /in the thread/ })
    .filter({ hasNotText: 'Only visible to you' })
    .waitFor()
  await own.type('/sightline digest')
  const list = () => page.message('1 digest in')
  const choose = async (name: string) => {
    await own.click(button(list(), 'More actions'))
    await own.click(page.getByRole('menuitem', { name, exact: true }))
  }
  await choose('Edit')
  await page.modal().getByLabel('Time', { exact: true }).fill('08:30')
  await own.click(button(page.modal(), 'Save'))
  await reads(page.modal(), /8:30/)
  await own.click(button(page.modal(), 'Close').last())
  await reads(list(), /Every Monday at 8:30/)
  await reads(page.message(/set up a digest here/), /Every Monday at 8:30/)
  await choose('Pause')
  await reads(list(), /Paused by/)
  await choose('Resume')
  await reads(list(), /On schedule/)
  await choose('Delete…')
  await own.click(button(page.modal(), /^Delete/))
  await reads(page.modal(), /is deleted/)
  await reads(page.message(/has no digest yet/), /has no digest yet/)
  await button(page.message('Sightline shows how visible'), 'Set up a weekly digest').waitFor()
  own.within(15, 2)
})
