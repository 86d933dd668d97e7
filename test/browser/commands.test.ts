import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import {
  at,
  beside,
  browserForTests,
  channel,
  composer,
  goTo,
  message,
  overhang,
  place,
  playedIn,
  send,
  showSidebar,
  wordsOf,
} from './browser.ts'

const { visit } = browserForTests()

describe.each(playedIn('dark'))('a user in the channel, $name', ({ theme, size }) => {
  let stage: Stage
  let page: Page

  beforeAll(async () => {
    stage = await startStage({ minutesBefore: 1, now: Temporal.Instant.from('2026-11-04T07:00Z') })
    await digestStep(stage)
    page = await visit(at(stage.slack.url, USERS.owner, stage.channel), { theme, size })
  })
  afterAll(async () => {
    // Otherwise the page would keep sending requests to a stopped Slack.
    await page?.close()
    await stage?.stop()
  })

  it('finds the digest, and reads what the sandbox is and where its state lives', async () => {
    await message(page, 'brands in the thread').waitFor()
    expect(await page.getByRole('heading', { level: 2, name: '#brand-visibility' }).count()).toBe(1)
    await showSidebar(page)
    await page.getByText('Its data is kept in memory').waitFor()
    await page.keyboard.press('Escape')
  })

  it('is offered the command with its name, description and usage, and completes it with the keyboard', async () => {
    await composer(page).press('/')
    const option = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
    const offered = await wordsOf(option)
    for (const { command, description, usage_hint } of stage.slack.commands)
      for (const part of [command, description, usage_hint]) expect(offered).toContain(part)
    await composer(page).press('Escape')
    await option.waitFor({ state: 'detached' })
    await composer(page).press('s')
    await option.waitFor()
    await composer(page).press('ArrowDown')
    await composer(page).press('Tab')
    expect(await composer(page).inputValue()).toBe('/sightline ')
    await page.getByRole('status').filter({ hasText: 'help | visibility' }).waitFor()
  })

  it('gets a private answer, with the time until the acknowledgement beside the command', async () => {
    await send(page, '/sightline visibility')
    await channel(page)
      .getByText(/^acknowledged in \d+ ms$/)
      .last()
      .waitFor()
    const answer = await wordsOf(message(page, 'Share to channel'))
    for (const part of ['Only visible to you', 'SightlineApp']) expect(answer).toContain(part)
    expect(await overhang(page)).toBe(0)
  })

  it('replies in a thread, and the channel counts the replies', async () => {
    const digest = message(page, 'Weekly brand visibility')
    const folded = digest.getByRole('button', { name: /^\d+ repl/ })
    const before = Number.parseInt(await wordsOf(folded), 10)
    await digest.getByRole('button', { name: /^Reply in thread/ }).click()
    const thread = beside(page, 'Thread')
    await thread.getByRole('combobox', { name: 'Message the thread' }).fill('Who takes the <first> one?')
    await thread.getByRole('button', { name: 'Send' }).click()
    await thread.getByText('Who takes the <first> one?').waitFor()
    await page.keyboard.press('Escape')
    await thread.waitFor({ state: 'detached' })
    await digest.getByRole('button', { name: `${before + 1} replies` }).waitFor()
  })

  it('finds everything again after a reload', async () => {
    const read = () => channel(page).getByRole('article').allTextContents()
    const before = await read()
    await page.reload()
    await message(page, 'Share to channel').waitFor()
    expect(await read()).toEqual(before)
  })

  it('is told by Slack about an unknown command, and where users can’t write', async () => {
    await send(page, '/nothing at all')
    const line = message(page, '/nothing is not a valid command.')
    expect(await wordsOf(line)).toContain('Slackbot')
    await page.goto(at(stage.slack.url, USERS.owner, CHANNELS.archive))
    await page.getByPlaceholder('This channel is archived').waitFor()
    expect(await composer(page).isDisabled()).toBe(true)
  })

  it('sees what others write while viewing another channel', async () => {
    await page.goto(at(stage.slack.url, USERS.owner, CHANNELS.marketing))
    await page.getByRole('heading', { level: 2, name: '#marketing' }).waitFor()
    stage.slack.post({ user: USERS.member, channel: stage.channel, text: 'Good morning' })
    const unread = /^brand-visibility.*new messages/
    await goTo(page, unread)
    await message(page, 'Good morning').waitFor()
    await showSidebar(page)
    expect(await place(page, unread).count()).toBe(0)
  })
})
