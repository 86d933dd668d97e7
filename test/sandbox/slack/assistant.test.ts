/** The app's assistant, in both of Slack's versions: docs.slack.dev/ai/migrating-to-agent-messaging */
import { Assistant } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import { APP, CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { hearingBolt, MODES, ofType } from './bolt.ts'
import { manifestOf } from './manifest.ts'
import { started } from './web-api.ts'

const { brandVisibility, marketing, ownerDm } = CHANNELS
const user = USERS.owner

const subscribed = [
  'app_home_opened',
  'app_context_changed',
  'assistant_thread_started',
  'assistant_thread_context_changed',
  'message.im',
]
const scopes = ['assistant:write', 'chat:write', 'im:history']
const suggested_prompts = [{ title: 'Standings', message: 'Where do we <stand>?' }]
const app_home = { messages_tab_enabled: true }
const assistant_view = { assistant_description: 'x', suggested_prompts }
const agent_view = { agent_description: 'x', suggested_prompts }
const legacy = manifestOf(subscribed, scopes, { assistant_view, app_home })
const agent = manifestOf(subscribed, scopes, { agent_view, app_home })

describe.each(MODES)('an assistant in separate threads (assistant_view), over %s', (mode) => {
  it("works with Bolt's Assistant: context, prompts, title, status, answer", async () => {
    const { slack, heard } = await hearingBolt(mode, legacy, (app) => {
      app.assistant(
        new Assistant({
          threadStarted: async ({ say, setSuggestedPrompts, saveThreadContext }) => {
            await say('What do you want to know?')
            await saveThreadContext()
            await setSuggestedPrompts({
              title: 'Try these',
              prompts: [{ title: 'Top brand', message: 'Which brand leads?' }],
            })
          },
          userMessage: async ({ message, say, setTitle, setStatus, getThreadContext }) => {
            await setTitle('text' in message ? String(message.text) : '')
            await setStatus('is counting…')
            const context = await getThreadContext()
            await say(`Seen from <#${context.channel_id}>`)
          },
        }),
      )
    })
    const opened = await slack.openAssistant({ user, channel: brandVisibility })
    expect(opened).toMatchObject({ channel: ownerDm, title: 'New chat', prompts: suggested_prompts })
    const pane = await slack.until(() => {
      const shown = slack.assistant(user)
      return shown?.promptsTitle === 'Try these' && shown
    }, 'the prompts')
    expect(pane.prompts).toEqual([{ title: 'Top brand', message: 'Which brand leads?' }])
    expect(ofType(heard.items, 'assistant_thread_started').assistant_thread).toEqual({
      user_id: user,
      context: { channel_id: brandVisibility, team_id: slack.team.id, enterprise_id: null },
      channel_id: ownerDm,
      thread_ts: pane.thread_ts,
    })
    await slack.moveTo({ user, channel: marketing })
    await slack.moveTo({ user, channel: marketing })
    const moved = heard.items.filter(({ type }) => type === 'assistant_thread_context_changed')
    expect(moved).toMatchObject([{ assistant_thread: { context: { channel_id: marketing } } }])

    const ts = slack.choosePrompt({ user, prompt: 'Top brand' })
    await slack.until(
      () => slack.messages(ownerDm).some(({ text }) => text.startsWith('Seen from')),
      'the answer',
    )
    const asked = heard.items.find((event) => event.ts === ts)
    expect(asked).toMatchObject({
      channel_type: 'im',
      text: 'Which brand leads?',
      thread_ts: pane.thread_ts,
      assistant_thread: { action_token: expect.any(String) },
    })
    expect(slack.assistant(user)).toMatchObject({ title: 'Which brand leads?', prompts: [] })
    expect(slack.messages(ownerDm)[0]).toMatchObject({
      subtype: 'assistant_app_thread',
      assistant_app_thread: { title: 'Which brand leads?' },
    })
    // The answer has cleared the status.
    expect(slack.statuses()).toEqual([])
    expect(slack.requests().map(({ method }) => method)).toContain('assistant.threads.setStatus')
  })
})

describe.each(MODES)('an assistant in the Messages tab (agent_view), over %s', (mode) => {
  it("sends events about the tab and the user's channel, not about threads", async () => {
    const { slack, heard, client } = await hearingBolt(mode, agent)
    const entity = (value: string) => ({ type: 'slack#/types/channel_id', value, team_id: slack.team.id })
    const pane = await slack.openAssistant({ user, channel: brandVisibility })
    expect(pane).toEqual({ channel: ownerDm, prompts: suggested_prompts })
    await slack.moveTo({ user, channel: marketing })
    const ts = slack.choosePrompt({ user, prompt: 'Standings' })
    await heard.have(4)
    await slack.moveTo({ user, channel: ownerDm })
    const events = await heard.have(6)
    expect(events.map(({ event_ts: _, ...event }) => event)).toMatchObject([
      {
        type: 'app_home_opened',
        tab: 'messages',
        channel: ownerDm,
        context: { entities: [entity(brandVisibility)] },
      },
      { type: 'app_context_changed', context: { entities: [entity(marketing)] } },
      { type: 'app_context_changed', channel: ownerDm, user, context: { entities: [entity(marketing)] } },
      {
        type: 'message',
        text: 'Where do we &lt;stand&gt;?',
        ts,
        app_context: { entities: [entity(marketing)] },
      },
      { type: 'app_context_changed', context: {} },
      { type: 'app_context_changed', channel: ownerDm, user, context: {} },
    ])
    expect(events[1]).not.toHaveProperty('user')
    expect(slack.assistant(user)?.prompts).toEqual([])
    const prompts = [{ title: 'a', message: 'b' }]
    await client.assistant.threads.setSuggestedPrompts({ channel_id: ownerDm, thread_ts: ts, prompts })
    expect(slack.assistant(user)?.prompts).toEqual([])
    await client.assistant.threads.setSuggestedPrompts({ channel_id: ownerDm, prompts, title: 'Next' })
    expect(slack.assistant(user)).toMatchObject({ promptsTitle: 'Next', prompts })
    await client.assistant.threads.setTitle({ channel_id: ownerDm, thread_ts: ts, title: 'Standings' })
    slack.closeAssistant({ user })
    expect(await slack.moveTo({ user, channel: marketing })).toEqual({ ok: true, ms: 0 })
    expect(heard.items).toHaveLength(6)
  })
})

it('a status also appears in channel threads, until the app answers there or two minutes have passed', async () => {
  const clock = createSandboxClock()
  const { slack, client } = await started({ clock })
  const thread_ts = slack.post({ user, channel: brandVisibility, text: `<@${APP.botUser}> hello` })
  const at = { channel_id: brandVisibility, thread_ts }
  const loading_messages = ['Counting', 'Comparing']
  await client.assistant.threads.setStatus({ ...at, status: 'is thinking…', loading_messages })
  const shown = { channel: brandVisibility, thread_ts, status: 'is thinking…', loading_messages }
  expect(slack.statuses()).toEqual([shown])
  await client.chat.postMessage({ channel: brandVisibility, text: 'elsewhere' })
  expect(slack.statuses()).toEqual([shown])
  await client.chat.postMessage({ channel: brandVisibility, thread_ts, text: 'Done' })
  expect(slack.statuses()).toEqual([])
  await client.assistant.threads.setStatus({ ...at, status: 'is thinking…' })
  await client.assistant.threads.setStatus({ ...at, status: '' })
  expect(slack.statuses()).toEqual([])
  await client.assistant.threads.setStatus({ ...at, status: 'is thinking…' })
  clock.advance({ seconds: 119 })
  expect(slack.statuses()).toHaveLength(1)
  clock.advance({ seconds: 1 })
  expect(slack.statuses()).toEqual([])
})

describe("an agent's session", () => {
  it('shows that it is working, has a title, and can be stopped', async () => {
    const manifest = manifestOf([...subscribed, 'agent_session_stopped'], scopes, { agent_view, app_home })
    const { slack, heard, client } = await hearingBolt('socket', manifest)
    const thread_ts = slack.post({ user, channel: ownerDm, text: 'How are we doing?' })
    const at = { channel_id: ownerDm, thread_ts }
    const set = await client.agents.sessions.setStatus({ ...at, status: 'processing', title: 'Standings' })
    expect(set).toMatchObject({ ok: true, status: 'processing', title: 'Standings' })
    expect(set.warning).toBeUndefined()
    await slack.stopSession({ user, channel: ownerDm, thread_ts })
    expect(ofType(heard.items, 'agent_session_stopped')).toMatchObject({
      channel: ownerDm,
      user,
      thread_ts,
      streaming_message_ts: [],
    })
    await client.agents.sessions.rename({ ...at, title: 'This week' })
    await client.agents.sessions.setStatus({ ...at, status: 'active', title: 'ignored' })
    expect(slack.sessions()).toEqual([{ channel: ownerDm, thread_ts, status: 'active', title: 'This week' }])
    await expect(slack.stopSession({ user, channel: ownerDm, thread_ts })).rejects.toThrow(
      'no work is in progress',
    )
  })

  it("warns that users can't stop it without the event", async () => {
    const { slack, client } = await hearingBolt('socket', agent)
    const thread_ts = slack.post({ user, channel: ownerDm, text: 'x' })
    const set = { channel_id: ownerDm, thread_ts, status: 'processing' }
    expect(await client.agents.sessions.setStatus(set)).toMatchObject({
      warning: 'missing_agent_session_stopped_event_subscription',
    })
  })
})

it('an app without the feature has no assistant to open', async () => {
  const { slack } = await hearingBolt('socket', manifestOf(subscribed, scopes))
  await expect(slack.openAssistant({ user })).rejects.toThrow('no assistant')
  expect(slack.assistant(user)).toBeUndefined()
})
