/**
 * What a marketing lead does with Sightline, from the first look at a screen to the result, by what the screen says. No job
 * needs a second try, or more clicks and typed commands than its limit.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import {
  at,
  browserForTests,
  channel,
  goTo,
  message,
  modal,
  overhang,
  phone,
  place,
  send,
  wordsOf,
} from './browser.ts'
import { eightWeeks, stageAfterEightWeeks } from './eight-weeks.ts'

const { visit } = browserForTests()

/** Counts what a person does by hand. */
function hands(page: Page) {
  let clicks = 0
  let typed = 0
  return {
    click: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
    type: async (text: string) => {
      typed += 1
      await send(page, text)
    },
    used: () => ({ clicks, typed }),
  }
}
type Hands = ReturnType<typeof hands>

/** @param at_most clicks and typed commands */
function within(own: Hands, [clicks, typed]: readonly [clicks: number, typed: number]): void {
  const used = own.used()
  expect(used.clicks, 'clicks').toBeLessThanOrEqual(clicks)
  expect(used.typed, 'typed commands').toBeLessThanOrEqual(typed)
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
  const pages: Page[] = []
  beforeAll(async () => {
    stage = await stageAfterEightWeeks({ SIGHTLINE_CONTACT: USERS.admin })
  })
  afterEach(async () => {
    // Otherwise a page would keep sending requests to a stopped Slack.
    for (const page of pages.splice(0)) await page.close()
  })
  afterAll(() => stage?.stop())

  const open = async (user: string = USERS.member, look: Parameters<typeof visit>[1] = {}) => {
    const page = await visit(at(stage.slack.url, user, stage.channel), look)
    pages.push(page)
    await message(page, /in the thread/).waitFor()
    return { page, own: hands(page) }
  }

  it('learns what happened, why, and whether it is real', async () => {
    const { page, own } = await open()
    const digest = message(page, /in the thread/)
    await reads(digest, /Northwind fell 5\.2 points to 40\.7% and is 3rd of 12/)
    await own.click(button(digest, /^Why\?/))
    const why = message(page, 'Only visible to you')
    await reads(why, /Northwind fell 5\.2 points .*Google AI Overviews/, /more than ordinary variation/)
    within(own, [1, 0])
  })

  it('creates a task, corrects its aim, marks it as done, and takes the list as a file', async () => {
    const { page, own } = await open()
    const digest = message(page, /in the thread/)
    await own.click(button(digest, /^Create task/).first())
    const created = message(page, /Only visible to you.*Draft the comparison page.*Aims at: /)
    await own.click(button(created, /^Change aim/))
    await modal(page).getByText('Detected from the recommendation’s text.').waitFor()
    await modal(page)
      .getByRole('textbox', { name: /^Subreddit/ })
      .fill('r/crm')
    await own.click(button(modal(page), 'Save'))
    await reads(created, /Aims at: .*r\/crm/)
    await own.type('/sightline tasks')
    const list = message(page, /tasks are open/)
    await reads(list, /3 tasks are open/, /Aims at: .*r\/crm/)
    await own.click(button(list, /^Mark as done/).first())
    await own.click(button(modal(page), 'Mark as done'))
    await reads(message(page, /tasks are open/), /2 tasks are open, 1 is done/)
    await own.click(button(message(page, /tasks are open/), 'Export'))
    await reads(message(page, /Exported 3 tasks/), /is in your direct messages/)
    await goTo(page, /^Sightline( new messages)?$/)
    await channel(page).getByText(/\.csv/).first().waitFor()
    within(own, [6, 1])
  })

  it('looks up a competitor on one engine in one month, and shows it to everyone', async () => {
    const { page, own } = await open()
    await own.type('/sightline how is Contoso doing on Perplexity in October')
    const answer = message(page, 'Only visible to you')
    await reads(answer, /Contoso is at 44\.2% visibility on Perplexity in October, 3rd of 12/)
    await own.click(button(answer, 'Share to channel'))
    const shared = message(page, /Shared by/)
    await reads(shared, /Contoso is at 44\.2% visibility on Perplexity in October/)
    within(own, [1, 1])
  })

  it('reads what people say in one subreddit', async () => {
    const { page, own } = await open()
    await own.type('/sightline what are people saying in r/crm?')
    await reads(message(page, 'Only visible to you'), /Reddit: (?:positive|mixed|neutral|negative) in r\/crm/)
    within(own, [0, 1])
  })

  it('tracks a recommendation, and stops tracking it', async () => {
    const { page, own } = await open(USERS.owner)
    await own.type(
      `/sightline actions add https://console.example/r/${stage.service.demo.resultIdWithoutBriefs}`,
    )
    const tracking = message(page, /Now tracking/)
    await own.click(button(tracking, /^Stop tracking/))
    await own.click(button(modal(page), /^Stop tracking: Recommendation/))
    await reads(modal(page), /Stopped tracking/)
    within(own, [2, 1])
  })

  it('who is a guest learns whom to ask', async () => {
    const { page, own } = await open(USERS.guest)
    await own.type('/sightline how are we doing?')
    await reads(message(page, 'Only visible to you'), /Guests can’t use Sightline here/, /Ask: .*Amir Haddad/)
    within(own, [0, 1])
  })

  it('reads the digest and its reasons on a phone, with nothing beyond the edge', async () => {
    const { page, own } = await open(USERS.member, { theme: 'dark', size: phone })
    const digest = message(page, /in the thread/)
    await reads(digest, /Northwind fell 5\.2 points/)
    await own.click(button(digest, /^Why\?/))
    await reads(message(page, 'Only visible to you'), /Google AI Overviews/)
    expect(await overhang(page)).toBe(0)
  })

  it('sees the own tasks, what to decide and where the brand stands, on the Home tab', async () => {
    const { page, own } = await open(USERS.member)
    await goTo(page, /^Sightline Home$/)
    const home = page.getByRole('main', { name: 'Sightline' })
    await reads(
      home,
      /Your \d open tasks?/,
      /Recommended \(1 of \d\)/,
      /Northwind fell 5\.2 points/,
      /Globex/,
      /Contoso/,
      /On schedule/,
    )
    within(own, [0, 0])
  })

  it('creates a task on the Home tab, and corrects what it aims at', async () => {
    const { page, own } = await open(USERS.member)
    await goTo(page, /^Sightline Home$/)
    const home = page.getByRole('main', { name: 'Sightline' })
    await own.click(button(home, /^Create task/))
    await own.click(place(page, /^Sightline( new messages)?$/))
    const created = message(page, /Task created: .*Aims at: /)
    await own.click(button(created, /^Change aim/))
    await modal(page)
      .getByRole('textbox', { name: /^Subreddit/ })
      .fill('r/crm')
    await own.click(button(modal(page), 'Save'))
    await reads(created, /Aims at: .*r\/crm/)
    within(own, [4, 0])
  })
})

