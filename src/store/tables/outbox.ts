import { z } from 'zod'
import type { Cause, Reason } from '../reason.ts'
import { markAlerts, storedMark } from './alerts.ts'
import { recordRows, recordStatement, storedStatement, toldNews, toldRow } from './digest-record.ts'
import {
  columns,
  enqueue,
  insertColumns,
  json,
  type OutboxRow,
  type OutboxState,
  type Owed,
  outboxId,
  rowOf,
  rowValues,
  type Stored,
  skipUnsent,
} from './owed.ts'
import {
  changes,
  type Database,
  type Db,
  instantIn,
  instantText,
  instantTextAfter,
  type Sql,
  skipLocked,
  sql,
} from './sql.ts'
import { pauseSubscription, checkOwner as scheduleOwnerCheck } from './subscription-rows.ts'

/** What becomes true when the message has arrived. Committed before it is sent. */
export const storedEffect = z.object({
  /** What a digest reports, for its record. */
  statement: storedStatement.readonly().exactOptional(),
  /** Thresholds that an alert reports as crossed. */
  marks: z.array(storedMark.readonly()).readonly().exactOptional(),
  /** What an alert tells of the brands. */
  told: z.array(toldNews.readonly()).readonly().exactOptional(),
  /** Then check whether the digest's owner is still there. */
  checkOwner: z.literal(true).exactOptional(),
  /** The question that its thread is about, as typed after `/sightline `. It stays in `about`. */
  question: z.string().exactOptional(),
})
export type Effect = Readonly<z.infer<typeof storedEffect>>

interface Intent {
  /** These two omitted: as they are stored, of a reply. */
  readonly message?: unknown
  readonly effect?: unknown
  /** Stored with the intent of the first message of their thread. */
  readonly replies: readonly { readonly message: unknown; readonly effect?: unknown }[]
  /** Slack's `ts` of the message that it replaces, so that no later attempt posts another one. */
  readonly replaces?: string | null
}

export type Claim = Pick<OutboxRow, 'team' | 'id' | 'attempt'>

/**
 * How an attempt ends.
 * - `later`: try again. `about` replaces the facts; `to` is another recipient, whose tries are counted anew.
 * - `unknown`: `dueAt` is when to look it up; `null`: a person was asked. `applies`: its effect counts as if it was sent.
 */
export type Ending =
  | { readonly state: 'sent'; readonly ts: string }
  | {
      readonly state: 'later'
      readonly dueAt: Temporal.Instant
      readonly reason: Reason
      readonly to?: string
      readonly about?: unknown
      readonly pacePlace?: number | null
    }
  | {
      readonly state: 'unknown'
      readonly dueAt: Temporal.Instant | null
      readonly reason: Reason
      readonly searchedUpTo?: string | null
      readonly applies?: boolean
    }
  | { readonly state: 'skipped' | 'failed'; readonly reason: Reason }

type AnyEnding = Pick<Ending, 'state'> &
  Partial<Omit<Extract<Ending, { state: 'later' }>, 'state' | 'dueAt'>> &
  Partial<Omit<Extract<Ending, { state: 'unknown' }>, 'state'>> &
  Partial<Omit<Extract<Ending, { state: 'sent' }>, 'state'>>

/** Written in the transaction that ends the attempt. */
export interface Consequences {
  /** For example, messages to the people who have to know. */
  readonly owed?: readonly Owed[]
  /** Pauses the digest `subject`; `owed` is then written only if this call paused it. */
  readonly pause?: Cause
  /** Claims the next reply for the caller; omitted: it is left to the next claim. */
  readonly replyLeaseMs?: number | null
}

export interface Settled {
  /** `void`: the claim is void, and nothing was written; `paused`: the digest was paused, too. */
  readonly result: 'settled' | 'paused' | 'void'
  /** The claimed reply; `null`: none. */
  readonly reply: OutboxRow | null
}

export interface ClaimRequest {
  readonly now: Temporal.Instant
  readonly leaseMs: number
  /** Workspaces that have their share of places; they are passed over. */
  readonly busy: readonly string[]
  /** The workspace that was served last: the next ones come first. */
  readonly after: string
  readonly limit: number
}

export const replyKind = 'reply'

/** Its facts, the words of a person, are erased when it ends; what it asked stays for its thread, as a command. */
export const questionKind = 'answer'

