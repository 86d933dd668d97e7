import type { WebClientOptions } from '@slack/web-api'
import type { Tokens } from '../oauth/tokens.ts'
import { notRenewed, PostError } from '../port.ts'
import { callTimeoutMs } from './answer.ts'
import { SlackClient, type SlackContext } from './client.ts'
import type { SlackTime } from './slack-check.ts'

/**
 * A client for one of many workspaces. Each call reads the current token, since tokens are rotated. Without a token the
 * call fails with Slack's `token_revoked`; if the token can't be read in time, nothing is sent.
 */
export function teamClient(
  team: string,
  tokens: Pick<Tokens, 'of'>,
  time: SlackTime,
  options: Required<Pick<WebClientOptions, 'slackApiUrl' | 'logger'>>,
  context: Pick<SlackContext, 'log' | 'meter'>,
): SlackClient {
  const withToken: typeof fetch = async (input, init) => {
    const token = await tokens.of(team).catch((error: unknown) => {
      throw error instanceof PostError ? error : notSent(error)
    })
    if (init?.signal?.aborted) throw notSent(init.signal.reason)
    if (token === null) return Response.json({ ok: false, error: 'token_revoked' })
    const headers = new Headers(init?.headers)
    // Upload addresses carry their own authorization.
    if (String(input).startsWith(options.slackApiUrl)) headers.set('authorization', `Bearer ${token}`)
    return time.fetch(input, { ...init, headers })
  }
  const clientOptions = {
    ...options,
    // An organization's token works in many workspaces, so calls name theirs.
    ...(team.startsWith('E') ? {} : { teamId: team }),
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: withToken,
  }
  return new SlackClient(undefined, clientOptions, context)
}

function notSent(cause: unknown): PostError {
  return new PostError('not_sent', notRenewed, null, cause)
}
