/** The rows of the outbox, and how other tables owe and withdraw messages in their transactions. */
import { hashed } from '../../lib/strings.ts'
import { type Reason, readReason, supportedReason } from '../reason.ts'
import { type Db, instantText, instantTextAfter, type Sql, sql } from './sql.ts'

/**
 * - `held`: a reply whose predecessor has not ended.
 * - `ready`: try it from `dueAt` on; while it is claimed, `dueAt` is the end of the claim's lease.
 * - `sending`: its intent is committed; after its lease nobody knows what Slack did.
 * - `unknown`: Slack may have it. Look it up from `dueAt` on; `null`: a person was asked.
 * - `sent`, `skipped`, `failed`: ended.
 */
export type OutboxState = 'held' | 'ready' | 'sending' | 'unknown' | 'sent' | 'skipped' | 'failed'

/** A message that Sightline owes. Times are ISO 8601 instants. */
export interface OutboxRow {
  readonly team: string
  /** Derived from team, kind and key, so the same event has the same id everywhere. Also in the message's metadata. */
  readonly id: string
  readonly kind: string
  /** What it belongs to, for example a digest's id; empty: nothing. */
  readonly subject: string
  /** A channel, a person or the execution of a workflow step. */
  readonly channel: string
  readonly threadTs: string | null
  /** The moment that it is about: a digest's slot, a question, a cause. */
  readonly since: string
  /** It is not sent after this; `null`: never too late. */
  readonly lateAt: string | null
  /** Slack user id of the person who asked for it; `null`: nobody did. */
  readonly askedBy: string | null
  /** Id of the first message of its thread, and its place there: 0, 1, 2 … */
  readonly root: string
  readonly part: number
  readonly state: OutboxState
  readonly dueAt: string | null
  /** The fencing token: incremented by each claim and withdrawal. */
  readonly attempt: number
  /** Tries of unknown outcome: its recipient may have it. */
  readonly unknowns: number
  /** Facts from which its kind composes it, as JSON. */
  readonly about: string
  /** The `Message` that left, or is to leave as it is, as JSON; `null`: not composed, or ended. */
  readonly message: string | null
  /** An `Effect` as JSON; `null`: none, or it has taken effect. */
  readonly effect: string | null
  /** Slack's `ts`, once it was sent; before, that of a line which it replaces. */
  readonly ts: string | null
  /** When it was first sent: a look-up searches from here. */
  readonly begunAt: string | null
  /** Slack's `ts` of the oldest message searched, newest first; `null`: not started. */
  readonly searchedUpTo: string | null
  /** Its place in the pace of messages (`Turn.place`); `null`: none. */
  readonly pacePlace: number | null
  readonly reason: Reason | null
  readonly createdAt: string
  readonly claimedAt: string | null
  readonly endedAt: string | null
}

/** A message to be owed. The same team, kind and key are owed once. */
export interface Owed {
  readonly team: string
  readonly kind: string
  readonly key: string
  readonly subject?: string
  readonly channel: string
  readonly threadTs?: string | null
  readonly since: Temporal.Instant
  readonly lateAt?: Temporal.Instant | null
  readonly askedBy?: string | null
  readonly about?: unknown
  /** Omitted: now. */
  readonly dueAt?: Temporal.Instant
  /** Recorded as ended for this reason, for people to see; nothing is sent. */
  readonly ended?: { readonly state: 'skipped' | 'failed'; readonly reason: Reason }
}

/** The same event gives the same id in every process, after a restart, and after a restored backup. */
export const outboxId = (team: string, kind: string, key: string): string =>
  hashed(JSON.stringify([team, kind, key]))

/** Kinds about a digest that its pausing withdraws, and that its history shows. */
export const digestKinds = ['digest', 'alert'] as const

export const columns = sql`team_id AS team, id, kind, subject, channel_id AS channel, thread_ts AS "threadTs", since, late_at AS "lateAt",
  asked_by AS "askedBy", root, part, state, due_at AS "dueAt", attempt, unknowns, about, message, effect, ts,
  begun_at AS "begunAt", searched_up_to AS "searchedUpTo", pace_place AS "pacePlace", reason, created_at AS "createdAt", claimed_at AS "claimedAt",
  ended_at AS "endedAt"`

export type Stored = Omit<OutboxRow, 'reason'> & { readonly reason: string | null }
export const rowOf = <T extends Stored>(stored: T): Omit<T, 'reason'> & Pick<OutboxRow, 'reason'> =>
  Object.assign(stored, { reason: readReason(stored.reason) })

export const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))

/** Far below the parameter limits of both engines. */
const rowsPerStatement = 200

/** Owes messages in the transaction that records their cause. May be repeated. */
export async function enqueue(
  db: Db,
  owed: readonly Owed[],
  now: Temporal.Instant,
): Promise<readonly OutboxRow[]> {
  const written: OutboxRow[] = []
  for (let from = 0; from < owed.length; from += rowsPerStatement) {
    const rows = owed.slice(from, from + rowsPerStatement)
    const { rows: inserted } = await sql<Stored>`
      INSERT INTO outbox ${insertColumns} VALUES ${sql.join(rows.map((one) => rowValues(one, now, 0)))}
      ON CONFLICT (team_id, id) DO NOTHING RETURNING ${columns}`.execute(db)
    written.push(...inserted.map(rowOf))
  }
  return written
}

