import type { WebClient } from '@slack/web-api'
import { clip } from '../../blocks/kit/text.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { type AgentView, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/** Slack's codes for a workspace without the agent view. All others concern one thread. */
const unavailable = new Set([
  'feature_disabled',
  'missing_scope',
  'no_permission',
  'access_denied',
  'unknown_method',
])
/** Such a workspace is tried again after this, since an admin may have added the scope. */
const unavailableForMs = 10 * 60_000
/** agents.sessions.setStatus: at most 200 characters. */
const longestTitle = 200

/**
 * Sessions (https://docs.slack.dev/ai/agent-sessions) need `chat:write`, suggested prompts `assistant:write`; both work only
 * for apps whose manifest has `agent_view`.
 */
export function createAgentView(
  client: WebClient,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): AgentView {
  const unavailableUntil = new Map<string, number>()
  const unlessUnavailable = async (method: string, call: () => Promise<unknown>): Promise<void> => {
    const now = clock.now().epochMilliseconds
    if ((unavailableUntil.get(method) ?? 0) > now) return
    try {
      await asPostError(call)
    } catch (error) {
      if (error instanceof PostError && unavailable.has(error.code))
        unavailableUntil.set(method, now + unavailableForMs)
      log.debug('the agent view could not be updated', { detail: method, error })
    }
  }
  return {
    session: ({ channel, ts }, status, title, user) =>
      unlessUnavailable('agents.sessions.setStatus', () =>
        client.agents.sessions.setStatus({
          channel_id: channel,
          thread_ts: ts,
          status,
          ...(status === 'processing' ? { title: clip(title, longestTitle), initiator_user_id: user } : {}),
        }),
      ),
    // With `thread_ts` the call does nothing in the agent view
    // (https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts).
    suggest: (channel, title, prompts) =>
      unlessUnavailable('assistant.threads.setSuggestedPrompts', () =>
        client.assistant.threads.setSuggestedPrompts({ channel_id: channel, title, prompts: [...prompts] }),
      ),
  }
}
