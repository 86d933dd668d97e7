import type { DigestState } from '../../model/digest.ts'
import type { OutboxRow } from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'
import type { AlertIntent } from '../alerts/alert-delivery.ts'

/** One line of a digest's history: a slot and its outcome. Times are ISO 8601 instants. */
export interface HistoryEntry {
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly slot: string
  /** Slack user id of the person who requested it outside the schedule. */
  readonly askedBy: string | null
  /** The headline of an alert; `null` for a digest. */
  readonly alert: string | null
  readonly result: /** `ts` is Slack's. */
    | { readonly kind: 'sent'; readonly channel: string; readonly ts: string }
    /** Nothing has changed, and the digest is set to skip that. */
    | { readonly kind: 'quiet' }
    | { readonly kind: 'skipped' | 'failed' | 'unknown'; readonly reason: Reason }
    /** Being posted, or waiting for its next attempt. */
    | { readonly kind: 'waiting'; readonly reason: Reason | null }
  /** `null` if not finished. */
  readonly finishedAt: string | null
  /** Duration of the last attempt; `null` if there was none or it isn't finished. */
  readonly tookMs: number | null
}

export function historyEntry(row: OutboxRow): HistoryEntry {
  const { id, subject, since, askedBy, claimedAt, endedAt } = row
  const alert: AlertIntent | null = row.kind === 'alert' ? JSON.parse(row.about) : null
  return {
    deliveryId: id,
    subscriptionId: subject,
    slot: since,
    askedBy,
    alert: alert?.headline ?? null,
    result: resultOf(row),
    finishedAt: endedAt,
    tookMs:
      claimedAt === null || endedAt === null
        ? null
        : Temporal.Instant.from(endedAt).epochMilliseconds -
          Temporal.Instant.from(claimedAt).epochMilliseconds,
  }
}

/** How far a digest or an alert is, in the words of its history. */
export function digestState({ state }: OutboxRow): DigestState {
  switch (state) {
    case 'sent':
      return 'posted'
    case 'held':
    case 'ready':
    case 'sending':
      return 'pending'
    default:
      return state
  }
}

function resultOf(row: OutboxRow): HistoryEntry['result'] {
  const { reason, channel, ts } = row
  const state = digestState(row)
  switch (state) {
    case 'posted':
      return { kind: 'sent', channel, ts: ts ?? '' }
    case 'skipped':
      return reason === 'quiet' ? { kind: 'quiet' } : { kind: 'skipped', reason: reason ?? 'not_recorded' }
    case 'failed':
    case 'unknown':
      return { kind: state, reason: reason ?? 'not_recorded' }
    case 'pending':
      return { kind: 'waiting', reason }
  }
}
