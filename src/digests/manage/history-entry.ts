import { alertIntent, type Delivery } from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'

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

export function historyEntry(delivery: Delivery): HistoryEntry {
  const { id, subscriptionId, slot, askedBy, startedAt, finishedAt } = delivery
  return {
    deliveryId: id,
    subscriptionId,
    slot,
    askedBy,
    alert: alertIntent(delivery.alert)?.headline ?? null,
    result: resultOf(delivery),
    finishedAt,
    tookMs:
      startedAt === null || finishedAt === null
        ? null
        : Temporal.Instant.from(finishedAt).epochMilliseconds -
          Temporal.Instant.from(startedAt).epochMilliseconds,
  }
}

function resultOf({ state, reason, channel, messageTs }: Delivery): HistoryEntry['result'] {
  switch (state) {
    case 'posted':
      return { kind: 'sent', channel, ts: messageTs ?? '' }
    case 'skipped':
      return reason === 'quiet' ? { kind: 'quiet' } : { kind: 'skipped', reason: reason ?? 'not_recorded' }
    case 'failed':
    case 'unknown':
      return { kind: state, reason: reason ?? 'not_recorded' }
    case 'pending':
    case 'posting':
      return { kind: 'waiting', reason }
  }
}