/** A backup was restored: what it owes may have been sent since it was made, and is looked up first. */
export async function markRestored(db: Db, now: Temporal.Instant): Promise<void> {
  const at = instantText(now)
  await sql`INSERT INTO restores (at) VALUES (${at}) ON CONFLICT (at) DO NOTHING`.execute(db)
  await sql`UPDATE outbox SET unknowns = 1
    WHERE state IN ('held', 'ready', 'sending') AND unknowns = 0`.execute(db)
  await sql`UPDATE outbox SET state = 'unknown', due_at = ${at}
    WHERE state IN ('ready', 'sending')`.execute(db)
  // A look-up that had begun hasn't seen what was sent later.
  await sql`UPDATE outbox SET searched_up_to = NULL WHERE searched_up_to IS NOT NULL`.execute(db)
}

type Place = { readonly team: string } & ({ readonly channel: string } | { readonly subject: string })

/** Every message owed: a row before it is tried. Claims are void once another caller has claimed the row. */
export function outboxStore(db: Database) {
  const first = async (query: Sql<Stored>, within: Db = db) => {
    const row = await query.first(within)
    return row && rowOf(row)
  }

  /** To avoid deadlocks, every transaction locks a digest before its messages. */
  const lockDigest = async (transaction: Db, { team, subject }: OutboxRow) => {
    if (!db.shared || subject === '') return
    await sql`SELECT id FROM subscriptions WHERE team_id = ${team} AND id = ${subject}
      FOR NO KEY UPDATE`.execute(transaction)
  }

  const apply = async (transaction: Db, row: OutboxRow, now: Temporal.Instant) => {
    if (row.effect === null) return
    const { team, subject } = row
    const digest = { team, subscriptionId: subject }
    const effect = storedEffect.parse(JSON.parse(row.effect))
    const { statement, marks = [], told = [], checkOwner, question } = effect
    if (statement !== undefined) await recordStatement(transaction, digest, statement)
    await markAlerts(transaction, digest, marks, instantText(now))
    await recordRows(transaction, digest, told.map(toldRow), instantText(now))
    if (checkOwner === true) await scheduleOwnerCheck(transaction, { team, id: subject }, now)
    const remembered = question === undefined ? sql`about` : sql`${JSON.stringify({ question })}`
    await sql`UPDATE outbox SET effect = NULL, about = ${remembered} WHERE team_id = ${team}
      AND id = ${row.id}`.execute(transaction)
  }

  return {
    /** @returns the rows that were not owed before */
    enqueue: (owed: readonly Owed[], now: Temporal.Instant) => enqueue(db, owed, now),

    /**
     * Owes a message and claims it; also takes over one whose lease or pause is over.
     * @returns `null`: it is claimed, may have been sent, or has ended
     */
    enqueueClaimed: (owed: Owed, leaseMs: number, now: Temporal.Instant) => {
      const at = instantText(now)
      return first(sql<Stored>`
        INSERT INTO outbox ${insertColumns} VALUES ${rowValues(owed, now, leaseMs)}
        ON CONFLICT (team_id, id) DO UPDATE SET attempt = outbox.attempt + 1, due_at = excluded.due_at,
          channel_id = excluded.channel_id, claimed_at = excluded.claimed_at
        WHERE outbox.state = 'ready' AND outbox.due_at <= ${at}
        RETURNING ${columns}`)
    },

    /**
     * Claims the longest due message of each of up to `limit` connected workspaces. One whose process ended while it was
     * sent becomes `unknown`.
     */
    async claim({ now, leaseMs, busy, after, limit }: ClaimRequest): Promise<readonly OutboxRow[]> {
      const at = instantText(now)
      /** The next workspace with an open message. */
      const following = (team: Sql) => sql`
        SELECT open.team_id FROM outbox AS open WHERE open.due_at IS NOT NULL AND open.team_id > ${team}
        ORDER BY open.team_id LIMIT 1`
      const isBusy = busy.length === 0 ? sql`FALSE` : sql`teams.team IN (${sql.join([...busy])})`
      // Jumps from workspace to workspace in the index, so it reads a few entries for each workspace, however many
      // messages wait there. MATERIALIZED, because PostgreSQL may run an inlined query with a lock more than once. Not
      // EXISTS, which PostgreSQL turns into a join that reads all workspaces, and in another order. Nor IN, for which SQLite
      // lists all workspaces first.
      const rows = await sql<Stored>`
        WITH RECURSIVE teams (team) AS (
          SELECT * FROM (${following(sql`${after}`)}) AS first
          UNION ALL
          SELECT (${following(sql`teams.team`)}) FROM teams WHERE teams.team IS NOT NULL
        ),
        due AS MATERIALIZED (
          SELECT teams.team AS due_team, (
            SELECT open.id FROM outbox AS open WHERE open.team_id = teams.team AND open.due_at <= ${at}
            ORDER BY open.due_at, open.id LIMIT 1 ${skipLocked(db)}
          ) AS due_id
          FROM teams WHERE teams.team IS NOT NULL AND NOT ${isBusy}
            AND teams.team NOT IN (SELECT team_id FROM disconnected_workspaces)
            AND (SELECT 1 FROM outbox AS open WHERE open.team_id = teams.team AND open.due_at <= ${at} LIMIT 1) = 1
          ${sql.limit(limit)}
        )
        UPDATE outbox SET attempt = attempt + 1, due_at = ${instantTextAfter(now, leaseMs)}, claimed_at = ${at},
          unknowns = CASE state WHEN 'sending' THEN unknowns + 1 ELSE unknowns END,
          reason = CASE state WHEN 'sending' THEN ${json('stopped_while_posting')} ELSE reason END,
          state = CASE state WHEN 'sending' THEN 'unknown' ELSE state END
        FROM due WHERE team_id = due_team AND id = due_id AND due_at <= ${at}
        RETURNING ${columns}`.rows(db)
      return rows.map(rowOf)
    },

    /** Claims it for the person who wants it sent again. @returns `null`: somebody was faster, or it has ended */
    claimUnknown: (
      { team, id, by }: Pick<Claim, 'team' | 'id'> & { readonly by: string },
      leaseMs: number,
      now: Temporal.Instant,
    ) =>
      first(sql<Stored>`
        UPDATE outbox SET attempt = attempt + 1, due_at = ${instantTextAfter(now, leaseMs)},
          asked_by = ${by}, claimed_at = ${instantText(now)}, ended_at = NULL
        WHERE team_id = ${team} AND id = ${id} AND state = 'unknown' AND due_at IS NULL
        RETURNING ${columns}`),

    /**
     * Commits the intent. From `unknown` only after a look-up under the same claim that found nothing.
     * @returns `false`: the claim is void; don't send
     */
    begin(
      { team, id, attempt }: Claim,
      { message, effect, replies, replaces = null }: Intent,
      leaseMs: number,
      now: Temporal.Instant,
    ): Promise<boolean> {
      const at = instantText(now)
      const content = { message: message && json(message), effect: effect && json(effect) }
      const write = async (within: Db): Promise<boolean> => {
        const row = await sql<Pick<OutboxRow, 'subject' | 'channel' | 'since' | 'part'>>`
          UPDATE outbox SET state = 'sending', due_at = ${instantTextAfter(now, leaseMs)},
            ${sql.set({ ...content, ts: replaces })}, searched_up_to = NULL, reason = NULL,
            begun_at = COALESCE(begun_at, ${at})
          WHERE team_id = ${team} AND id = ${id} AND attempt = ${attempt} AND state IN ('ready', 'unknown')
          RETURNING subject, channel_id AS channel, since, part`.first(within)
        if (row === null) return false
        if (row.part > 0) return true
        // Composed again: the replies belong to the message that leaves now.
        await sql`DELETE FROM outbox
          WHERE team_id = ${team} AND root = ${id} AND state = 'held'`.execute(within)
        for (const [index, reply] of replies.entries()) {
          const part = index + 1
          await sql`
            INSERT INTO outbox (team_id, id, kind, subject, channel_id, since, root, part, state, attempt, unknowns, about,
              message, effect, created_at)
            VALUES (${team}, ${outboxId(team, replyKind, `${id} ${part}`)}, ${replyKind}, ${row.subject}, ${row.channel},
              ${row.since}, ${id}, ${part}, 'held', 0, 0, '{}', ${json(reply.message)}, ${json(reply.effect)},
              ${at})`.execute(within)
        }
        return true
      }
      // Most messages have no replies and, at their first attempt, never had any.
      return replies.length === 0 && attempt === 1 ? write(db) : db.transaction(write)
    },

    /**
     * Goes on with the attempt after a line was sent that the message will replace.
     * @param ts of the line; `null`: none
     * @returns `false`: the claim is void
     */
    continueWith: (
      { team, id, attempt }: Claim,
      ts: string | null,
      leaseMs: number,
      now: Temporal.Instant,
    ): Promise<boolean> =>
      changes(
        db,
        sql`UPDATE outbox SET state = 'ready', due_at = ${instantTextAfter(now, leaseMs)}, ts = ${ts}
          WHERE team_id = ${team} AND id = ${id} AND attempt = ${attempt} AND state = 'sending'`,
      ),

    /** Skips the unsent messages of a subject, even those being composed. @returns whether there were any */
    stop: (team: string, subject: string, kind: string, now: Temporal.Instant): Promise<boolean> =>
      skipUnsent(db, { team, subject }, kind, instantText(now), 'stopped', ['ready']),

    /**
     * Ends an attempt, with its consequences. Once it is sent, its next reply is ready; if not, there are no replies. “Sent”
     * may be repeated with the same `ts`.
     */
    settle: (
      row: OutboxRow,
      ending: Ending,
      now: Temporal.Instant,
      { owed = [], pause, replyLeaseMs = null }: Consequences = {},
    ): Promise<Settled> =>
      db.transaction(async (transaction) => {
        const { team, id, attempt } = row
        const at = instantText(now)
        await lockDigest(transaction, row)
        const { state, dueAt = null, reason, ts, to, pacePlace = null, ...changed }: AnyEnding = ending
        const mayBeThere = state === 'sent' || state === 'unknown'
        const from = ['sending', 'unknown', ...(mayBeThere ? [] : ['ready'])]
        const isOver = dueAt === null
        const about = isOver && row.kind === questionKind ? {} : changed.about
        const isUnsent = state === 'skipped' || state === 'failed'
        const unknowns = sql`unknowns + CASE state WHEN 'sending' THEN ${sql.raw(state === 'unknown' ? '1' : '0')} ELSE 0 END`
        const also = sql.set({
          pace_place: pacePlace,
          channel_id: to,
          ts,
          about: about === undefined ? undefined : JSON.stringify(about),
          searched_up_to: changed.searchedUpTo,
          message: isUnsent || state === 'sent' ? null : undefined,
          effect: isUnsent ? null : undefined,
        })
        const settled = await first(
          sql<Stored>`
            UPDATE outbox SET state = ${state === 'later' ? 'ready' : state}, reason = ${json(reason)},
              due_at = ${dueAt && instantText(dueAt)}, ended_at = ${isOver ? at : null},
              unknowns = ${to === undefined ? unknowns : 0}, ${also}
            WHERE team_id = ${team} AND id = ${id} AND attempt = ${attempt} AND state IN (${sql.join(from)})
            RETURNING ${columns}`,
          transaction,
        )
        if (settled === null) {
          if (state !== 'sent') return { result: 'void', reply: null }
          // The commit was not confirmed, and is repeated.
          const same = await first(
            sql<Stored>`SELECT ${columns} FROM outbox WHERE team_id = ${team} AND id = ${id} AND attempt = ${attempt}
              AND state = 'sent' AND ts = ${ts}`,
            transaction,
          )
          if (same === null) return { result: 'void', reply: null }
          const claimed = sql<Stored>`SELECT ${columns} FROM outbox WHERE team_id = ${team} AND root = ${row.root}
            AND part = ${row.part + 1} AND attempt = 1 AND state IN ('ready', 'unknown')`
          return {
            result: 'settled',
            reply: replyLeaseMs === null ? null : await first(claimed, transaction),
          }
        }
        if (state === 'sent' || changed.applies === true) await apply(transaction, settled, now)
        const isPaused =
          pause !== undefined && (await pauseSubscription(transaction, { team, id: row.subject }, pause, now))
        if (pause === undefined || isPaused) await enqueue(transaction, owed, now)
        const reply = isOver ? await settleReplies(transaction, settled, now, replyLeaseMs) : null
        return { result: isPaused ? 'paused' : 'settled', reply }
      }),

    /** When the next message of a connected workspace is due; `null`: none. */
    async dueAt(): Promise<Temporal.Instant | null> {
      // NOT IN, not NOT EXISTS or MIN: PostgreSQL would read every open row.
      const row = await sql<{ at: string }>`
        SELECT due_at AS at FROM outbox
        WHERE due_at IS NOT NULL AND team_id NOT IN (SELECT team_id FROM disconnected_workspaces)
        ORDER BY due_at LIMIT 1`.first(db)
      return instantIn(row)
    },

    get: (team: string, id: string) =>
      first(sql<Stored>`SELECT ${columns} FROM outbox WHERE team_id = ${team} AND id = ${id}`),

    /** Messages of these kinds about a subject, or in a channel, newest first. Without replies. */
    async list(
      { team, ...of }: Place,
      kinds: readonly string[],
      { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
    ): Promise<readonly OutboxRow[]> {
      const place = 'channel' in of ? sql`channel_id = ${of.channel}` : sql`subject = ${of.subject}`
      const rows = await sql<Stored>`
        SELECT ${columns} FROM outbox WHERE team_id = ${team} AND ${place} AND kind IN (${sql.join([...kinds])})
        ORDER BY since DESC, id ${sql.limit(limit)} OFFSET ${offset}`.rows(db)
      return rows.map(rowOf)
    },

    /** Notices that reached nobody since `since`, newest first, with the name of their digest. @param channel `null`: any */
    async unreached(team: string, channel: string | null, since: Temporal.Instant, limit: number) {
      const inChannel = channel === null ? sql`TRUE` : sql`subscriptions.channel_id = ${channel}`
      const rows = await sql<Stored & { name: string }>`
        SELECT its.*, subscriptions.name FROM (
          SELECT ${columns} FROM outbox
          WHERE team_id = ${team} AND kind = 'notice' AND state = 'failed' AND ended_at >= ${instantText(since)}
        ) AS its
        JOIN subscriptions ON subscriptions.team_id = its.team AND subscriptions.id = its.subject
        WHERE subscriptions.state <> 'deleted' AND ${inChannel}
        ORDER BY its."endedAt" DESC, its.id ${sql.limit(limit)}`.rows(db)
      return rows.map(rowOf)
    },

    /**
     * Counts of open messages, for the operator.
     * @returns `oldestDigest`: `since` of the one that has been due longest in a connected workspace; `null`: none
     */
    async counts() {
      const rows = await sql<{ state: OutboxState; count: number; oldest: string | null }>`
        SELECT state, CAST(count(*) AS integer) AS count, min(CASE WHEN state = 'ready' AND kind = 'digest'
            AND team_id NOT IN (SELECT team_id FROM disconnected_workspaces) THEN since END) AS oldest
        FROM outbox WHERE due_at IS NOT NULL GROUP BY state`.rows(db)
      const of = (state: OutboxState) => rows.find((row) => row.state === state)
      const count = (state: OutboxState) => of(state)?.count ?? 0
      const oldest = of('ready')?.oldest ?? null
      return {
        ready: count('ready'),
        sending: count('sending'),
        unknown: count('unknown'),
        oldestDigest: oldest === null ? null : Temporal.Instant.from(oldest),
      }
    },
  }
}

/**
 * Makes the next reply ready once its predecessor is there, or skips the rest.
 * @param leaseMs claims it
 * @returns the claimed reply; `null`: none
 */
async function settleReplies(
  transaction: Db,
  row: OutboxRow,
  now: Temporal.Instant,
  leaseMs: number | null,
): Promise<OutboxRow | null> {
  const { team, root, part, state, since, lateAt } = row
  const at = instantText(now)
  if (state === 'skipped' || state === 'failed') {
    await sql`UPDATE outbox SET state = 'skipped', reason = ${json('no_longer_so')}, message = NULL, effect = NULL,
        ended_at = ${at}
      WHERE team_id = ${team} AND root = ${root} AND state = 'held'`.execute(transaction)
    return null
  }
  // A reply of unknown outcome is passed over: a gap is better than a duplicate. Its thread is known, unlike a root's.
  const thread = part === 0 ? row.ts : row.threadTs
  if (thread === null) {
    // A person was asked about the message: its replies wait, and age with it.
    await sql`UPDATE outbox SET ended_at = ${at}
      WHERE team_id = ${team} AND root = ${root} AND state = 'held'`.execute(transaction)
    return null
  }
  // A thread has as much time from its first message as that one had from its moment.
  const repliesLateAt =
    part > 0 || lateAt === null ? lateAt : instantText(now.add(Temporal.Instant.from(since).until(lateAt)))
  // Due since the digest's own slot, so that a thread is complete before the workspace's next digest is posted.
  // In a restored backup it may be there already.
  const due =
    leaseMs === null
      ? sql`due_at = CASE WHEN since < ${at} THEN since ELSE ${at} END`
      : sql`due_at = ${instantTextAfter(now, leaseMs)}, attempt = attempt + 1, claimed_at = ${at}`
  const next = await sql<Stored>`
    UPDATE outbox SET state = CASE WHEN unknowns > 0 THEN 'unknown' ELSE 'ready' END, ${due},
      thread_ts = ${thread}, late_at = ${repliesLateAt}, ended_at = NULL
    WHERE team_id = ${team} AND root = ${root} AND part = ${part + 1} AND state = 'held'
    RETURNING ${columns}`.first(transaction)
  return next === null || leaseMs === null ? null : rowOf(next)
}
