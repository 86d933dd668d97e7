import { questionKind } from './tables/outbox.ts'
import { type Database, type Db, instantText, type Sql, sql } from './tables/sql.ts'

/** Data that grows over time. Digests come last: a deleted one is removed when no other row refers to it. */
export const prunable = [
  'audit',
  'questions',
  'outbox',
  'messages',
  'watches',
  'records',
  'paces',
  'digests',
] as const
export type Prunable = (typeof prunable)[number]

export interface PrunedPage {
  readonly removed: number
  /** Start of the next page; `null` after the last one. */
  readonly next: string | null
}

interface Page {
  /** `next` of the previous page; `null`: from the start. */
  readonly from: string | null
  /** Approximate number of rows to examine. */
  readonly limit: number
}

type PrunePage = (before: string, page: Page) => Promise<PrunedPage>

/** An estimate: a digest's record has about ten to a few dozen rows. */
const rowsPerDigest = 20

/** Whether the row's digest was deleted. Not EXISTS, because PostgreSQL would then read all digests for each page. */
const isOrphan = (digest: Sql) => sql`COALESCE((
  SELECT subscriptions.state FROM subscriptions WHERE subscriptions.team_id = aged.team_id
    AND subscriptions.id = ${digest}
), '') = 'deleted'`

/** Open messages have no `ended_at`. Introductions and welcomes stay, so that each channel and person gets one. */
const isExpiredMessage = sql`(${isOrphan(sql`aged.subject`)} OR (
  aged.kind NOT IN ('introduction', 'welcome')
    AND NOT (aged.kind IN ('digest', 'alert') AND aged.state = 'unknown')
    AND (aged.kind <> 'digest' OR aged.state <> 'sent' OR EXISTS (
      SELECT 1 FROM outbox AS newer WHERE newer.team_id = aged.team_id AND newer.subject = aged.subject
        AND newer.since > aged.since AND newer.kind = 'digest' AND newer.state = 'sent'
    ))
))`

export function retentionStore(db: Database) {
  const kinds: Readonly<Record<Prunable, PrunePage>> = {
    audit: byTime(db, 'audit', 'at'),
    questions: byTime(db, 'outbox', 'ended_at', sql`TRUE`, sql`kind = ${sql.raw(`'${questionKind}'`)}`),
    outbox: byTime(db, 'outbox', 'ended_at', isExpiredMessage),
    // Also deletes their copies (ON DELETE CASCADE).
    messages: byTime(db, 'posted_messages', 'created_at'),
    watches: byTime(db, 'evaluation_watches', 'ended_at'),
    records: byDigest(db, 'digest_records', 'subscription_id', isExpiredRecord),
    paces: pacesPage(db),
    digests: byDigest(db, 'subscriptions', 'id', isExpiredDigest),
  }
  return {
    /**
     * Examines one page of rows older than `before` and removes those that nothing depends on. It keeps, at any age:
     * - open messages, introductions, welcomes, digests of unknown outcome, and each digest's last sent one, for its history;
     * - the record of what a digest last reported, which each digest updates;
     * - the state of alerts, except evaluations, which end only once; news of brands goes, too;
     * - open watches, tasks with their aims, and notes.
     *
     * It keeps nothing of a deleted digest. Several processes may prune at once.
     */
    prune: (kind: Prunable, before: Temporal.Instant, page: Page) => kinds[kind](instantText(before), page),
  }
}

/** Pages by time, so that no page examines again what an earlier page kept. @param among other rows are not examined */
function byTime(
  db: Db,
  table: string,
  column: string,
  isSpent: Sql = sql`TRUE`,
  among: Sql = sql`TRUE`,
): PrunePage {
  const [aged, at] = [sql.ref(table), sql.ref(column)]
  return async (before, { from, limit }) => {
    const rest = sql`${among} AND ${at} > ${from ?? ''}`
    const last = await sql<{ at: string }>`
      SELECT ${at} AS at FROM ${aged} WHERE ${rest} AND ${at} < ${before}
      ORDER BY ${at} LIMIT 1 OFFSET ${limit - 1}
    `.execute(db)
    const next = last.rows[0]?.at ?? null
    // Only one upper bound: given two, SQLite uses the first one and reads the index up to it.
    const untilEnd = next === null ? sql`${at} < ${before}` : sql`${at} <= ${next}`
    const { changed } = await sql`
      DELETE FROM ${aged} AS aged WHERE ${rest} AND ${untilEnd} AND ${isSpent}
    `.execute(db)
    return { removed: changed, next }
  }
}

/** Pages by the digest's `id`, for rows that have no end time, or whose times change too often for an index. */
function byDigest(
  db: Db,
  table: string,
  id: 'id' | 'subscription_id',
  isSpent: (before: string) => Sql,
): PrunePage {
  return async (before, { from, limit }) => {
    const [team, after]: readonly string[] = from === null ? ['', ''] : JSON.parse(from)
    const last = await sql<{ team_id: string; id: string }>`
      SELECT team_id, id FROM subscriptions WHERE (team_id, id) > (${team}, ${after})
      ORDER BY team_id, id LIMIT 1 OFFSET ${Math.ceil(limit / rowsPerDigest) - 1}
    `.execute(db)
    const [end] = last.rows
    const digestKey = sql`(aged.team_id, ${sql.ref(`aged.${id}`)})`
    const untilEnd = end === undefined ? sql`TRUE` : sql`${digestKey} <= (${end.team_id}, ${end.id})`
    const { changed } = await sql`
      DELETE FROM ${sql.ref(table)} AS aged
      WHERE ${digestKey} > (${team}, ${after}) AND ${untilEnd} AND ${isSpent(before)}
    `.execute(db)
    return {
      removed: changed,
      next: end === undefined ? null : JSON.stringify([end.team_id, end.id]),
    }
  }
}

/** News and the end of an evaluation are told once. The row without a subject, the time of the first check, is kept. */
const isExpiredRecord = (before: string) => sql`(${isOrphan(sql`aged.subscription_id`)}
  OR (aged.kind IN ('told', 'alert_evaluation') AND aged.subject <> '' AND aged.recorded_at < ${before}))`

/** Deleted, with no rows left. One from the configuration stays, so that the next start doesn't set it up again. */
const isExpiredDigest = (before: string) => sql`aged.state = 'deleted' AND aged.source <> 'settings'
  AND aged.created_at < ${before}
  AND NOT EXISTS (SELECT 1 FROM outbox AS its WHERE its.team_id = aged.team_id AND its.subject = aged.id)
  AND NOT EXISTS (
    SELECT 1 FROM digest_records AS its WHERE its.team_id = aged.team_id AND its.subscription_id = aged.id
  )`

/** A pace that was last used long ago limits nothing. */
function pacesPage(db: Db): PrunePage {
  return async (before, { limit }) => {
    const { changed } = await sql`
      DELETE FROM paces WHERE (team_id, channel_id) IN (
        SELECT team_id, channel_id FROM paces
        WHERE used_until < ${Temporal.Instant.from(before).epochMilliseconds} ${sql.limit(limit)}
      )
    `.execute(db)
    return { removed: changed, next: changed < limit ? null : before }
  }
}
