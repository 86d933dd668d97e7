import type { App, BlockAction } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import { actions, button, option, options, plain, section } from '../blocks.ts'
import { boltForTest, MODES } from '../bolt.ts'

const channel = CHANNELS.brandVisibility
const go = button('Go', { action_id: 'go', value: 'v1:abc', style: 'primary' })
const pick = { type: 'static_select', action_id: 'pick', options: options('daily', 'weekly') }
const blocks = [
  { ...actions(go, pick), block_id: 'menu' },
  section(plain('Plain'), { accessory: { type: 'overflow', options: options('mute', 'stop') } }),
]

describe.each(MODES)('clicks over %s', (mode) => {
  const start = async (more: (app: App) => void = () => undefined) => {
    const bodies: BlockAction[] = []
    const { slack, app } = await boltForTest(mode, (bolt) => {
      bolt.action(/.*/, async ({ ack, body }) => {
        await ack()
        bodies.push(body as BlockAction)
      })
      more(bolt)
    })
    const { chat } = app.client
    /** Posts the blocks, in a thread or not. */
    const post = async (thread_ts?: string) => {
      const place = thread_ts === undefined ? { channel } : { channel, thread_ts }
      return String((await chat.postMessage({ ...place, text: 'menu', blocks })).ts)
    }
    /** Posts them for one person. */
    const whisper = async (user: string) =>
      String((await chat.postEphemeral({ channel, user, text: 'psst', blocks })).message_ts)
    return { slack, chat, bodies, post, whisper }
  }

  it('tell the app which button was clicked, in which message, by whom', async () => {
    const { slack, bodies, post } = await start()
    const ts = await post()
    const answered = await slack.click({ user: USERS.member, channel, ts, actionId: 'go' })
    expect(answered.ok).toBe(true)
    const [body] = bodies
    expect(body).toMatchObject({
      type: 'block_actions',
      user: { id: USERS.member, username: 'maya', team_id: 'T0SANDBOX' },
      container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'brand-visibility' },
      enterprise: null,
      is_enterprise_install: false,
      message: { ts, text: 'menu', bot_id: 'B0SIGHTLINE' },
    })
    expect(body?.actions[0]).toMatchObject({
      action_id: 'go',
      block_id: 'menu',
      type: 'button',
      value: 'v1:abc',
      style: 'primary',
      text: { text: 'Go' },
    })
    expect(body?.state?.values.menu?.pick).toEqual({ type: 'static_select', selected_option: null })
  })

  it('include the current and earlier choices', async () => {
    const { slack, bodies, post } = await start()
    const ts = await post()
    const selection = { selected_option: { value: 'weekly' } }
    await slack.click({ user: USERS.member, channel, ts, actionId: 'pick', selection })
    await slack.click({ user: USERS.member, channel, ts, actionId: 'go' })
    await slack.click({ user: USERS.owner, channel, ts, actionId: 'go' })
    const chosen = bodies.map((body) => body.state?.values.menu?.pick?.selected_option)
    expect(chosen).toEqual([option('weekly'), option('weekly'), null])
    expect(bodies[0]?.actions[0]).toMatchObject({ type: 'static_select', selected_option: option('weekly') })
  })

  it('also work on elements that were sent without ids', async () => {
    const { slack, bodies, post } = await start()
    const ts = await post()
    const [shown] = slack.messages(channel)
    const [, plainBlock] = shown?.blocks ?? []
    const overflow = plainBlock?.accessory as { action_id: string }
    const selection = { selected_option: { value: 'stop' } }
    await slack.click({ user: USERS.member, channel, ts, actionId: overflow.action_id, selection })
    expect(bodies[0]?.actions[0]).toMatchObject({ type: 'overflow', selected_option: option('stop') })
    expect(bodies[0]?.actions[0]?.block_id).toBe(plainBlock?.block_id)
  })

  it('on an ephemeral message contain no message, and can replace it', async () => {
    const { slack, bodies, whisper } = await start((app) => {
      app.action('go', ({ respond }) =>
        respond({ replace_original: true, text: 'replaced' }).then(() => undefined),
      )
    })
    const ts = await whisper(USERS.member)
    await slack.click({ user: USERS.member, channel, ts, actionId: 'go' })
    await slack.until(() => slack.messages(channel)[0]?.text === 'replaced', 'the replacement')
    expect(bodies[0]?.message).toBeUndefined()
    expect(bodies[0]?.container).toMatchObject({ is_ephemeral: true })
    expect(slack.messages(channel)).toMatchObject([{ ts, ephemeralFor: USERS.member, blocks: [] }])
  })

  it('name the message’s thread', async () => {
    const { slack, bodies, post } = await start()
    const parent = await post()
    await slack.click({ user: USERS.member, channel, ts: await post(parent), actionId: 'go' })
    expect(bodies[0]?.container).toMatchObject({ thread_ts: parent })
    await slack.click({ user: USERS.member, channel, ts: parent, actionId: 'go' })
    expect(bodies[1]?.container).toMatchObject({ message_ts: parent, thread_ts: parent })
  })

  it('are refused where a user could not click', async () => {
    const { slack, bodies, post, whisper } = await start()
    const ts = await post()
    const by = { user: USERS.member, channel }
    await expect(slack.click({ ...by, ts, actionId: 'gone' })).rejects.toThrow('no element "gone" in message')
    await expect(slack.click({ ...by, ts: '1.0', actionId: 'go' })).rejects.toThrow('sees no message 1.0')
    const hidden = await whisper(USERS.owner)
    await expect(slack.click({ ...by, ts: hidden, actionId: 'go' })).rejects.toThrow('sees no message')
    const selection = { selected_option: { value: 'monthly' } }
    await expect(slack.click({ ...by, ts, actionId: 'pick', selection })).rejects.toThrow('daily, weekly')
    expect(bodies).toEqual([])
  })

  it('require a block id if two elements have the same action id', async () => {
    const { slack, chat, bodies } = await start()
    const twice = ['a', 'b'].map((value) => ({ ...actions({ ...go, value }), block_id: value }))
    const sent = await chat.postMessage({ channel, text: 'x', blocks: twice })
    const click = { user: USERS.member, channel, ts: String(sent.ts), actionId: 'go' }
    await expect(slack.click(click)).rejects.toThrow('choose one by blockId: a, b')
    await slack.click({ ...click, blockId: 'b' })
    expect(bodies[0]?.actions[0]).toMatchObject({ value: 'b' })
  })
})
