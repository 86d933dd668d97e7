import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packaged } from '../../sandbox/browser.ts'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import { at, browserForTests, type Screen } from './browser.ts'

const many = 1_000
// The browser from npm runs only on Linux. On other systems, another one is used.
const brought = process.platform === 'linux' && process.arch === 'x64'

/** Uses the packaged browser, so that both kinds are tested where another one is installed. */
const { visit } = browserForTests(brought ? packaged : undefined)

describe('the sandbox’s Slack without the demo, with a thousand messages in a channel', () => {
  let slack: SlackSandbox
  let page: Screen
  const post = (text: string) => slack.post({ user: USERS.member, channel: CHANNELS.brandVisibility, text })

  beforeAll(async () => {
    slack = await startSlack({ rateLimits: false })
    for (let number = 1; number <= many; number += 1) post(`Message number ${number}.`)
    page = await visit(at(slack.url, USERS.owner, CHANNELS.brandVisibility))
  })
  afterAll(() => slack?.stop())

  const onScreen = (text: string) =>
    page.message(text).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top < 900 && bottom > 0
    })
  const topOf = (text: string) =>
    page.message(text).evaluate((element) => element.getBoundingClientRect().top)

  it('has no demo bar', async () => {
    await page.channel().waitFor()
    expect(await page.getByRole('region', { name: 'Demo' }).count()).toBe(0)
  })

  it('starts at the newest message, and draws earlier ones on demand', async () => {
    expect(await onScreen(`Message number ${many}.`)).toBe(true)
    expect(await page.message('Message number 1.').count()).toBe(0)
    const drawn = await page.channel().getByRole('article').count()
    expect(drawn).toBeLessThan(many / 4)
    await page.channel().hover()
    await page.mouse.wheel(0, -100_000)
    await page
      .channel()
      .getByRole('article')
      .nth(drawn + 1)
      .waitFor()
    await page.getByRole('button', { name: /^Show earlier messages/ }).press('Enter')
    expect(await page.channel().getByRole('article').count()).toBeGreaterThan(drawn)
  })

  it('keeps the reader’s place when messages are added above and below, and announces new ones', async () => {
    const place = (await page.channel().getByRole('article').nth(30).textContent()) ?? ''
    const text = /Message number \d+\./.exec(place)?.[0] ?? ''
    await page.message(text).scrollIntoViewIfNeeded()
    const before = await topOf(text)
    post('Something new.')
    const news = page.getByRole('button', { name: 'New messages' })
    await news.waitFor()
    expect(await topOf(text)).toBe(before)
    await news.click()
    await news.waitFor({ state: 'detached' })
    expect(await onScreen('Something new.')).toBe(true)
    post('The newest.')
    await page.message('The newest.').waitFor()
    expect(await onScreen('The newest.')).toBe(true)
  })

  it('opens the message that a link points to, however old', async () => {
    const old = slack.messages(CHANNELS.brandVisibility)[99]
    await page.goto(`${slack.url}archives/${CHANNELS.brandVisibility}/p${old?.ts.replace('.', '')}`)
    await page.message('Message number 100.').waitFor()
    expect(await onScreen('Message number 100.')).toBe(true)
  })
})
