import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestStep } from '../../sandbox/demo/tour.ts'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, browserForTests, leave, playedIn, type Screen, wordsOf } from './browser.ts'
import { wednesday } from './eight-weeks.ts'

const { visit } = browserForTests()

describe.each(playedIn('dark'))('a user in the channel, $name', ({ theme, size }) => {
  let stage: Stage
  let page: Screen

  beforeAll(async () => {
    stage = await startStage(wednesday)
    await digestStep(stage)
    page = await visit(at(stage.slack.url, USERS.owner, stage.channel), { theme, size })
  })
  afterAll(() => leave(page, stage))

  it('finds the digest, and reads what the sandbox is and where its state lives', async () => {
    await page.message('brands in the thread').waitFor()
    expect(await page.getByRole('heading', { level: 2, name: '#brand-visibility' }).count()).toBe(1)
    await page.showSidebar()
    await page.getByText('Its data is kept in memory').waitFor()
    await page.keyboard.press('Escape')
  })

  it('is offered the command with its name, description and usage, and completes it with the keyboard', async () => {
    await page.composer().press('/')
    const option = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
    const offered = await wordsOf(option)
    for (const { command, description, usage_hint } of stage.slack.commands)
      for (const part of [command, description, usage_hint]) expect(offered).toContain(part)
    await page.composer().press('Escape')
    await option.waitFor({ state: 'detached' })
    await page.composer().press('s')
    await option.waitFor()
    await page.composer().press('ArrowDown')
    await page.composer().press('Tab')
    expect(await page.composer().inputValue()).toBe('/sightline ')
    await page.getByRole('status').filter({ hasText: 'help | visibility' }).waitFor()
  })

  it('gets a private answer, with the time until the acknowledgement beside the command', async () => {
    await page.send('/sightline visibility')
    await page
      .channel()
      .getByText(/^acknowledged in \d+ ms$/)
      .last()
      .waitFor()
    const answer = await wordsOf(page.message('Share to channel'))
    for (const part of ['Only visible to you', 'SightlineApp']) expect(answer).toContain(part)
    expect(await page.overhang()).toBe(0)
  })

  it('replies in a thread, and the channel counts the replies', async () => {
    const digest = page.message('Weekly brand visibility')
    const folded = digest.getByRole('button', { name: /^\d+ repl/ })
    const before = Number.parseInt(await wordsOf(folded), 10)
    await digest.getByRole('button', { name: /^Reply in thread/ }).click()
    const thread = page.beside('Thread')
    await thread.getByRole('combobox', { name: 'Message the thread' }).fill('Who takes the <first> one?')
    await thread.getByRole('button', { name: 'Send' }).click()
    await thread.getByText('Who takes the <first> one?').waitFor()
    await page.keyboard.press('Escape')
    await thread.waitFor({ state: 'detached' })
    await digest.getByRole('button', { name: `${before + 1} replies` }).waitFor()
  })

  it('finds everything again after a reload', async () => {
    const read = () => page.channel().getByRole('article').allTextContents()
    const before = await read()
    await page.reload()
    await page.message('Share to channel').waitFor()
    expect(await read()).toEqual(before)
  })

  it('is told by Slack about an unknown command, and where users can’t write', async () => {
    await page.send('/nothing at all')
    const line = page.message('/nothing is not a valid command.')
    expect(await wordsOf(line)).toContain('Slackbot')
    await page.goto(at(stage.slack.url, USERS.owner, CHANNELS.archive))
    await page.getByPlaceholder('This channel is archived').waitFor()
    expect(await page.composer().isDisabled()).toBe(true)
  })

  it('sees what others write while viewing another channel', async () => {
    await page.goto(at(stage.slack.url, USERS.owner, CHANNELS.marketing))
    await page.getByRole('heading', { level: 2, name: '#marketing' }).waitFor()
    stage.slack.post({ user: USERS.member, channel: stage.channel, text: 'Good morning' })
    const unread = /^brand-visibility.*new messages/
    await page.goTo(unread)
    await page.message('Good morning').waitFor()
    await page.showSidebar()
    expect(await page.place(unread).count()).toBe(0)
  })
})
