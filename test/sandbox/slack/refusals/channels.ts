import type { WebClient } from '@slack/web-api'
import { APP, CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import type { CasesByMethod } from './case.ts'

const channel = CHANNELS.brandVisibility
const posted = async (client: WebClient) => {
  const { ts } = await client.chat.postMessage({ channel, text: 'x' })
  return { channel, ts }
}

export const channelCases: CasesByMethod = {
  'conversations.info': {
    channel_not_found: () => ({ channel: 'C0NOWHERE' }),
    invalid_arguments: () => ({}),
  },
  'conversations.history': {
    channel_not_found: () => ({ channel: 'C0NOWHERE' }),
    not_in_channel: () => ({ channel: CHANNELS.general }),
    invalid_cursor: () => ({ channel, cursor: 'nonsense' }),
    invalid_ts_oldest: () => ({ channel, oldest: '2026-11-16T09:00:00Z' }),
    invalid_ts_latest: () => ({ channel, latest: 'now' }),
    invalid_arguments: () => ({ channel, limit: 'many' }),
  },
  'conversations.replies': {
    channel_not_found: () => ({ channel: 'C0NOWHERE', ts: '1.000001' }),
    not_in_channel: () => ({ channel: CHANNELS.general, ts: '1.000001' }),
    thread_not_found: () => ({ channel, ts: '1.000001' }),
    invalid_cursor: async ({ client }) => ({ ...(await posted(client)), cursor: 'nonsense' }),
    invalid_ts_oldest: async ({ client }) => ({ ...(await posted(client)), oldest: 'yesterday' }),
    invalid_ts_latest: async ({ client }) => ({ ...(await posted(client)), latest: 'now' }),
    invalid_arguments: () => ({ channel }),
  },
  'conversations.members': {
    channel_not_found: () => ({ channel: 'C0NOWHERE' }),
    invalid_cursor: () => ({ channel, cursor: 'nonsense' }),
    invalid_limit: () => ({ channel, limit: 1000 }),
    invalid_arguments: () => ({}),
  },
  'conversations.list': {
    invalid_types: () => ({ types: 'squares' }),
    invalid_cursor: () => ({ cursor: 'nonsense' }),
    invalid_arguments: () => ({ limit: 'many' }),
  },
  'conversations.open': {
    channel_not_found: () => ({ channel: 'D0NOWHERE' }),
    method_not_supported_for_channel_type: () => ({ channel }),
    users_list_not_supplied: () => ({}),
    too_many_users: () => ({ users: Array(9).fill(USERS.owner).join() }),
    user_not_found: () => ({ users: 'U0NOBODY' }),
    user_disabled: ({ slack }) => {
      slack.deactivate(USERS.member)
      return { users: USERS.member }
    },
    cannot_dm_bot: () => ({ users: APP.botUser }),
  },
  'conversations.join': {
    channel_not_found: () => ({ channel: 'C0NOWHERE' }),
    is_archived: () => ({ channel: CHANNELS.archive }),
    method_not_supported_for_channel_type: () => ({ channel: CHANNELS.leads }),
    invalid_arguments: () => ({}),
  },
  'users.conversations': {
    user_not_found: () => ({ user: 'U0NOBODY' }),
    invalid_types: () => ({ types: 'squares' }),
    invalid_cursor: () => ({ cursor: 'nonsense' }),
    invalid_arguments: () => ({ limit: 'many' }),
  },
}
