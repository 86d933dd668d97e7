import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, browserForTests, leave, looks, phone, type Screen, wordsOf } from './browser.ts'
import { wednesday } from './eight-weeks.ts'

const { visit } = browserForTests()

describe.each(looks)('the demo around the workspace, $name', ({ theme, size }) => {
  let stage: Stage
  let page: Screen

  beforeAll(async () => {
    const env = { SIGHTLINE_API_CACHE_SECONDS: '0' }
    stage = await startStage({ ...wednesday, rateLimits: false, env })
    page = await visit(at(stage.slack.url, USERS.owner, CHANNELS.marketing), { theme, size })
  })
  afterAll(() => leave(page, stage))

  const bar = (): Locator => page.getByRole('region', { name: 'Demo' })
  const beside = (name: string): Locator => page.beside(name)
  const tool = (name: 'Requests' | 'Faults'): Locator =>
    bar().getByRole('button', { name: name === 'Faults' ? /^Faults/ : name })
  const open = async (name: 'Requests' | 'Faults') => {
    if (!(await beside(name).isVisible())) await tool(name).click()
    await beside(name).waitFor()
  }
  /** The newest request of this kind. */
  const listed = (name: RegExp): Locator => beside('Requests').getByRole('button', { name }).first()
  /** On a phone, a tool covers the channel. */
  const toChannel = async () => {
    if (size !== phone) return
    for (const name of ['Requests', 'Faults'] as const)
      if (await beside(name).isVisible()) await tool(name).click()
  }
  /** Only public messages, because private answers from earlier tests are in the channel, too. */
  const digests = () =>
    stage.slack
      .messages(stage.channel)
      .filter(({ thread_ts, ephemeralFor }) => thread_ts === undefined && ephemeralFor === undefined)
  /** Match only private messages, because a digest also names subreddits. */
  const ephemeral = (subreddit: string) =>
    page.message(new RegExp(`Only visible to you.*r/${subreddit}`, 's'))

  it('shows the sandbox’s time and the next event', async () => {
    await bar().getByText('Weekly brand visibility in #brand-visibility, Mon, Nov 2, 9:00 AM').waitFor()
    expect(await wordsOf(bar().getByRole('time'))).toBe('Mon, Nov 2, 8:59 AM')
  })

  it('jumps to the next digest and opens it, then to the next week’s, which has other data', async () => {
    const jump = bar().getByRole('button', { name: 'Jump to the next digest' })
    await jump.click()
    await page.getByRole('heading', { level: 2, name: '#brand-visibility' }).waitFor()
    await page.message('Weekly brand visibility').waitFor()
    await bar()
      .getByText(/Mon, Nov 9, 9:00 AM/)
      .waitFor()
    expect(await wordsOf(bar().getByRole('time'))).toBe('Mon, Nov 2, 9:00 AM')
    await jump.click()
    await page.message('2–8 Nov').waitFor()
    expect(digests()).toHaveLength(2)
    expect(digests()[0]?.text).not.toBe(digests()[1]?.text)
    await page.getByText('Monday, November 2nd').waitFor()
    expect(await page.barriers('.demo-bar')).toEqual([])
  })

  it('lists each request as it is made, with its status, time and body, and the command’s acknowledgement', async () => {
    await open('Requests')
    await toChannel()
    await page.send('/sightline reddit r/crm')
    await ephemeral('crm').waitFor()
    await open('Requests')
    const requests = beside('Requests')
    const command = listed(/^\/sightline/)
    await command.getByText(/acknowledged in [\d.]+ ms/).waitFor()
    expect(await wordsOf(command)).toContain('Slack to Bot, socket')
    const asked = listed(/GET .*reddit/)
    await asked.getByText(/Bot to Analytics service, GET · [\d.]+ ms/).waitFor()
    await asked.click()
    await requests.getByText('"overall_sentiment"').first().waitFor()
    expect(await page.barriers('.side')).toEqual([])
    expect(await wordsOf(requests)).not.toContain(stage.service.keys.workspace)
    expect(await wordsOf(requests)).not.toContain(stage.slack.botToken)
  })

  it('filters requests by word, by sender and receiver, and by failure', async () => {
    const requests = beside('Requests')
    const rows = () =>
      requests.getByRole('list', { name: 'Requests' }).getByRole('listitem').allTextContents()
    await requests.getByRole('searchbox').fill('chat.postMessage')
    await requests.getByText(/^\d+ of \d+ match\.$/).waitFor()
    const posts = await rows()
    expect(posts.length).toBeGreaterThan(1)
    for (const row of posts) expect(row).toContain('Bot to Slack')
    await requests.getByRole('searchbox').fill('')
    await requests.getByRole('combobox', { name: 'Sender and receiver' }).selectOption('Slack to bot')
    for (const row of await rows()) expect(row).toContain('Slack to Bot')
    await requests.getByRole('checkbox', { name: 'Failed only' }).check()
    expect(await rows()).toEqual([])
    await requests.getByRole('combobox', { name: 'Sender and receiver' }).selectOption('All requests')
  })

  it('makes the service fail, and shows what the app says then and which request failed', async () => {
    await open('Faults')
    const down = beside('Faults').getByRole('switch', { name: /service down/ })
    await down.press('Space')
    await beside('Faults').getByText('Analytics service down on').waitFor()
    expect(await page.barriers('.side')).toEqual([])
    await bar().getByRole('button', { name: 'Faults (1 on)' }).waitFor()
    expect(await page.barriers('.demo-bar')).toEqual([])
    await toChannel()
    await page.send('/sightline engines')
    await page.message(/can’t be reached|doesn’t answer|not available|down/i).waitFor()
    await open('Requests')
    await beside('Requests').getByRole('checkbox', { name: 'Failed only' }).check()
    await listed(/failed: 503/).waitFor()
    expect(await page.overhang()).toBe(0)
    await open('Faults')
    await down.uncheck()
    await bar().getByRole('button', { name: 'Faults', exact: true }).waitFor()
  })

  it('shows an unknown outcome, and switches that fault off once it has occurred', async () => {
    const lost = beside('Faults').getByRole('switch', { name: /Lost answer/ })
    await lost.check()
    await toChannel()
    // Later digests only count what the first one said.
    await page
      .channel()
      .getByRole('button', { name: /^Create task/ })
      .first()
      .click()
    await page
      .getByText(/may not have been created|Check again/i)
      .first()
      .waitFor()
    await bar().getByRole('button', { name: 'Faults', exact: true }).waitFor()
    expect(await page.barriers('.messages')).toEqual([])
    await open('Faults')
    expect(await lost.isChecked()).toBe(false)
  })

  it('stays open after a reload, and closes with Escape', async () => {
    await open('Faults')
    await page.reload()
    await beside('Faults').waitFor()
    await page.keyboard.press('Escape')
    await beside('Faults').waitFor({ state: 'detached' })
  })
})
