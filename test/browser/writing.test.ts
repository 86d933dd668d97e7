/** Users write to an app, and it answers: in a channel, a thread, direct messages, and beside a channel. */
import { type App, Assistant } from '@slack/bolt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { boltForTest, type Running, startBolt } from '../sandbox/slack/bolt.ts'
import { manifestOf } from '../sandbox/slack/manifest.ts'
import {
  at,
  barriers,
  beside,
  browserForTests,
  composer,
  goTo,
  hasFocus,
  message,
  modal,
  overhang,
  place,
  playedIn,
  send,
} from './browser.ts'

const { visit } = browserForTests()
const user = USERS.owner

const scopes = ['app_mentions:read', 'assistant:write', 'chat:write', 'im:history']
const subscribed = ['agent_session_stopped', 'app_home_opened', 'app_mention', 'message.im']
const app_home = { home_tab_enabled: true, messages_tab_enabled: true }
const manifest = manifestOf(subscribed, scopes, {
  agent_view: { agent_description: 'Answers questions' },
  app_home,
})

/** Answers mentions and direct messages in their thread. On "think", it keeps thinking until it is stopped. */
function listen(app: App): void {
  app.event('app_mention', async ({ event, say }) => {
    await say({ text: `Heard: ${event.text}`, thread_ts: event.thread_ts ?? event.ts })
  })
  app.event('app_home_opened', async ({ event, client }) => {
    if (event.tab !== 'messages') return
    const prompts = [{ title: 'Who leads?', message: 'Which brand leads?' }]
    await client.assistant.threads.setSuggestedPrompts({ channel_id: event.channel, title: 'Try', prompts })
  })
  app.message(async ({ message: { channel: where, ts, ...message }, say, client }) => {
    if (message.subtype !== undefined || message.bot_id !== undefined) return
    const thread_ts = message.thread_ts ?? ts
    if (message.text === 'think')
      await client.agents.sessions.setStatus({ channel_id: where, thread_ts, status: 'processing' })
    else await say({ text: `Answer to: ${message.text}`, thread_ts })
  })
  app.event('agent_session_stopped', async ({ event, client, say }) => {
    const { channel: channel_id, thread_ts } = event
    await client.agents.sessions.setStatus({ channel_id, thread_ts, status: 'active' })
    await say({ text: 'Stopped.', thread_ts })
  })
}

