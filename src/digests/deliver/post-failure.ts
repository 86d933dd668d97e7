import { notRenewed, type PostError } from '../../slack/port.ts'
import {
  type Cause,
  channelRefusals,
  isChannelRefusal,
  isTokenRefusal,
  type Reason,
  slackRefusal,
} from '../../store/reason.ts'

/**
 * What to do about a post that did not work out.
 * - `wait`: nothing was done; it is tried again after so long.
 * - `unknown`: Slack may have it.
 * - `pause`: not here, and waiting won't help: somebody has to mend it first.
 * - `disconnected`: Slack doesn't know the bot any more; nothing is this digest's fault.
 * - `fail`: this one can't be posted; the next one may.
 */
export type Refusal = { readonly reason: Cause } & (
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'unknown' | 'pause' | 'disconnected' | 'fail' }
)

/** What held a process up may do so again. */
const heldUpRetryMs = 60_000

/** Only what Slack says about the channel itself pauses a digest: never a 5xx, a time-out or a 429. */
export function refusalOf({ outcome, code, retryAfterSeconds }: PostError): Refusal {
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

/** Whether Slack's refusal paused it, so that a post that works brings it back. */
export function isPausedBySlack(reason: Reason | null): boolean {
  return pausing.has(reason)
}
