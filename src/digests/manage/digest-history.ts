import { type UntoldNotice, untoldNotices } from '../../channels/untold.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Delivery, Store } from '../../store/index.ts'

/** A slot of a digest, and what became of it. Times are ISO 8601 instants. */
export interface HistoryLine {
  readonly deliveryId: string
  /** The digest's name. */
  readonly name: string
  readonly slot: string
  /** The headline of an alert, which came between the slots; `null`: a digest. */
  readonly alert: string | null
  readonly state: Delivery['state']
  /** A code of Slack's or of ours, or a sentence; `null`: none was recorded. */
  readonly reason: string | null
  /** Slack user id of who asked for it outside the schedule. */
  readonly askedBy: string | null
  /** When it was over; `null`: it isn't. */
  readonly finishedAt: string | null
  /** From the beginning of the last attempt; `null` where there was none, or it goes on. */
  readonly tookMs: number | null
  /** Where the message stands; `null` where there is none. */
  readonly link: string | null
}

export interface HistoryPage {
  readonly channel: string
  /** One digest, or with `null` all of the channel's. */
  readonly of: { readonly id: string; readonly name: string } | null
  /** What nobody could be told about the channel's digests, the newest first; on the first page. */
  readonly untold: readonly UntoldNotice[]
  /** The newest slot first. */
  readonly lines: readonly HistoryLine[]
  /** From 1. */
  readonly page: number
  readonly hasOlder: boolean
}

/** What the page shows of one slot, as the digests tell it. */
interface Entry {
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly slot: string
  readonly askedBy: string | null
  readonly alert: string | null
  readonly result:
    | { readonly kind: 'sent'; readonly channel: string; readonly ts: string }
    | { readonly kind: 'quiet' }
    | { readonly kind: 'skipped' | 'failed' | 'unknown'; readonly reason: string }
    | { readonly kind: 'waiting'; readonly reason: string | null }
  readonly finishedAt: string | null
  readonly tookMs: number | null
}

export interface HistoryDeps {
  readonly store: Pick<Store, 'subscriptions' | 'deliveries'>
  readonly clock: Clock
  /** The address of a message in Slack, by its channel and its `ts`. */
  readonly linkTo: (channel: string, ts: string) => string | null
  readonly digests: {
    history(
      place: { readonly team: string; readonly channel: string; readonly user: string },
      id: string | null,
      page: { readonly limit: number; readonly offset: number },
    ): Promise<readonly Entry[]>
  }
}

const pageSize = 10

/** @param id one of the channel's digests; `null`: all of them, deleted ones too */
export async function historyPage(
  { store, clock, linkTo, digests }: HistoryDeps,
  place: { readonly team: string; readonly channel: string; readonly user: string },
  id: string | null,
  page: number,
): Promise<HistoryPage> {
  // One more than is shown tells whether there are older ones.
  const found = await digests.history(place, id, { limit: pageSize + 1, offset: (page - 1) * pageSize })
  const shown = found.slice(0, pageSize)
  const ids = new Set([...shown.map(({ subscriptionId }) => subscriptionId), ...(id === null ? [] : [id])])
  const named = await Promise.all(
    [...ids].map(async (one) => [one, (await store.subscriptions.get(place.team, one))?.name ?? ''] as const),
  )
  const names = new Map(named)
  return {
    channel: place.channel,
    untold: page > 1 ? [] : await untoldNotices(store, place.team, place.channel, clock.now()),
    of: id === null ? null : { id, name: names.get(id) ?? '' },
    lines: shown.map(({ deliveryId, subscriptionId, slot, askedBy, alert, result, finishedAt, tookMs }) => ({
      deliveryId,
      name: names.get(subscriptionId) ?? '',
      slot,
      askedBy,
      alert,
      finishedAt,
      tookMs,
      ...outcomeOf(result),
      link: result.kind === 'sent' ? linkTo(result.channel, result.ts) : null,
    })),
    page,
    hasOlder: found.length > pageSize,
  }
}

function outcomeOf(result: Entry['result']): Pick<HistoryLine, 'state' | 'reason'> {
  switch (result.kind) {
    case 'sent':
      return { state: 'posted', reason: null }
    case 'quiet':
      return { state: 'skipped', reason: 'quiet' }
    case 'waiting':
      return { state: 'pending', reason: result.reason }
    default:
      return { state: result.kind, reason: result.reason }
  }
}
