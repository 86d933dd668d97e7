/**
 * Codes for why a digest was paused, skipped, delayed or failed, or why its outcome is unknown; further down, those of
 * tasks. `blocks` words them. The database stores the codes, so never rename a released one.
 */
import type { ApiErrorCode } from '../api/errors.ts'

/** Slack refuses the channel. Only a person can fix that, so the digest is paused. */
export const channelRefusals = [
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'posting_to_general_channel_denied',
  'missing_scope',
] as const

export const tokenRefusals = [
  'token_revoked',
  'token_expired',
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'team_access_not_granted',
  'app_uninstalled',
  'org_login_required',
  'not_allowed_token_type',
] as const

const messageRefusals = ['msg_too_long', 'user_not_found'] as const

const slackRefusals = [...channelRefusals, ...tokenRefusals, ...messageRefusals] as const

const plainReasons = [
  ...slackRefusals,
  // Slack did not accept it, or did not confirm it.
  'ratelimited',
  'held_up',
  'token_not_renewed',
  'no_answer',
  'not_arrived',
  'too_late',
  // A digest is paused.
  'paused_by_hand',
  'schedule_unreadable',
  'uninstalled',
  // A delivery was skipped, or is waiting.
  'quiet',
  'quiet_hours',
  'alerts_off',
  'missed',
  'not_reached',
  'stopped',
  'stopped_while_posting',
  'posting_again',
  'digest_deleted',
  'no_longer_so',
  'nobody_to_tell',
  'not_recorded',
] as const

export type PlainReason = (typeof plainReasons)[number]

const detailedReasons = ['not_composed', 'slack_refused', 'other'] as const

/**
 * `detail` is only shown to people; no code depends on it.
 * - `not_composed`: the error message of the analytics service or the database.
 * - `slack_refused`: a Slack error code that isn't listed above.
 * - `other`: a code of a newer version.
 */
export interface DetailedReason {
  readonly code: (typeof detailedReasons)[number]
  readonly detail: string
}

const endings = ['digest_paused', 'given_up'] as const

/** Skipped because the digest was paused, or given up after the grace period. */
export interface EndReason {
  readonly code: (typeof endings)[number]
  readonly cause: Cause
}

export type Cause = PlainReason | DetailedReason
export type Reason = Cause | EndReason

export const reasonCodes = [...plainReasons, ...detailedReasons, ...endings] as const
export type ReasonCode = (typeof reasonCodes)[number]

/**
 * Why the service refused to create a task, or why the outcome is unknown: the error code of the API client, or `stopped`,
 * if Sightline stopped before the service answered.
 */
export type TaskReason = ApiErrorCode | 'stopped'

const isOneOf =
  <T extends string>(codes: readonly T[]) =>
  (code: string): code is T =>
    codes.some((other) => other === code)

const isPlain = isOneOf(plainReasons)
const isDetailed = isOneOf(detailedReasons)
const isEnding = isOneOf(endings)
const isSlackRefusal = isOneOf(slackRefusals)

export const isChannelRefusal = isOneOf(channelRefusals)
export const isTokenRefusal = isOneOf(tokenRefusals)

export function codeOf(reason: Reason): ReasonCode {
  return typeof reason === 'string' ? reason : reason.code
}

/** @param code Slack's error code */
export function slackRefusal(code: string): Cause {
  return isSlackRefusal(code) ? code : { code: 'slack_refused', detail: code }
}

/** The cause of an ending, or the reason itself. */
export function causeOf(reason: Reason | null): Cause {
  if (reason === null) return 'not_recorded'
  return typeof reason === 'object' && 'cause' in reason ? reason.cause : reason
}

/** A stored reason, perhaps of a newer version: an unknown code becomes the detail of `other`. */
export function supportedReason(stored: Reason): Reason {
  if (typeof stored === 'string' || !('cause' in stored)) return supportedCause(stored)
  const { code, cause } = stored
  return isEnding(code) ? { code, cause: supportedCause(cause) } : { code: 'other', detail: code }
}

function supportedCause(cause: Cause): Cause {
  if (typeof cause === 'string') return isPlain(cause) ? cause : { code: 'other', detail: cause }
  return isDetailed(cause.code) ? cause : { ...cause, code: 'other' }
}

export function readReason(json: string | null): Reason | null {
  return json === null ? null : supportedReason(JSON.parse(json))
}
