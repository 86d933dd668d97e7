/** Users write to an app, and it answers: in a channel, a thread, direct messages, and beside a channel. */
import { type App, Assistant } from '@slack/bolt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { boltForTest, type Running, startBolt } from '../sandbox/slack/bolt.ts'
import { manifestOf } from '../sandbox/slack/manifest.ts'
import { at, browserForTests, hasFocus, leave, playedIn, type Screen } from './browser.ts'

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
  let page: Screen
  beforeAll(async () => {
    running = await startBolt('socket', listen, { manifest })
    page = await visit(at(running.slack.url, user, CHANNELS.brandVisibility), { theme, size })
    await page.composer().waitFor()
  })
  afterAll(() => leave(page, running))
  /** Chooses an action from the menu of the message with this text. */
  const act = async (saying: string, action: string) => {
    await page
      .message(saying)
      .getByRole('button', { name: /^Actions for the message/ })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('is offered the app after an @, and gets its answer in the thread', async () => {
    await page.composer().pressSequentially('hello @sig')
    await page
      .getByRole('listbox', { name: 'People' })
      .getByRole('option', { name: /^Sightline/ })
      .waitFor()
    expect(await page.barriers('.composer')).toEqual([])
    await page.composer().press('Enter')
    expect(await page.composer().inputValue()).toBe('hello @Sightline ')
    await page.composer().pressSequentially('& all')
    await page.composer().press('Enter')
    const sent = page.message('hello @Sightline & all')
    await sent.getByRole('button', { name: /^1 reply/ }).click()
    await page.beside('Thread').getByText('Heard: hello @Sightline & all').waitFor()
    await page.keyboard.press('Escape')
  })

  it('edits a message with the keyboard, and cancels an edit', async () => {
    await act('hello @Sightline', 'Edit message')
    const field = page.getByRole('textbox', { name: 'Edit message' })
    expect(await field.inputValue()).toBe('hello @Sightline & all')
    expect(await page.barriers('.message:has(.editing)')).toEqual([])
    await field.fill('good morning @Sightline')
    await field.press('Enter')
    const changed = page.message('good morning @Sightline')
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
    await page.modal().getByRole('button', { name: 'eyes' }).waitFor()
    expect(await page.barriers('dialog[open]')).toEqual([])
    await page.modal().getByRole('button', { name: 'eyes' }).click()
    const reaction = page.message('good morning').getByRole('button', { name: /^:eyes:, 1, Olivia Okafor/ })
    await reaction.waitFor()
    expect(await reaction.getAttribute('aria-pressed')).toBe('true')
    expect(await page.barriers('.reactions')).toEqual([])
    await reaction.click()
    await reaction.waitFor({ state: 'detached' })
  })

  it('deletes a message after confirming', async () => {
    await act('good morning', 'Delete message')
    await page.modal().getByRole('button', { name: 'Cancel' }).click()
    await act('good morning', 'Delete message')
    await page.modal().getByRole('button', { name: 'Delete' }).click()
    await page.message('good morning').waitFor({ state: 'detached' })
  })

  it("is told if the mentioned app isn't in the channel", async () => {
    await page.goTo(/^general/)
    await page.send('@Sightline are you there?')
    await page.message('Invite it to let it know').waitFor()
  })

  it('talks to the app in its Messages tab, by prompt and by hand, and stops it', async () => {
    await page.goTo('Sightline Home')
    const tabs = page.getByRole('navigation', { name: 'Sightline tabs' })
    await tabs.getByRole('button', { name: 'Messages' }).click()
    await page.getByRole('list', { name: 'Try' }).getByRole('button', { name: 'Who leads?' }).click()
    await page
      .message('Which brand leads?')
      .getByRole('button', { name: /^1 reply/ })
      .waitFor()
    await page.send('think')
    const thinks = page.message('think')
    await thinks.getByText('Sightline is working…').waitFor()
    await thinks.getByRole('button', { name: /^Reply in thread/ }).click()
    const thread = page.beside('Thread')
    await thread.getByRole('button', { name: 'Stop' }).waitFor()
    expect(await page.barriers()).toEqual([])
    await thread.getByRole('button', { name: 'Stop' }).click()
    await thread.getByText('Stopped.').waitFor()
    await thread.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.goTo('Sightline Home')
    await tabs.locator('[aria-current=page]', { hasText: 'Home' }).waitFor()
  })

  it('asks the app beside a channel', async () => {
    await page.goTo(/^brand-visibility/)
    await page.getByRole('button', { name: 'Ask Sightline' }).click()
    const pane = page.beside('Sightline')
    const field = pane.getByRole('combobox', { name: 'Message Sightline' })
    await field.fill('And now?')
    await field.press('Enter')
    await pane.getByText('Answer to: And now?').waitFor()
    expect(await page.place(/^@?\s*Sightline.*new messages/).count()).toBe(0)
    expect(await page.barriers()).toEqual([])
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
  const pane = page.beside('Sightline')
  await pane.getByText('Hello from #marketing').waitFor()
  await pane.getByText('New chat').waitFor()
  await pane.getByRole('button', { name: 'Who leads?' }).click()
  await pane.getByText('Northwind').waitFor()
  await pane.getByText('The leading brand').waitFor()
  expect(await page.barriers('.side')).toEqual([])
  await page.close()
})

it("a user can't write if the app's Messages tab is read only", async () => {
  const tab = { app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: true } }
  const running = await boltForTest('socket', listen, { manifest: manifestOf(subscribed, scopes, tab) })
  const page = await visit(at(running.slack.url, user, 'messages'))
  await page.getByPlaceholder('Sending messages to this app has been turned off.').waitFor()
  expect(await page.composer().isDisabled()).toBe(true)
  await page.close()
})
