import { CHANNELS, TEAM, USERS } from '../../../../sandbox/slack/index.ts'
import { cell, plain, section } from '../blocks.ts'
import { type CasesByMethod, type Refusals, type Tried, unreachable } from './case.ts'

const channel = CHANNELS.brandVisibility
const user = USERS.member
const table = { type: 'table', rows: [[cell('x')]] }
const tooMuch = Array(4).fill(section(plain('x'.repeat(2600))))

export const tooLarge = { event_type: 'e', event_payload: { note: 'x'.repeat(9000) } }

/** Adds what is said to where it is sent. */
export const saying =
  (to: (tried: Tried) => object | Promise<object>) => (what: object) => async (tried: Tried) => ({
    ...(await to(tried)),
    ...what,
  })

/** Invalid content in any method that sends a message. @param to where it is sent */
const content = (to: (tried: Tried) => object | Promise<object>): Refusals => {
  const say = saying(to)
  return {
    no_text: say({}),
    invalid_blocks: say({ text: 'x', blocks: [section(plain(''))] }),
    invalid_blocks_format: say({ text: 'x', blocks: 'no JSON' }),
    msg_blocks_too_long: say({ text: 'x', blocks: tooMuch }),
    invalid_attachments: say({ text: 'x', blocks: [table, table] }),
    too_many_attachments: say({ text: 'x', attachments: Array(101).fill({ text: 'x' }) }),
    metadata_too_large: say({ text: 'x', metadata: tooLarge }),
    invalid_metadata_format: say({ text: 'x', metadata: { event_type: 'e' } }),
    markdown_text_conflict: say({ text: 'x', markdown_text: 'x' }),
  }
}

const postOwn = async ({ client }: Tried, where: string = channel) =>
  String((await client.chat.postMessage({ channel: where, text: 'own' })).ts)
const others = ({ slack }: Tried) => slack.post({ user, channel, text: 'somebody else’s' })
/** The bot's own message in a channel that has since been archived. */
const archived = async (tried: Tried) => {
  const ts = await postOwn(tried, CHANNELS.marketing)
  tried.slack.setArchived(CHANNELS.marketing, true)
  return { channel: CHANNELS.marketing, ts }
}

/** One hour from now, in seconds. */
const soon = () => Math.trunc(Date.now() / 1000) + 3600

export const chatCases: CasesByMethod = {
  'chat.postMessage': {
    ...content(() => ({ channel })),
    ...unreachable(() => ({ text: 'x' })),
    cannot_reply_to_message: () => ({ channel, text: 'x', thread_ts: '1.000001' }),
    messages_tab_disabled: () => ({ channel: USERS.owner, text: 'x' }),
    invalid_arguments: () => ({ text: 'x' }),
  },
  'chat.postEphemeral': {
    ...content(() => ({ channel, user })),
    ...unreachable(() => ({ user: USERS.owner, text: 'x' })),
    user_not_in_channel: () => ({ channel, user: USERS.external, text: 'x' }),
    cannot_reply_to_message: () => ({ channel, user, text: 'x', thread_ts: '1.000001' }),
    invalid_arguments: () => ({ channel, text: 'x' }),
  },
  'chat.update': {
    ...content(async (tried) => ({ channel, ts: await postOwn(tried) })),
    channel_not_found: () => ({ channel: 'C0NOWHERE', ts: '1.000001', text: 'x' }),
    message_not_found: () => ({ channel, ts: '1.000001', text: 'x' }),
    cant_update_message: (tried) => ({ channel, ts: others(tried), text: 'x' }),
    is_inactive: async (tried) => ({ ...(await archived(tried)), text: 'x' }),
    streaming_state_conflict: async (tried) => {
      const recipient = { recipient_team_id: TEAM.id, recipient_user_id: user }
      const thread_ts = await postOwn(tried)
      const { ts } = await tried.client.chat.startStream({ channel, thread_ts, ...recipient })
      return { channel, ts, text: 'x' }
    },
    msg_too_long: async (tried) => ({ channel, ts: await postOwn(tried), text: 'x'.repeat(4001) }),
    invalid_arguments: () => ({ channel, text: 'x' }),
  },
  'chat.delete': {
    channel_not_found: () => ({ channel: 'C0NOWHERE', ts: '1.000001' }),
    message_not_found: () => ({ channel, ts: '1.000001' }),
    cant_delete_message: (tried) => ({ channel, ts: others(tried) }),
    is_archived: archived,
    invalid_arguments: () => ({ channel }),
  },
  'chat.getPermalink': {
    channel_not_found: () => ({ channel: 'C0NOWHERE', message_ts: '1.000001' }),
    message_not_found: () => ({ channel, message_ts: '1.000001' }),
    invalid_arguments: () => ({ channel }),
  },
  'chat.scheduleMessage': {
    ...content(() => ({ channel, post_at: soon() })),
    ...unreachable(() => ({ text: 'x', post_at: soon() })),
    cannot_reply_to_message: () => ({ channel, text: 'x', post_at: soon(), thread_ts: '1.000001' }),
    messages_tab_disabled: () => ({ channel: USERS.owner, text: 'x', post_at: soon() }),
    invalid_time: () => ({ channel, text: 'x', post_at: 'soon' }),
    time_in_past: () => ({ channel, text: 'x', post_at: soon() - 7200 }),
    time_too_far: () => ({ channel, text: 'x', post_at: soon() + 120 * 86_400 }),
    restricted_too_many: async ({ client }) => {
      const post_at = soon()
      for (let made = 0; made < 30; made += 1)
        await client.chat.scheduleMessage({ channel, text: 'x', post_at: post_at + made })
      return { channel, text: 'x', post_at }
    },
    invalid_arguments: () => ({ channel, text: 'x' }),
  },
  'chat.scheduledMessages.list': {
    invalid_channel: () => ({ channel: 'C0NOWHERE' }),
    invalid_cursor: () => ({ cursor: 'nonsense' }),
    invalid_arguments: () => ({ limit: 'many' }),
  },
  'chat.deleteScheduledMessage': {
    channel_not_found: () => ({ channel: 'C0NOWHERE', scheduled_message_id: 'Q0NONE' }),
    invalid_scheduled_message_id: () => ({ channel, scheduled_message_id: 'Q0NONE' }),
    invalid_arguments: () => ({ channel }),
  },
}
