import { describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import { hearingBolt, inOrder, MODES, ofType } from '../bolt.ts'
import { manifestOf } from '../manifest.ts'

const channel = CHANNELS.brandVisibility
const tab = { app_home: { messages_tab_enabled: true } }

describe.each(MODES)('events over %s', (mode) => {
  const start = (bot_events: string[], scopes: string[]) =>
    hearingBolt(mode, manifestOf(bot_events, ['chat:write', ...scopes], tab))

  it('are sent if the manifest subscribes to them', async () => {
    const { slack, heard } = await start(
      ['app_mention', 'member_joined_channel', 'channel_archive'],
      ['app_mentions:read', 'channels:read'],
    )
    slack.post({ user: USERS.member, channel, text: 'unheard' })
    slack.post({ user: USERS.member, channel, text: `<@${APP.botUser}> help` })
    slack.setMember({ channel, user: USERS.external, member: true })
    slack.setMember({ channel: CHANNELS.general, user: APP.botUser, member: true })
    slack.setArchived(CHANNELS.marketing, true)
    const events = await heard.have(4)
    expect(events.map(({ type }) => type).sort()).toEqual([
      'app_mention',
      'channel_archive',
      'member_joined_channel',
      'member_joined_channel',
    ])
    expect(ofType(events, 'app_mention')).toMatchObject({ user: USERS.member, channel })
    expect(await slack.openHome({ user: USERS.member })).toEqual({ ok: true, ms: 0 })
  })

  it('about leaving a channel, or archiving a private one, reach the app as its member or about itself', async () => {
    const { slack, heard } = await start(
      ['member_left_channel', 'channel_left', 'group_left', 'group_archive'],
      ['channels:read', 'groups:read'],
    )
    const { leads, marketing } = CHANNELS
    slack.setMember({ channel, user: USERS.member, member: false })
    slack.setMember({ channel: marketing, user: APP.botUser, member: false })
    slack.setArchived(leads, true)
    slack.setMember({ channel: leads, user: APP.botUser, member: false })
    slack.setArchived(leads, true)
    slack.setMember({ channel, user: USERS.owner, member: false })
    expect(inOrder(await heard.have(5))).toMatchObject([
      { type: 'member_left_channel', user: USERS.member, channel },
      { type: 'channel_left', channel: marketing, actor_id: APP.botUser },
      { type: 'group_archive', channel: leads, user: USERS.owner },
      { type: 'group_left', channel: leads },
      { type: 'member_left_channel', user: USERS.owner },
    ])
  })

  it('about joining a channel name the inviter and the member’s workspace', async () => {
    const { slack, heard } = await start(['member_joined_channel'], ['channels:read', 'groups:read'])
    const { general, leads, marketing } = CHANNELS
    slack.setMember({ channel: general, user: APP.botUser, member: true, inviter: USERS.admin })
    slack.setMember({ channel: leads, user: USERS.member, member: true })
    slack.setMember({ channel: marketing, user: USERS.external, member: false })
    slack.setMember({ channel: marketing, user: USERS.external, member: true })
    const events = (await heard.have(3)).toSorted((a, b) => (String(a.user) < String(b.user) ? -1 : 1))
    const event = { type: 'member_joined_channel', event_ts: expect.stringMatching(/^\d+\.\d{6}$/) }
    expect(events).toEqual([
      { ...event, user: USERS.external, channel: marketing, channel_type: 'C', team: 'T0PARTNER' },
      { ...event, user: USERS.member, channel: leads, channel_type: 'C', team: 'T0SANDBOX' },
      {
        ...event,
        user: APP.botUser,
        channel: general,
        channel_type: 'C',
        team: 'T0SANDBOX',
        inviter: USERS.admin,
      },
    ])
    expect(() =>
      slack.setMember({ channel: leads, user: USERS.guest, member: true, inviter: USERS.external }),
    ).toThrow('is not in')
  })
})
