import { CHANNELS } from '../../../../sandbox/slack/index.ts'
import { asApp, type CasesByMethod, installationCode, oauthApp, type Tried } from './case.ts'

const channel = CHANNELS.brandVisibility

/** A file whose bytes have been uploaded. */
async function uploaded({ client }: Tried): Promise<{ id: string }[]> {
  const { file_id, upload_url } = await client.files.getUploadURLExternal({ filename: 'a.csv', length: 3 })
  await fetch(String(upload_url), { method: 'POST', body: 'a,b' })
  return [{ id: String(file_id) }]
}
/** The bot's reaction to its own message. */
async function reacted({ client }: Tried) {
  const { ts } = await client.chat.postMessage({ channel, text: 'x' })
  const given = { channel, timestamp: String(ts), name: 'eyes' }
  await client.reactions.add(given)
  return given
}

async function pinned(tried: Tried) {
  const { timestamp } = await reacted(tried)
  await tried.client.pins.add({ channel, timestamp })
  return { channel, timestamp }
}

/** A message that doesn't exist or that the bot can't see. */
const unfound = {
  channel_not_found: () => ({ channel: 'C0NOWHERE', timestamp: '1.000001', name: 'eyes' }),
  not_in_channel: () => ({ channel: CHANNELS.general, timestamp: '1.000001', name: 'eyes' }),
  message_not_found: () => ({ channel, timestamp: '1.000001', name: 'eyes' }),
  bad_timestamp: () => ({ channel, timestamp: 'now', name: 'eyes' }),
  no_item_specified: () => ({ name: 'eyes' }),
}

const unpinnable = {
  ...unfound,
  no_item_specified: () => ({ channel }),
  invalid_arguments: () => ({ timestamp: '1.000001' }),
}
const unreactable = {
  ...unfound,
  invalid_name: async (tried: Tried) => ({ ...(await reacted(tried)), name: 'no such name!' }),
  invalid_arguments: async (tried: Tried) => ({ ...(await reacted(tried)), name: '' }),
}

export const otherCases: CasesByMethod = {
  'files.getUploadURLExternal': {
    invalid_arguments: () => ({ filename: 'a.csv' }),
    missing_argument: () => ({ filename: 'a.csv', length: 0 }),
  },
  'files.completeUploadExternal': {
    file_not_found: async ({ client }) => {
      const { file_id } = await client.files.getUploadURLExternal({ filename: 'a.csv', length: 3 })
      return { files: [{ id: file_id }] }
    },
    channel_not_found: async (tried) => ({ files: await uploaded(tried), channel_id: 'C0NOWHERE' }),
    not_in_channel: async (tried) => ({ files: await uploaded(tried), channel_id: CHANNELS.general }),
    is_archived: async (tried) => ({ files: await uploaded(tried), channel_id: CHANNELS.archive }),
    cannot_reply_to_message: async (tried) => ({
      files: await uploaded(tried),
      channel_id: channel,
      thread_ts: '1.000001',
    }),
    invalid_arguments: () => ({ files: [] }),
  },
  'files.info': {
    file_not_found: () => ({ file: 'F0NOWHERE' }),
    invalid_arguments: () => ({}),
  },
  'reactions.add': {
    ...unreactable,
    already_reacted: reacted,
    is_archived: async (tried) => {
      const { ts } = await tried.client.chat.postMessage({ channel: CHANNELS.marketing, text: 'x' })
      tried.slack.setArchived(CHANNELS.marketing, true)
      return { channel: CHANNELS.marketing, timestamp: ts, name: 'eyes' }
    },
  },
  'reactions.remove': {
    ...unreactable,
    no_reaction: async (tried) => ({ ...(await reacted(tried)), name: 'tada' }),
  },
  'reactions.get': unfound,
  'pins.add': { ...unpinnable, already_pinned: pinned },
  'pins.remove': { ...unpinnable, no_pin: reacted },
  'pins.list': {
    channel_not_found: () => ({ channel: 'C0NOWHERE' }),
    not_in_channel: () => ({ channel: CHANNELS.general }),
    invalid_arguments: () => ({}),
  },
  'users.info': {
    user_not_found: () => ({ user: 'U0NOBODY' }),
    invalid_arguments: () => ({}),
  },
  'users.lookupByEmail': {
    users_not_found: () => ({ email: 'nobody@northwind.example' }),
    invalid_arguments: () => ({}),
  },
  'users.profile.get': { user_not_found: () => ({ user: 'U0NOBODY' }) },
  'emoji.list': {},
  'users.list': { invalid_cursor: () => ({ cursor: 'nonsense' }) },
  'usergroups.list': {},
  'usergroups.users.list': {
    no_such_subteam: () => ({ usergroup: 'S0NONE' }),
    invalid_arguments: () => ({}),
  },
  'bots.info': { bot_not_found: () => ({ bot: 'B0NONE' }), invalid_arguments: () => ({}) },
  'team.info': {},
  'auth.test': {},
  'auth.teams.list': {
    invalid_cursor: () => ({ cursor: 'nonsense' }),
    invalid_limit: () => ({ limit: 1001 }),
  },
  'auth.revoke': {},
  'api.test': {},
  'apps.connections.open': {
    access_denied: ({ slack }) => {
      slack.disconnectSockets('link_disabled')
      return {}
    },
  },
  'oauth.v2.access': {
    invalid_client_id: () => ({ ...asApp, client_id: '1.2', code: 'any' }),
    bad_client_secret: () => ({ ...asApp, client_secret: 'another', code: 'any' }),
    invalid_code: () => ({ ...asApp, code: 'never given' }),
    bad_redirect_uri: async ({ slack }) => {
      const code = await installationCode(slack, { redirect_uri: oauthApp.redirectUrl() })
      return { ...asApp, code }
    },
    invalid_refresh_token: () => ({ ...asApp, grant_type: 'refresh_token', refresh_token: 'xoxe-none' }),
  },
  'blocks.validate': {
    invalid_blocks: () => ({ blocks: [{ type: 'section' }] }),
    invalid_blocks_format: () => ({ blocks: 'no JSON' }),
    invalid_arguments: () => ({}),
  },
}