describe.each(playedIn('light'))('a user who writes, $name', ({ theme, size }) => {
  let running: Running
  let page: Page
  beforeAll(async () => {
    running = await startBolt('socket', listen, { manifest })
    page = await visit(at(running.slack.url, user, CHANNELS.brandVisibility), { theme, size })
    await composer(page).waitFor()
  })
  afterAll(async () => {
    await page?.close()
    await running?.stop()
  })
  /** Chooses an action from the menu of the message with this text. */
  const act = async (saying: string, action: string) => {
    await message(page, saying)
      .getByRole('button', { name: /^Actions for the message/ })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('is offered the app after an @, and gets its answer in the thread', async () => {
    await composer(page).pressSequentially('hello @sig')
    await page
      .getByRole('listbox', { name: 'People' })
      .getByRole('option', { name: /^Sightline/ })
      .waitFor()
    expect(await barriers(page, '.composer')).toEqual([])
    await composer(page).press('Enter')
    expect(await composer(page).inputValue()).toBe('hello @Sightline ')
    await composer(page).pressSequentially('& all')
    await composer(page).press('Enter')
    const sent = message(page, 'hello @Sightline & all')
    await sent.getByRole('button', { name: /^1 reply/ }).click()
    await beside(page, 'Thread').getByText('Heard: hello @Sightline & all').waitFor()
    await page.keyboard.press('Escape')
  })

  it('edits a message with the keyboard, and cancels an edit', async () => {
    await act('hello @Sightline', 'Edit message')
    const field = page.getByRole('textbox', { name: 'Edit message' })
    expect(await field.inputValue()).toBe('hello @Sightline & all')
    expect(await barriers(page, '.message:has(.editing)')).toEqual([])
    await field.fill('good morning @Sightline')
    await field.press('Enter')
    const changed = message(page, 'good morning @Sightline')
    await changed.getByText('(edited)').waitFor()
    const menu = changed.getByRole('button', { name: /^Actions for the message/ })
    expect(await hasFocus(menu)).toBe(true)
    await changed.getByRole('button', { name: /^2 replies/ }).waitFor()
    await act('good morning', 'Edit message')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  })

  it('adds a reaction, sees who reacted, and removes it', async () => {
    await act('good morning', 'Add reaction')
    await modal(page).getByRole('button', { name: 'eyes' }).waitFor()
    expect(await barriers(page, 'dialog[open]')).toEqual([])
    await modal(page).getByRole('button', { name: 'eyes' }).click()
    const reaction = message(page, 'good morning').getByRole('button', { name: /^:eyes:, 1, Olivia Okafor/ })
    await reaction.waitFor()
    expect(await reaction.getAttribute('aria-pressed')).toBe('true')
    expect(await barriers(page, '.reactions')).toEqual([])
    await reaction.click()
    await reaction.waitFor({ state: 'detached' })
  })

  it('deletes a message after confirming', async () => {
    await act('good morning', 'Delete message')
    await modal(page).getByRole('button', { name: 'Cancel' }).click()
    await act('good morning', 'Delete message')
    await modal(page).getByRole('button', { name: 'Delete' }).click()
    await message(page, 'good morning').waitFor({ state: 'detached' })
  })

  it("is told if the mentioned app isn't in the channel", async () => {
    await goTo(page, /^general/)
    await send(page, '@Sightline are you there?')
    await message(page, 'Invite it to let it know').waitFor()
  })

  it('talks to the app in its Messages tab, by prompt and by hand, and stops it', async () => {
    await goTo(page, 'Sightline Home')
    const tabs = page.getByRole('navigation', { name: 'Sightline tabs' })
    await tabs.getByRole('button', { name: 'Messages' }).click()
    await page.getByRole('list', { name: 'Try' }).getByRole('button', { name: 'Who leads?' }).click()
    await message(page, 'Which brand leads?')
      .getByRole('button', { name: /^1 reply/ })
      .waitFor()
    await send(page, 'think')
    const thinks = message(page, 'think')
    await thinks.getByText('Sightline is working…').waitFor()
    await thinks.getByRole('button', { name: /^Reply in thread/ }).click()
    const thread = beside(page, 'Thread')
    await thread.getByRole('button', { name: 'Stop' }).waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await overhang(page)).toBe(0)
    await thread.getByRole('button', { name: 'Stop' }).click()
    await thread.getByText('Stopped.').waitFor()
    await thread.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await goTo(page, 'Sightline Home')
    await tabs.locator('[aria-current=page]', { hasText: 'Home' }).waitFor()
  })

  it('asks the app beside a channel', async () => {
    await goTo(page, /^brand-visibility/)
    await page.getByRole('button', { name: 'Ask Sightline' }).click()
    const pane = beside(page, 'Sightline')
    const field = pane.getByRole('combobox', { name: 'Message Sightline' })
    await field.fill('And now?')
    await field.press('Enter')
    await pane.getByText('Answer to: And now?').waitFor()
    expect(await place(page, /^@?\s*Sightline.*new messages/).count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    expect(await overhang(page)).toBe(0)
    await pane.getByRole('button', { name: 'Close Sightline' }).click()
    await pane.waitFor({ state: 'detached' })
    await expect.poll(() => running.slack.assistant(user)).toBeUndefined()
  })
})

it('an assistant in separate threads starts a conversation with the current channel, and shows its title', async () => {
  const events = [...subscribed, 'assistant_thread_started']
  const legacy = manifestOf(events, scopes, { assistant_view: {}, app_home })
  const hear = (app: App) =>
    app.assistant(
      new Assistant({
        threadStarted: async ({ event, say, setSuggestedPrompts }) => {
          await say(`Hello from <#${event.assistant_thread.context.channel_id}>`)
          await setSuggestedPrompts({ prompts: [{ title: 'Who leads?', message: 'Which brand leads?' }] })
        },
        userMessage: async ({ say, setTitle, setStatus }) => {
          await setStatus('is counting…')
          await setTitle('The leading brand')
          await say('Northwind')
        },
      }),
    )
  const running = await boltForTest('socket', hear, { manifest: legacy })
  const page = await visit(at(running.slack.url, user, CHANNELS.marketing))
  await page.getByRole('button', { name: 'Ask Sightline' }).click()
  const pane = beside(page, 'Sightline')
  await pane.getByText('Hello from #marketing').waitFor()
  await pane.getByText('New chat').waitFor()
  await pane.getByRole('button', { name: 'Who leads?' }).click()
  await pane.getByText('Northwind').waitFor()
  await pane.getByText('The leading brand').waitFor()
  expect(await barriers(page, '.side')).toEqual([])
  await page.close()
})

it("a user can't write if the app's Messages tab is read only", async () => {
  const tab = { app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: true } }
  const running = await boltForTest('socket', listen, { manifest: manifestOf(subscribed, scopes, tab) })
  const page = await visit(at(running.slack.url, user, 'messages'))
  await page.getByPlaceholder('Sending messages to this app has been turned off.').waitFor()
  expect(await composer(page).isDisabled()).toBe(true)
  await page.close()
})
