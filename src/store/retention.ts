import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import { instantText } from './text.ts'

/** What grows with time, and not with what people set up. */
export const prunable = ['audit', 'deliveries', 'messages', 'watches', 'ledger'] as const
export type Prunable = (typeof prunable)[number]

export interface PrunedPage {
  readonly removed: number
  /** Where the next page begins; `null`: this was the last one. */
  readonly next: string | null
}

export interface RetentionStore {
  /**
   * Goes through one page of what is older than `before`, and removes what nothing depends on any more. Kept, however
   * old:
   * - deliveries that wait, or whose outcome nobody knows; and of each digest the last one that was posted, which tells
   *   whether the next one has anything new, and the last one that read reddit, which tells that there is a baseline;
   * - reddit summaries that a digest has shown, until a newer reading of their subreddit came without them;
   * - watches that go on, and tasks.
   *
   * Of a deleted digest nothing is kept. Two processes may do the same at once.
   *
   * @param page.from `next` of the page before; `null`: from the beginning
   * @param page.limit about how many rows it may look at
   */
  prune(
    kind: Prunable,
    before: Temporal.Instant,
    page: { readonly from: string | null; readonly limit: number },
  ): Promise<PrunedPage>
}

type PrunePage = (
  before: string,
  page: { readonly from: string | null; readonly limit: number },
) => Promise<PrunedPage>

/** A digest's ledger has about so many summaries. */
const summariesPerDigest = 10

/** Its digest was deleted. */
const isOrphan = sql`EXISTS (
  SELECT 1 FROM subscriptions WHERE subscriptions.team_id = aged.team_id
    AND subscriptions.id = aged.subscription_id AND subscriptions.state = 'deleted'
)`

/** The same digest has a delivery for a newer slot of which this is true. */
const newerHas = (condition: RawBuilder<unknown>) => sql`EXISTS (
  SELECT 1 FROM deliveries AS newer WHERE newer.team_id = aged.team_id
    AND newer.subscription_id = aged.subscription_id AND newer.slot > aged.slot AND ${condition}
)`

/** What waits has no end yet, and is not looked at. */
const isSpentDelivery = sql`(${isOrphan} OR (
  aged.state IN ('posted', 'skipped', 'failed')
    AND (aged.state <> 'posted' OR ${newerHas(sql`newer.state = 'posted'`)})
    AND (aged.reddit_recorded = 0 OR ${newerHas(sql`newer.reddit_recorded = 1`)})
))`

export function retentionStore(db: Kysely<Database>): RetentionStore {
  const kinds: Readonly<Record<Prunable, PrunePage>> = {
    audit: byTime(db, 'audit', 'at'),
    deliveries: byTime(db, 'deliveries', 'finished_at', isSpentDelivery),
    // Their copies go with them (ON DELETE CASCADE).
    messages: byTime(db, 'posted_messages', 'created_at'),
    watches: byTime(db, 'evaluation_watches', 'done_at'),
    ledger: ledgerPage(db),
  }
  return { prune: (kind, before, page) => kinds[kind](instantText(before), page) }
}

/** Pages end at a moment, so that what is kept is passed by once, and not again with each page. */
function byTime(
  db: Kysely<Database>,
  table: keyof Database,
  column: string,
  isSpent: RawBuilder<unknown> = sql`TRUE`,
): PrunePage {
  const [aged, at] = [sql.table(table), sql.ref(column)]
  return async (before, { from, limit }) => {
    const rest = sql`${at} > ${from ?? ''} AND ${at} < ${before}`
    const last = await sql<{ at: string }>`
      SELECT ${at} AS at FROM ${aged} WHERE ${rest} ORDER BY ${at} LIMIT 1 OFFSET ${limit - 1}
    `.execute(db)
    const next = last.rows[0]?.at ?? null
    const { numAffectedRows } = await sql`
      DELETE FROM ${aged} AS aged WHERE ${rest} AND ${at} <= ${next ?? before} AND ${isSpent}
    `.execute(db)
    return { removed: Number(numAffectedRows ?? 0), next }
  }
}

/** Digest by digest: each reading of reddit writes the time of all that it saw, so an index on that would be moved about. */
function ledgerPage(db: Kysely<Database>): PrunePage {
  return async (before, { from, limit }) => {
    const [team, id]: readonly string[] = from === null ? ['', ''] : JSON.parse(from)
    const last = await sql<{ team_id: string; id: string }>`
      SELECT team_id, id FROM subscriptions WHERE (team_id, id) > (${team}, ${id})
      ORDER BY team_id, id LIMIT 1 OFFSET ${Math.ceil(limit / summariesPerDigest) - 1}
    `.execute(db)
    const [end] = last.rows
    const untilEnd =
      end === undefined ? sql`TRUE` : sql`(team_id, subscription_id) <= (${end.team_id}, ${end.id})`
    const { numAffectedRows } = await sql`
      DELETE FROM reddit_ledger AS aged
      WHERE (team_id, subscription_id) > (${team}, ${id}) AND ${untilEnd} AND recorded_at < ${before}
        AND (${isOrphan} OR EXISTS (
          SELECT 1 FROM reddit_ledger AS newer WHERE newer.team_id = aged.team_id
            AND newer.subscription_id = aged.subscription_id AND newer.subreddit = aged.subreddit
            AND newer.recorded_at >= ${before}
        ))
    `.execute(db)
    return {
      removed: Number(numAffectedRows ?? 0),
      next: end === undefined ? null : JSON.stringify([end.team_id, end.id]),
    }
  }
}
