import type { WebClientOptions } from '@slack/web-api'
import type { Log } from '../../lib/log.ts'
import type { Meter } from '../../lib/metrics.ts'
import type { Tokens } from '../oauth/tokens.ts'
import { notRenewed, PostError } from '../port.ts'
import { callTimeoutMs } from './answer.ts'
import { SlackClient } from './client.ts'
import type { SlackTime } from './slack-check.ts'

/**
 * A client for one of many workspaces: each call takes the token as it is then, since tokens are renewed. Where there is
 * none, the answer is Slack's own word for that, without asking it. Where one can't be had in time, nothing is sent.
 */
export function teamClient(
  team: string,
  tokens: Pick<Tokens, 'of'>,
  time: SlackTime,
  options: Required<Pick<WebClientOptions, 'slackApiUrl' | 'logger'>>,
  deps: { readonly log: Log; readonly meter: Meter },
): SlackClient {
  const withToken: typeof fetch = async (input, init) => {
    const token = await tokens.of(team).catch((error: unknown) => {
      throw error instanceof PostError ? error : notMade(error)
    })
    if (init?.signal?.aborted) throw notMade(init.signal.reason)
    if (token === null) return Response.json({ ok: false, error: 'token_revoked' })
    const headers = new Headers(init?.headers)
    // Uploads go to addresses that carry their own right.
    if (String(input).startsWith(options.slackApiUrl)) headers.set('authorization', `Bearer ${token}`)
    return time.fetch(input, { ...init, headers })
  }
  const all = {
    ...options,
    // An organization's token works in many workspaces: each call says in which, unless it is for the organization.
    ...(team.startsWith('E') ? {} : { teamId: team }),
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: withToken,
  }
  return new SlackClient(undefined, all, deps)
}

function notMade(cause: unknown): PostError {
  return new PostError('not_sent', notRenewed, null, cause)
}