export const insertColumns = sql`(team_id, id, kind, subject, channel_id, thread_ts, since, late_at, asked_by, root, part, state,
  due_at, attempt, unknowns, about, reason, created_at, claimed_at, ended_at)`

/** @param leaseMs 0: unclaimed */
export function rowValues(owed: Owed, now: Temporal.Instant, leaseMs: number): Sql {
  const { team, kind, key, lateAt, ended } = owed
  const id = outboxId(team, kind, key)
  const at = instantText(now)
  const since = instantText(owed.since)
  const dueAt = leaseMs > 0 ? instantTextAfter(now, leaseMs) : instantText(owed.dueAt ?? now)
  // What Sightline owed before a backup was restored may have been sent after the backup: look it up first.
  const mayBeThere = sql`EXISTS (SELECT 1 FROM restores WHERE at >= ${since})`
  const state = ended?.state ?? sql`CASE WHEN ${mayBeThere} THEN 'unknown' ELSE 'ready' END`
  return sql`(${team}, ${id}, ${kind}, ${owed.subject ?? ''}, ${owed.channel}, ${owed.threadTs ?? null}, ${since},
    ${lateAt == null ? null : instantText(lateAt)}, ${owed.askedBy ?? null}, ${id}, 0, ${state},
    ${ended === undefined ? dueAt : null}, ${leaseMs > 0 ? 1 : 0}, CASE WHEN ${mayBeThere} THEN 1 ELSE 0 END,
    ${JSON.stringify(owed.about ?? {})}, ${json(ended?.reason)}, ${at}, ${leaseMs > 0 ? at : null},
    ${ended === undefined ? null : at})`
}

/**
 * Makes the claims of a digest's unsent messages void, and the messages due now: the next claim finds out why they must
 * not be sent.
 * @param scope `scheduled` excludes digests that a person asked for
 */
export async function withdraw(
  db: Db,
  { team, subject }: { readonly team: string; readonly subject: string },
  kinds: readonly string[],
  at: string,
  scope: 'scheduled' | 'all' = 'scheduled',
): Promise<void> {
  await sql`UPDATE outbox SET attempt = attempt + 1, due_at = ${at}
    WHERE team_id = ${team} AND subject = ${subject} AND state = 'ready' AND kind IN (${sql.join([...kinds])})
      AND ${scope === 'all' ? sql`TRUE` : sql`asked_by IS NULL`}`.execute(db)
}

/**
 * Skips the messages of one kind about a subject that may still be sent, even those being composed.
 * @returns whether there were any
 */
export async function skipUnsent(
  db: Db,
  { team, subject }: { readonly team: string; readonly subject: string },
  kind: string,
  at: string,
  reason: Reason = 'no_longer_so',
  states: readonly string[] = ['ready', 'unknown'],
): Promise<boolean> {
  const rows = await sql`UPDATE outbox SET state = 'skipped', attempt = attempt + 1, due_at = NULL,
      reason = ${json(reason)}, about = '{}', message = NULL, effect = NULL, ended_at = ${at}
    WHERE team_id = ${team} AND subject = ${subject} AND kind = ${kind} AND state IN (${sql.join([...states])})
      AND due_at IS NOT NULL RETURNING id`.rows(db)
  return rows.length > 0
}

/** What a notice about a digest is about. Its message is composed when it is sent. */
export type NoticeMatter =
  /** Slack refuses the digest's channel, or its schedule can't be read. */
  | { readonly kind: 'paused'; readonly code: Reason }
  /** One slot was not posted, and won't be. `hours`: how long posting was tried. */
  | { readonly kind: 'not_posted'; readonly reason: Reason; readonly hours?: number }
  /** It is unknown whether the digest or alert with this id was posted. */
  | { readonly kind: 'unknown'; readonly delivery: string }
  /** The owner has left. `gone`: Slack user id. */
  | { readonly kind: 'owner_wanted'; readonly gone: string }
  /** Sightline is back in a workspace with stopped digests. `oldest`: id of the first one that was set up. */
  | { readonly kind: 'restore'; readonly oldest: string }

/** The facts of a message that tells a person, or a channel, about a digest. Its words are composed when it leaves. */
export interface Notice {
  readonly matter: NoticeMatter
  /** Earlier recipients. Slack refused it, or didn't confirm it in any try. */
  readonly tried: readonly string[]
  /** One offer for all stopped digests, after those to their owners failed. */
  readonly isShared?: true
}

export function noticeOf(json: string): Notice {
  const notice: Notice = JSON.parse(json)
  const { matter } = notice
  if (matter.kind === 'paused')
    return { ...notice, matter: { ...matter, code: supportedReason(matter.code) } }
  if (matter.kind === 'not_posted')
    return { ...notice, matter: { ...matter, reason: supportedReason(matter.reason) } }
  return notice
}
