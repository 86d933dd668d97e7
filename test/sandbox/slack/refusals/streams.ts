import { CHANNELS, TEAM, USERS } from '../../../../sandbox/slack/index.ts'
import { cell } from '../blocks.ts'
import { type CasesByMethod, type Refusals, type Tried, unreachable } from './case.ts'
import { saying, tooLarge } from './chat.ts'

const channel = CHANNELS.brandVisibility
const recipient_team_id = TEAM.id
const recipient_user_id = USERS.member
const to = { channel, recipient_team_id, recipient_user_id }
const none = undefined as never

/** A stream that has begun. */
const begun = async ({ client }: Tried) => {
  const { ts = '' } = await client.chat.startStream({ ...to, thread_ts: none, markdown_text: 'x' })
  return { channel, ts }
}
const over = async (tried: Tried) => {
  const stream = await begun(tried)
  await tried.client.chat.stopStream(stream)
  return { ...stream, markdown_text: 'x' }
}
const table = { type: 'table', rows: [[cell('x')]] }

/** Content that no stream takes. */
const content = (of: (tried: Tried) => object | Promise<object>): Refusals => {
  const say = saying(of)
  return {
    invalid_chunks: say({ chunks: [{ type: 'other' }] }),
    invalid_blocks: say({ chunks: [{ type: 'blocks', blocks: [{ type: 'section' }] }] }),
    invalid_attachments: say({ chunks: [{ type: 'blocks', blocks: [table, table] }] }),
    msg_blocks_too_long: say({
      chunks: ['a', 'b'].map((text) => ({ type: 'markdown_text', text: text.repeat(11_000) })),
    }),
    msg_too_long: say({ markdown_text: 'x'.repeat(12_001) }),
    markdown_text_conflict: say({ markdown_text: 'x', chunks: [{ type: 'markdown_text', text: 'x' }] }),
  }
}

const ofOthers = ({ slack }: Tried) => ({
  channel,
  ts: slack.post({ user: USERS.member, channel, text: 'somebody else’s' }),
  markdown_text: 'x',
})

const growing: Refusals = {
  ...content(begun),
  channel_not_found: () => ({ channel: 'C0NOWHERE', ts: '1.000001', markdown_text: 'x' }),
  message_not_found: () => ({ channel, ts: '1.000001', markdown_text: 'x' }),
  message_not_owned_by_app: ofOthers,
  message_not_in_streaming_state: over,
  invalid_arguments: () => ({ channel, markdown_text: 'x' }),
}

export const streamCases: CasesByMethod = {
  'chat.startStream': {
    ...content(() => to),
    ...unreachable(() => ({ recipient_team_id, recipient_user_id })),
    messages_tab_disabled: () => ({ ...to, channel: USERS.owner }),
    cannot_reply_to_message: () => ({ ...to, thread_ts: '1.000001' }),
    missing_recipient_team_id: () => ({ channel, recipient_user_id }),
    missing_recipient_user_id: () => ({ channel, recipient_team_id }),
    user_not_in_channel: () => ({ ...to, recipient_user_id: USERS.external }),
    invalid_arguments: () => ({ ...to, task_display_mode: 'list' }),
  },
  'chat.appendStream': { ...growing, no_text: begun },
  'chat.stopStream': {
    ...growing,
    no_text: async (tried) => {
      const { ts = '' } = await tried.client.chat.startStream({ ...to, thread_ts: none })
      return { channel, ts }
    },
    invalid_blocks_format: saying(begun)({ blocks: 'no JSON' }),
    invalid_metadata_format: saying(begun)({ metadata: { event_type: 'e' } }),
    metadata_too_large: saying(begun)({ metadata: tooLarge }),
  },
}