describe('a marketing lead whose channel is new', () => {
  let stage: Stage
  let page: Page
  afterEach(async () => {
    await page?.close()
    await stage?.stop()
  })

  it('gets a digest from the invitation to its end', async () => {
    stage = await startStage({ ...eightWeeks, history: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })
    page = await visit(at(stage.slack.url, USERS.owner, CHANNELS.general))
    const own = hands(page)
    await own.click(button(page.getByRole('main'), 'Invite Sightline'))
    await own.click(button(message(page, 'Set up a weekly digest'), 'Set up a weekly digest'))
    const preview = message(page, 'is set up for')
    await own.click(button(preview, /^Post now/))
    await own.click(button(modal(page), 'Post now'))
    await channel(page)
      .getByRole('article')
      .filter({ hasText: /in the thread/ })
      .filter({ hasNotText: 'Only visible to you' })
      .waitFor()
    await own.type('/sightline digest')
    const list = () => message(page, '1 digest in')
    const choose = async (name: string) => {
      await own.click(button(list(), 'More actions'))
      await own.click(page.getByRole('menuitem', { name, exact: true }))
    }
    await choose('Edit')
    await modal(page).getByLabel('Time', { exact: true }).fill('08:30')
    await own.click(button(modal(page), 'Save'))
    await reads(modal(page), /8:30/)
    await own.click(button(modal(page), 'Close').last())
    await reads(list(), /Every Monday at 8:30/)
    await reads(message(page, /set up a digest here/), /Every Monday at 8:30/)
    await choose('Pause')
    await reads(list(), /Paused by/)
    await choose('Resume')
    await reads(list(), /On schedule/)
    await choose('Delete…')
    await own.click(button(modal(page), /^Delete/))
    await reads(modal(page), /is deleted/)
    await reads(message(page, /has no digest yet/), /has no digest yet/)
    await button(message(page, 'Sightline shows how visible'), 'Set up a weekly digest').waitFor()
    within(own, [15, 2])
  })

  it('reads that the service is down, and gets the digest once it is back', async () => {
    stage = await startStage({
      ...eightWeeks,
      history: false,
      env: { SIGHTLINE_API_CACHE_SECONDS: '0' },
    })
    page = await visit(at(stage.slack.url, USERS.member, stage.channel))
    const own = hands(page)
    stage.service.addFault({ how: { kind: 'status', status: 503 } })
    stage.clock.advance({ minutes: 1 })
    await stage.bot.scheduler.wake()
    await own.type('/sightline how are we doing?')
    const refused = message(page, 'Only visible to you')
    await reads(refused, /service/i)
    await button(refused, 'Try again').waitFor()
    stage.service.clearFaults()
    stage.clock.advance({ minutes: 10 })
    await stage.bot.scheduler.wake()
    await reads(message(page, /in the thread/), /Northwind fell 5\.2 points/)
    within(own, [0, 1])
  })
})
