/** The events that an app gets when users write, edit, delete and react: docs.slack.dev/reference/events/message */
import { describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { rich, richSection, text as richText } from './blocks.ts'
import { boltForTest, hearingBolt, MODES, type Mode, ofType } from './bolt.ts'
import { manifestOf } from './manifest.ts'

const { brandVisibility: channel, general, leads, ownerDm } = CHANNELS
const named = `<@${APP.botUser}>`

const scopes = [
  'app_mentions:read',
  'channels:history',
  'groups:history',
  'im:history',
  'reactions:read',
  'reactions:write',
  'chat:write',
]
const subscribed = [
  'app_home_opened',
  'app_mention',
  'message.channels',
  'message.groups',
  'message.im',
  'reaction_added',
  'reaction_removed',
]
const tab = { app_home: { messages_tab_enabled: true } }
const start = (mode: Mode, manifest: object = manifestOf(subscribed, scopes, tab)) =>
  hearingBolt(mode, manifest, undefined, { ignoreSelf: false })
const stamp = expect.stringMatching(/^\d+\.\d{6}$/)

describe.each(MODES)('a user’s message, over %s', (mode) => {
  it('reaches the app as a message and as a mention, with one ts and its rich text', async () => {
    const { slack, heard } = await start(mode)
    const first = slack.post({ user: USERS.owner, channel, text: 'first' })
    const text = `${named} how *are* we doing in <#${channel}>? See <https://example.com/a>`
    const ts = slack.post({ user: USERS.member, channel, text, thread_ts: first })
    const events = await heard.have(3)
    const words = [
      { type: 'user', user_id: APP.botUser },
      richText(' how '),
      richText('are', { style: { bold: true } }),
      richText(' we doing in '),
      { type: 'channel', channel_id: channel },
      richText('? See '),
      { type: 'link', url: 'https://example.com/a' },
    ]
    const written = {
      user: USERS.member,
      text,
      ts,
      thread_ts: first,
      parent_user_id: USERS.owner,
      client_msg_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      team: slack.team.id,
      channel,
      event_ts: ts,
      blocks: [{ ...rich(richSection(...words)), block_id: expect.any(String) }],
    }
    expect(ofType(events, 'app_mention')).toEqual({ ...written, type: 'app_mention' })
    const message = events.find((event) => event.type === 'message' && event.ts === ts)
    expect(message).toEqual({ ...written, type: 'message', channel_type: 'channel' })
  })

  it('is sent again if it was not acknowledged', async () => {
    const { slack, heard } = await start(mode)
    slack.post({ user: USERS.member, channel, text: 'once' })
    await heard.have(1)
    await slack.redeliver('events_api')
    const [first, again] = await heard.have(2)
    expect(again).toEqual({ ...first, retryNum: 1 })
  })

  it('causes an event when users or the app edit or delete it', async () => {
    const { slack, client, heard } = await start(mode)
    const ts = slack.post({ user: USERS.owner, channel: leads, text: 'before' })
    slack.edit({ user: USERS.owner, channel: leads, ts, text: 'after' })
    slack.remove({ user: USERS.owner, channel: leads, ts })
    const ownTs = String((await client.chat.postMessage({ channel, text: 'mine' })).ts)
    await client.chat.update({ channel, ts: ownTs, text: 'changed' })
    await client.chat.delete({ channel, ts: ownTs })
    const events = await heard.have(6)
    const about = (subtype: string | undefined, where: string) =>
      events.find((event) => event.subtype === subtype && event.channel === where)
    const byPerson = { type: 'message', user: USERS.owner, ts, client_msg_id: expect.any(String) }
    const common = { type: 'message', channel: leads, channel_type: 'group', hidden: true, ts: stamp }
    expect(about('message_changed', leads)).toMatchObject({
      ...common,
      message: { ...byPerson, text: 'after', edited: { user: USERS.owner, ts: stamp } },
      previous_message: { ...byPerson, text: 'before' },
    })
    expect(about('message_deleted', leads)).toMatchObject({
      ...common,
      deleted_ts: ts,
      previous_message: { ...byPerson, text: 'after' },
    })
    const byApp = { user: APP.botUser, bot_id: APP.botId, bot_profile: { name: APP.name }, ts: ownTs }
    expect(about(undefined, channel)).toMatchObject({ ...byApp, text: 'mine', channel_type: 'channel' })
    expect(about(undefined, channel)).not.toHaveProperty('client_msg_id')
    expect(about('message_changed', channel)).toMatchObject({ message: { ...byApp, text: 'changed' } })
    expect(about('message_deleted', channel)).toMatchObject({ deleted_ts: ownTs })
    expect(slack.messages(leads)).toEqual([])
  })

  it('mentions the app again with each edit, in another event with the same ts', async () => {
    const { slack, heard } = await start(mode)
    const ts = slack.post({ user: USERS.member, channel, text: `${named} visibilty` })
    slack.edit({ user: USERS.member, channel, ts, text: `${named} visibility` })
    const mentions = (await heard.have(4)).filter(({ type }) => type === 'app_mention')
    expect(mentions.map((event) => [event.ts, event.edited])).toEqual(
      expect.arrayContaining([
        [ts, undefined],
        [ts, { user: USERS.member, ts: stamp }],
      ]),
    )
  })

  it('is no mention in direct messages, and can have threads there', async () => {
    const { slack, client, heard } = await start(mode)
    const opened = await slack.openMessages({ user: USERS.owner })
    expect(opened).toMatchObject({ ok: true, channel: ownerDm })
    const ts = slack.post({ user: USERS.owner, channel: ownerDm, text: `${named} hello` })
    await client.chat.postMessage({ channel: USERS.owner, text: 'hi', thread_ts: ts })
    const events = await heard.have(3)
    expect(events.map(({ type }) => type).toSorted()).toEqual(['app_home_opened', 'message', 'message'])
    expect(ofType(events, 'app_home_opened')).toMatchObject({
      user: USERS.owner,
      channel: ownerDm,
      tab: 'messages',
    })
    expect(events.filter(({ type }) => type === 'message')).toMatchObject([
      { channel: ownerDm, channel_type: 'im', text: `${named} hello` },
      { channel: ownerDm, channel_type: 'im', thread_ts: ts, parent_user_id: USERS.owner },
    ])
  })

  it('in a channel without the app reaches it when the author invites it', async () => {
    const { slack, heard } = await start(mode)
    const user = USERS.member
    slack.post({ user, channel: general, text: 'unheard' })
    const ts = slack.post({ user, channel: general, text: `${named} are you there?` })
    slack.setMember({ channel: general, user: APP.botUser, member: true, inviter: user })
    expect(await heard.have(1)).toMatchObject([{ type: 'app_mention', channel: general, ts }])
    slack.post({ user, channel: general, text: 'heard' })
    expect((await heard.have(2))[1]).toMatchObject({ type: 'message', text: 'heard' })
  })

  it('in a group conversation reaches the app as a message and as a mention', async () => {
    const { slack, client, heard } = await start(
      mode,
      manifestOf([...subscribed, 'message.mpim'], [...scopes, 'mpim:history', 'im:write', 'mpim:write']),
    )
    const users = `${USERS.owner},${USERS.member}`
    const opened = await client.conversations.open({ users })
    const group = String(opened.channel?.id)
    expect((await client.conversations.open({ users })).channel?.id).toBe(group)
    slack.post({ user: USERS.member, channel: group, text: `${named} hello` })
    const events = await heard.have(2)
    expect(events.map(({ type, channel_type }) => [type, channel_type])).toEqual(
      expect.arrayContaining([
        ['message', 'mpim'],
        ['app_mention', undefined],
      ]),
    )
  })

  it('gets reactions, and loses removed ones', async () => {
    const { slack, client, heard } = await start(mode)
    const ts = slack.post({ user: USERS.owner, channel, text: 'x' })
    slack.react({ user: USERS.member, channel, ts, reaction: 'eyes' })
    await client.reactions.add({ channel, timestamp: ts, name: 'eyes' })
    expect(slack.messages(channel)[0]?.reactions).toEqual([
      { name: 'eyes', users: [USERS.member, APP.botUser] },
    ])
    slack.react({ user: USERS.member, channel, ts, reaction: 'eyes', on: false })
    const events = (await heard.have(4)).filter(({ type }) => type !== 'message')
    const reaction = {
      reaction: 'eyes',
      item: { type: 'message', channel, ts },
      item_user: USERS.owner,
      event_ts: stamp,
    }
    expect(events).toEqual(
      expect.arrayContaining([
        { ...reaction, type: 'reaction_added', user: USERS.member },
        { ...reaction, type: 'reaction_added', user: APP.botUser },
        { ...reaction, type: 'reaction_removed', user: USERS.member },
      ]),
    )
  })

  it('is sent without a manifest, too: the first tutorial gets its "hello"', async () => {
    const { slack } = await boltForTest(mode, (app) => {
      app.message('hello', async ({ message, say }) => {
        if (message.subtype === undefined) await say(`Hey there <@${message.user}>!`)
      })
    })
    for (const where of [channel, leads, ownerDm]) {
      slack.post({ user: USERS.owner, channel: where, text: 'hello' })
      await slack.until(
        () => slack.messages(where).some(({ text }) => text === `Hey there <@${USERS.owner}>!`),
        `an answer in ${where}`,
      )
    }
  })

  it('is sent only if the manifest and its scopes allow it', async () => {
    const { slack, heard } = await start(
      mode,
      manifestOf(['app_mention', 'message.channels', 'reaction_added'], ['app_mentions:read']),
    )
    const ts = slack.post({ user: USERS.member, channel, text: 'not heard' })
    slack.react({ user: USERS.member, channel, ts, reaction: 'eyes' })
    slack.edit({ user: USERS.member, channel, ts, text: 'still not' })
    slack.post({ user: USERS.member, channel, text: `${named} heard` })
    expect(await heard.have(1)).toMatchObject([{ type: 'app_mention', text: `${named} heard` }])
    await slack.until(() => slack.deliveries().length > 0, 'the end of the delivery')
    expect(slack.deliveries()).toHaveLength(1)
  })
})

describe('users', () => {
  const readOnly = {
    features: { app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: true } },
  }

  it('edit and delete their own messages; owners and admins delete others’ messages', async () => {
    const { slack } = await start('socket')
    const ts = slack.post({ user: USERS.member, channel, text: 'mine' })
    const input = { channel, ts }
    expect(() => slack.edit({ ...input, user: USERS.owner, text: 'x' })).toThrow('did not write')
    expect(() => slack.remove({ ...input, user: USERS.member2 })).toThrow('may not delete it')
    expect(() => slack.react({ ...input, user: USERS.external, reaction: 'eyes' })).toThrow('is not in')
    expect(() => slack.react({ ...input, user: USERS.owner, reaction: 'no such!' })).toThrow(
      'not an emoji name',
    )
    slack.remove({ ...input, user: USERS.admin })
    expect(slack.messages(channel)).toEqual([])
  })

  it.each([
    ['can be read only', readOnly],
    ['is off', {}],
  ])('cannot write to the app where its Messages tab %s', async (_state, manifest) => {
    const { slack } = await start('socket', manifest)
    expect(() => slack.post({ user: USERS.owner, channel: ownerDm, text: 'x' })).toThrow(
      'Sending messages to this app has been turned off.',
    )
  })
})
