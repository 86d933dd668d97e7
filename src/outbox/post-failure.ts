import { notRenewed, type PostError } from '../slack/port.ts'
import {
  type Cause,
  channelRefusals,
  isChannelRefusal,
  isTokenRefusal,
  type Reason,
  slackRefusal,
} from '../store/reason.ts'

/**
 * How to handle a failed post.
 * - `wait`: nothing was posted; retry after `ms`.
 * - `unknown`: Slack may have posted it.
 * - `pause`: the channel rejects posts until a person fixes it.
 * - `disconnected`: Slack rejects the bot's token, which its client has recorded; the digest is not at fault.
 * - `fail`: this message can't be posted; the next one may be.
 */
export type PostFailure = { readonly reason: Cause } & (
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'unknown' | 'pause' | 'disconnected' | 'fail' }
)

/** Delay after a post that was delayed past its deadline: the cause may persist. */
const heldUpRetryMs = 60_000

/** Only errors about the channel itself pause a digest, never a 5xx, a time-out or a 429. */
export function classifyPostError({ outcome, code, retryAfterSeconds }: PostError): PostFailure {
  switch (outcome) {
    case 'rate_limited':
      return { kind: 'wait', reason: 'ratelimited', ms: (retryAfterSeconds ?? 1) * 1_000 }
    case 'not_sent':
      return { kind: 'wait', reason: code === notRenewed ? notRenewed : 'held_up', ms: heldUpRetryMs }
    case 'unknown':
      return { kind: 'unknown', reason: 'no_answer' }
    case 'refused':
      return { kind: kindOf(code), reason: slackRefusal(code) }
  }
}

function kindOf(code: string): 'disconnected' | 'pause' | 'fail' {
  if (isTokenRefusal(code)) return 'disconnected'
  return isChannelRefusal(code) ? 'pause' : 'fail'
}

const pausing: ReadonlySet<Reason | null> = new Set(channelRefusals)

/** Whether Slack's refusal paused the digest, so that a successful post resumes it. */
export function isPausedBySlack(reason: Reason | null): boolean {
  return pausing.has(reason)
}
