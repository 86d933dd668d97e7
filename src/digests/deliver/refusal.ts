import type { PostError } from '../../slack/port.ts'

/**
 * What to do about a post that did not work out.
 * - `wait`: nothing was done; it is tried again after so long.
 * - `unknown`: Slack may have it.
 * - `pause`: not here, and waiting won't help: somebody has to mend it first.
 * - `disconnected`: Slack doesn't know the bot any more; nothing is this digest's fault.
 * - `fail`: this one can't be posted; the next one may.
 */
export type Refusal =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'unknown' | 'pause' | 'disconnected' | 'fail' }

/** What held a process up may do so again. */
const heldUpMs = 60_000

const terminal = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'posting_to_general_channel_denied',
  'missing_scope',
])

const disconnected = new Set([
  'token_revoked',
  'token_expired',
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'team_access_not_granted',
  'app_uninstalled',
  'org_login_required',
  'not_allowed_token_type',
])

/** Only what Slack says about the channel itself pauses a digest: never a 5xx, a time-out or a 429. */
export function refusalOf({ outcome, code, retryAfterSeconds }: PostError): Refusal {
  if (outcome === 'rate_limited') return { kind: 'wait', ms: (retryAfterSeconds ?? 1) * 1_000 }
  if (outcome === 'not_sent') return { kind: 'wait', ms: heldUpMs }
  if (outcome === 'unknown') return { kind: 'unknown' }
  if (disconnected.has(code)) return { kind: 'disconnected' }
  return { kind: terminal.has(code) ? 'pause' : 'fail' }
}

/** Whether Slack's refusal paused it, so that a post that works brings it back. */
export function isPausedBySlack(reason: string | null): boolean {
  return terminal.has(reason ?? '')
}
