import { CHANNELS, USERS } from '../../../../sandbox/slack/index.ts'
import type { CasesByMethod, Tried } from './case.ts'

const channel_id = CHANNELS.ownerDm
const prompts = [{ title: 'a', message: 'b' }]
const nowhere = { channel_id: 'D0NOWHERE', thread_ts: '1.000001', title: 'x', status: 'x', prompts }
const noThread = { ...nowhere, channel_id }
const unfound = { channel_not_found: () => nowhere, invalid_thread_ts: () => noThread }
/** An existing conversation. */
const begun = async ({ slack }: Tried) => {
  const { channel, thread_ts } = await slack.openAssistant({ user: USERS.owner })
  return { ...nowhere, channel_id: channel, thread_ts }
}

/** A thread in a channel with the app. */
const written = ({ slack }: Tried) => {
  const channel = CHANNELS.brandVisibility
  const thread_ts = slack.post({ user: USERS.owner, channel, text: 'x' })
  return { channel_id: channel, thread_ts, status: 'processing', title: 'x' }
}
const longTitle = 'x'.repeat(201)

/** Cases for `assistant_view`; those for agents use `agent_view`. */
export const assistantCases: CasesByMethod = {
  'assistant.threads.setSuggestedPrompts': {
    ...unfound,
    invalid_arguments: async (tried) => ({
      ...(await begun(tried)),
      prompts: [...prompts, ...prompts, ...prompts, ...prompts, ...prompts],
    }),
  },
  'assistant.threads.setTitle': {
    ...unfound,
    invalid_arguments: async (tried) => ({ ...(await begun(tried)), title: '' }),
  },
  'assistant.threads.setStatus': {
    ...unfound,
    invalid_arguments: async (tried) => ({
      ...(await begun(tried)),
      loading_messages: Array.from({ length: 11 }, () => 'Counting'),
    }),
  },
  'agents.sessions.setStatus': {
    feature_disabled: written,
    channel_not_found: () => ({ ...nowhere, status: 'active' }),
    thread_not_found: () => ({ ...noThread, status: 'active' }),
    user_not_in_channel: (tried) => ({ ...written(tried), initiator_user_id: USERS.external }),
    invalid_arguments: (tried) => ({ ...written(tried), status: 'is thinking…' }),
  },
  'agents.sessions.rename': {
    channel_not_found: () => nowhere,
    session_not_found: written,
    invalid_arguments: (tried) => ({ ...written(tried), title: longTitle }),
  },
}
