import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import { instantText } from './tables/text.ts'

/** What grows with time, and not with what people set up; a deleted digest itself goes after all that it has left. */
export const prunable = ['audit', 'deliveries', 'messages', 'watches', 'records', 'paces', 'digests'] as const
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
   * - deliveries that wait, or whose outcome nobody knows; and of each digest the last one that was posted, for its history;
   * - what a digest last said: each digest replaces what it says anew and drops what is gone;
   * - how things stand that an alert looks at, but not evaluations, which end once;
   * - watches that go on, and tasks.
   *
   * Of a deleted digest nothing is kept, itself included. Two processes may do the same at once.
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

/** The record of a digest has some ten to some hundred rows. */
const rowsPerDigest = 20

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
    AND (aged.state <> 'posted' OR aged.alert IS NOT NULL
      OR aged.notice IS NOT NULL
      OR ${newerHas(sql`newer.state = 'posted' AND newer.alert IS NULL AND newer.notice IS NULL`)})
))`

export function retentionStore(db: Kysely<Database>): RetentionStore {
  const kinds: Readonly<Record<Prunable, PrunePage>> = {
    audit: byTime(db, 'audit', 'at'),
    deliveries: byTime(db, 'deliveries', 'finished_at', isSpentDelivery),
    // Their copies go with them (ON DELETE CASCADE).
    messages: byTime(db, 'posted_messages', 'created_at'),
    watches: byTime(db, 'evaluation_watches', 'done_at'),
    records: byDigest(db, 'digest_records', 'subscription_id', isSpentRecord),
    paces: pacesPage(db),
    digests: byDigest(db, 'subscriptions', 'id', isSpentDigest),
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

/**
 * Digest by digest: what has no end of its own, or whose times each reading writes anew, so that an index on them would
 * be moved about.
 * @param id the column that names the digest
 */
function byDigest(
  db: Kysely<Database>,
  table: keyof Database,
  id: 'id' | 'subscription_id',
  isSpent: (before: string) => RawBuilder<unknown>,
): PrunePage {
  return async (before, { from, limit }) => {
    const [team, after]: readonly string[] = from === null ? ['', ''] : JSON.parse(from)
    const last = await sql<{ team_id: string; id: string }>`
      SELECT team_id, id FROM subscriptions WHERE (team_id, id) > (${team}, ${after})
      ORDER BY team_id, id LIMIT 1 OFFSET ${Math.ceil(limit / rowsPerDigest) - 1}
    `.execute(db)
    const [end] = last.rows
    const which = sql`(aged.team_id, ${sql.ref(`aged.${id}`)})`
    const untilEnd = end === undefined ? sql`TRUE` : sql`${which} <= (${end.team_id}, ${end.id})`
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} AS aged
      WHERE ${which} > (${team}, ${after}) AND ${untilEnd} AND ${isSpent(before)}
    `.execute(db)
    return {
      removed: Number(numAffectedRows ?? 0),
      next: end === undefined ? null : JSON.stringify([end.team_id, end.id]),
    }
  }
}

/** An evaluation ends once. The row without a subject tells since when they are looked for. */
const isSpentRecord = (before: string) => sql`(${isOrphan}
  OR (aged.kind = 'alert_evaluation' AND aged.subject <> '' AND aged.said_at < ${before}))`

const leftIn = (table: 'deliveries' | 'digest_records') => sql`EXISTS (
  SELECT 1 FROM ${sql.table(table)} AS its WHERE its.team_id = aged.team_id AND its.subscription_id = aged.id
)`

/** Deleted, and nothing is left of what it did. */
const isSpentDigest = (before: string) => sql`aged.state = 'deleted' AND aged.created_at < ${before}
  AND NOT ${leftIn('deliveries')} AND NOT ${leftIn('digest_records')}`

/** Where nothing was sent for so long, nothing of the pace is used up. */
function pacesPage(db: Kysely<Database>): PrunePage {
  return async (before, { limit }) => {
    const { numAffectedRows } = await sql`
      DELETE FROM paces WHERE (team_id, channel_id) IN (
        SELECT team_id, channel_id FROM paces
        WHERE used_until < ${Temporal.Instant.from(before).epochMilliseconds} LIMIT ${limit}
      )
    `.execute(db)
    const removed = Number(numAffectedRows ?? 0)
    return { removed, next: removed < limit ? null : before }
  }
}
