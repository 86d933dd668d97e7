import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Cause, Reason } from '../reason.ts'
import type { Database, DeliveryRow } from '../schema.ts'
import { type AlertIntent, alertIntent } from './alert-intent.ts'
import { markAlerts } from './alerts.ts'
import { ofConnected } from './connected.ts'
import { deliveryLists } from './delivery-lists.ts'
import { type DeliveryPosting, deliveryPosting } from './delivery-posting.ts'
import {
  type Claim,
  claimColumns,
  claimRecord,
  type Delivery,
  deliveryRecord,
  reasonColumns,
} from './delivery-record.ts'
import { type NewNotice, writeNotices } from './notices.ts'
import { pausedFor, takeBack } from './subscriptions.ts'
import { instantText, laterText } from './text.ts'

/** The notice about a delivery's end, written in the same transaction. */
export interface Tells {
  /** `null`: none. */
  readonly notice: NewNotice | null
  /** The delivery was a notice and there is nobody left to send it to. */
  readonly untold?: boolean
}

/** Methods that finish a claim return `false` if it is void: claimed by another caller, or finished. */
export interface DeliveryClaims extends DeliveryPosting {
  /**
   * Claims a slot: inserts it as `pending`, or takes over a `pending` one whose lease has run out. Returns `null` if it is
   * claimed, its post may have been sent, or it is finished.
   */
  claim(request: {
    readonly team: string
    readonly subscriptionId: string
    readonly slot: Temporal.Instant
    readonly channel: string
    readonly askedBy: string | null
    /** Left out for a digest. */
    readonly alert?: AlertIntent
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<Claim | null>
  /**
   * Claims an `unknown` delivery, to look it up or because a person clicked "Post again". One caller wins; the others
   * get the current delivery, or `null`. It becomes `posting` at once, without `beginPost`, so that after a crash it is
   * `unknown` again and not posted automatically.
   */
  claimUnknown(request: {
    readonly team: string
    readonly id: string
    readonly leaseMs: number
    readonly now: Temporal.Instant
    /** Only if its look-up is still due: another process may have settled it since it was listed. */
    readonly onlyDue?: boolean
  }): Promise<
    | { readonly won: true; readonly claim: Claim }
    | { readonly won: false; readonly delivery: Delivery | null }
  >
  /**
   * `posting` → `unknown`: Slack may have accepted it. `checkAt`: when to look it up; `null`: never. Without a look-up an
   * alert is marked as sent, so that it isn't sent again automatically.
   */
  unknown(
    claim: Claim,
    why: {
      readonly reason: Reason
      readonly checkAt: Temporal.Instant | null
      /** Slack's `ts` up to which the channel was searched. Left out: unchanged. */
      readonly lookedTo?: string | null
    },
    now: Temporal.Instant,
    tells?: Tells,
  ): Promise<boolean>
  /** `pending` or `posting` → `failed`: not posted, and not retried. */
  failed(claim: Claim, reason: Reason, now: Temporal.Instant, tells?: Tells): Promise<boolean>
  /**
   * Like `failed`, when Slack refuses the digest's channel: also pauses the digest with this reason and withdraws its
   * waiting deliveries. `tells` is written only if this call paused it.
   */
  failedAndPaused(
    claim: Claim,
    reason: Cause,
    now: Temporal.Instant,
    tells: Tells,
  ): Promise<'paused' | 'failed' | 'void'>
  /** `pending` → `skipped`: nothing to post. */
  skipped(claim: Claim, reason: Reason, now: Temporal.Instant, tells?: Tells): Promise<boolean>
  /** `pending` or `posting` → `pending` until `retryAt`. From `posting` only if Slack certainly didn't accept the post. */
  release(
    claim: Claim,
    retry: { readonly retryAt: Temporal.Instant; readonly reason: Reason },
    now: Temporal.Instant,
  ): Promise<boolean>
}

/** @param shared whether other processes may use the same rows */
export function deliveryClaims(db: Kysely<Database>, shared: boolean): DeliveryClaims {
  /** Update of a claim's row, if the claim is valid and the row in one of these states. */
  const held = (
    claim: Claim,
    states: readonly DeliveryRow['state'][],
    within: Kysely<Database> | Transaction<Database> = db,
  ) =>
    within
      .updateTable('deliveries')
      .where('team_id', '=', claim.team)
      .where('id', '=', claim.id)
      .where('attempt', '=', claim.attempt)
      .where('state', 'in', states)
      .returning('id')

  async function finish(
    claim: Claim,
    from: readonly DeliveryRow['state'][],
    {
      reason,
      ...to
    }: Pick<DeliveryRow, 'state' | 'check_at'> & {
      readonly reason: Reason
      readonly looked_to?: string | null
    },
    now: Temporal.Instant,
    { notice, untold = false }: Tells = { notice: null },
    within: Transaction<Database> | null = null,
  ): Promise<boolean> {
    const at = instantText(now)
    const cleared = to.state === 'unknown' ? {} : { says: null, thread: null }
    const end = async (database: Kysely<Database> | Transaction<Database>) => {
      const row = await held(claim, from, database)
        .set({
          ...to,
          ...reasonColumns(reason),
          ...cleared,
          updated_at: at,
          finished_at: at,
          ...(untold ? { untold_at: at } : {}),
        })
        .executeTakeFirst()
      if (row !== undefined && notice !== null) await writeNotices(database, [notice], now)
      return row !== undefined
    }
    if (within !== null) return end(within)
    return notice === null ? end(db) : db.transaction().execute(end)
  }

  return {
    ...deliveryPosting(db, shared),

    async claim({ team, subscriptionId, slot, channel, askedBy, alert, leaseMs, now }) {
      const at = instantText(now)
      const lease_until = laterText(now, leaseMs)
      const row = await db
        .insertInto('deliveries')
        .values({
          team_id: team,
          id: randomUUID(),
          subscription_id: subscriptionId,
          slot: instantText(slot),
          channel_id: channel,
          asked_by: askedBy,
          alert: alert === undefined ? null : JSON.stringify(alert),
          state: 'pending',
          attempt: 1,
          lease_until,
          thread_next: 0,
          thread_leaving: 0,
          thread_take: 0,
          created_at: at,
          started_at: at,
          updated_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'subscription_id', 'slot'])
            .doUpdateSet((eb) => ({
              attempt: eb('deliveries.attempt', '+', 1),
              channel_id: channel,
              lease_until,
              started_at: at,
              updated_at: at,
            }))
            .where('deliveries.state', '=', 'pending')
            .where('deliveries.lease_until', '<=', at),
        )
        .returning(claimColumns)
        .executeTakeFirst()
      return row === undefined ? null : claimRecord(row, leaseMs)
    },

    async claimUnknown({ team, id, leaseMs, now, onlyDue = false }) {
      const at = instantText(now)
      const row = await db
        .updateTable('deliveries')
        .set((eb) => ({
          state: 'posting',
          attempt: eb('attempt', '+', 1),
          lease_until: laterText(now, leaseMs),
          check_at: null,
          started_at: at,
          updated_at: at,
          finished_at: null,
        }))
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('state', '=', 'unknown')
        .$if(onlyDue, (update) => update.where('check_at', '<=', at))
        .returning(claimColumns)
        .executeTakeFirst()
      if (row !== undefined) return { won: true, claim: claimRecord(row, leaseMs) }
      return { won: false, delivery: await deliveryLists(db).get(team, id) }
    },

    unknown: (claim, { reason, checkAt, lookedTo }, now, tells) =>
      db.transaction().execute(async (transaction) => {
        const check_at = checkAt === null ? null : instantText(checkAt)
        const left = await finish(
          claim,
          ['posting'],
          { state: 'unknown', reason, check_at, ...(lookedTo === undefined ? {} : { looked_to: lookedTo }) },
          now,
          tells,
          transaction,
        )
        const { marks = [] } = alertIntent(claim.alert) ?? {}
        if (left && checkAt === null)
          await markAlerts(transaction, claim.team, claim.subscriptionId, marks, instantText(now))
        return left
      }),
    failed: (claim, reason, now, tells) =>
      finish(claim, ['pending', 'posting'], { state: 'failed', reason, check_at: null }, now, tells),

    failedAndPaused: (claim, reason, now, { notice }) =>
      db.transaction().execute(async (transaction) => {
        // Lock the subscription before its deliveries, in the order used everywhere, to avoid deadlocks.
        await transaction
          .selectFrom('subscriptions')
          .select('id')
          .where('team_id', '=', claim.team)
          .where('id', '=', claim.subscriptionId)
          .$if(shared, (query) => query.forNoKeyUpdate())
          .execute()
        const failed = { state: 'failed', reason, check_at: null } as const
        if (!(await finish(claim, ['pending', 'posting'], failed, now, { notice: null }, transaction)))
          return 'void'
        const { team, subscriptionId: id } = claim
        const at = instantText(now)
        const paused = await transaction
          .updateTable('subscriptions')
          .set(pausedFor(reason, at))
          .where('team_id', '=', team)
          .where('id', '=', id)
          .where('state', '=', 'active')
          .returning('id')
          .executeTakeFirst()
        if (paused === undefined) return 'failed'
        await takeBack(transaction, { team, id }, at)
        if (notice !== null) await writeNotices(transaction, [notice], now)
        return 'paused'
      }),

    skipped: (claim, reason, now, tells) =>
      finish(claim, ['pending'], { state: 'skipped', reason, check_at: null }, now, tells),

    async release(claim, { retryAt, reason }, now) {
      const row = await held(claim, ['pending', 'posting'])
        .set({
          state: 'pending',
          ...reasonColumns(reason),
          lease_until: instantText(retryAt),
          updated_at: instantText(now),
        })
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** The due and missed slots of a subscription's schedule. */
export interface SlotPlan {
  readonly team: string
  readonly subscriptionId: string
  readonly channel: string
  /** Revision of the schedule that was planned; a plan for another revision isn't written. */
  readonly revision: number
  /** The slot to deliver; `null`: none. */
  readonly deliver: Temporal.Instant | null
  /** Slots that were missed. */
  readonly skip: readonly Temporal.Instant[]
  /** Reason for the history. */
  readonly skipReason: Reason
  /** The next slot, computed with this version of the zone data. */
  readonly lookAt: Temporal.Instant
  readonly zoneData: string
}

/**
 * Deliveries that wait for work. Those of a disconnected workspace wait until it is connected again.
 */
export interface DeliveryQueue {
  /**
   * Writes plans in one transaction; all slots up to `now` then count as planned. May be repeated.
   */
  plan(plans: readonly SlotPlan[], now: Temporal.Instant): Promise<void>
  /** Claims the longest waiting `pending` delivery, optionally of one workspace; `null`: none. */
  next(request: {
    readonly leaseMs: number
    readonly now: Temporal.Instant
    readonly team?: string
  }): Promise<Claim | null>
  /** Workspaces with a delivery to claim, ordered by id. */
  teamsWaiting(now: Temporal.Instant): Promise<readonly string[]>
  /**
   * Makes up to `limit` deliveries in `posting` past their lease `unknown`, to be looked up at once: their process died,
   * and a post is never repeated blindly. Each is returned to exactly one caller.
   */
  expirePosting(now: Temporal.Instant, limit: number): Promise<readonly Delivery[]>
  /** `unknown` deliveries to look up now, with `claimUnknown`. */
  toCheck(now: Temporal.Instant, limit: number): Promise<readonly Delivery[]>
  /** When this step is next due for a delivery; `null`: for none. */
  dueAt(forWhat: DeliveryStep): Promise<Temporal.Instant | null>
  /** When the next step of any kind is due; `null`: none. */
  waitsUntil(): Promise<Temporal.Instant | null>
}

export type DeliveryStep = 'delivery' | 'lookup' | 'thread'

/** Keeps statements far below both engines' parameter limits. */
const rowsPerStatement = 200

const order = (a: SlotPlan, b: SlotPlan) =>
  a.team < b.team || (a.team === b.team && a.subscriptionId < b.subscriptionId) ? -1 : 1

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function deliveryQueue(db: Kysely<Database>, shared: boolean): DeliveryQueue {
  /** @param team `null`: any */
  const claimOf = (team: never | null) => (values: { readonly at: never; readonly leaseUntil: never }) => {
    const { at, leaseUntil } = values
    return (
      db
        // A CTE, since PostgreSQL could run a subquery with a limit more than once.
        .with('longest', (query) =>
          query
            .selectFrom('deliveries')
            .select(['team_id', 'id'])
            // A literal, so that the partial index is used.
            .where('state', '=', sql.lit('pending'))
            .$if(team !== null, (rows) => rows.where('team_id', '=', team ?? ''))
            .where('lease_until', '<=', at)
            .where(ofConnected('deliveries'))
            .orderBy('lease_until')
            .limit(1)
            .$if(shared, (rows) => rows.forUpdate().skipLocked()),
        )
        .updateTable('deliveries')
        .from('longest')
        .set((eb) => ({
          attempt: eb('deliveries.attempt', '+', 1),
          lease_until: leaseUntil,
          started_at: at,
          updated_at: at,
        }))
        .whereRef('deliveries.team_id', '=', 'longest.team_id')
        .whereRef('deliveries.id', '=', 'longest.id')
        .where('deliveries.state', '=', sql.lit('pending'))
        .where('deliveries.lease_until', '<=', at)
        .returning(claimColumns)
    )
  }
  const claimAny = prepared(db, ['at', 'leaseUntil'], claimOf(null))
  const claimOfTeam = prepared(db, ['team', 'at', 'leaseUntil'], ({ team, ...values }) =>
    claimOf(team)(values),
  )
  const earliest = (column: 'lease_until' | 'check_at' | 'thread_at') =>
    db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.min(column).as('at'))
      .where(ofConnected('deliveries'))
  /** Queried after each run of a loop. */
  const firstOf = {
    delivery: prepared(db, [], () => earliest('lease_until').where('state', '=', sql.lit('pending'))),
    lookup: prepared(db, [], () => earliest('check_at').where('check_at', 'is not', null)),
    thread: prepared(db, [], () => earliest('thread_at').where('thread_at', 'is not', null)),
  }
  const dueAt: DeliveryQueue['dueAt'] = async (step) => {
    const [first] = await firstOf[step]({})
    return first?.at == null ? null : Temporal.Instant.from(first.at)
  }
  return {
    plan: (plans, now) =>
      db.transaction().execute(async (transaction) => {
        const at = instantText(now)
        // Sorted, so that two processes with the same plans can't deadlock.
        const sorted = plans.toSorted(order)
        const rows = sorted.flatMap(({ team, subscriptionId, channel, deliver, skip, skipReason }) => {
          const row = (slot: Temporal.Instant) => ({
            team_id: team,
            id: randomUUID(),
            subscription_id: subscriptionId,
            slot: instantText(slot),
            channel_id: channel,
            attempt: 0,
            lease_until: at,
            thread_next: 0,
            thread_leaving: 0 as const,
            thread_take: 0,
            created_at: at,
            updated_at: at,
          })
          const skipped = { state: 'skipped' as const, ...reasonColumns(skipReason), finished_at: at }
          return [
            ...skip.map((slot) => ({ ...row(slot), ...skipped })),
            ...(deliver === null
              ? []
              : [{ ...row(deliver), state: 'pending' as const, ...reasonColumns(null), finished_at: null }]),
          ]
        })
        for (let from = 0; from < rows.length; from += rowsPerStatement)
          await transaction
            .insertInto('deliveries')
            .values(rows.slice(from, from + rowsPerStatement))
            .onConflict((conflict) => conflict.columns(['team_id', 'subscription_id', 'slot']).doNothing())
            .execute()
        for (const { team, subscriptionId, revision, lookAt, zoneData } of sorted)
          await transaction
            .updateTable('subscriptions')
            .set({
              // An earlier plan must not move it back.
              planned_until: sql<string>`CASE WHEN planned_until > ${at} THEN planned_until ELSE ${at} END`,
              look_at: instantText(lookAt),
              zone_data: zoneData,
            })
            .where('team_id', '=', team)
            .where('id', '=', subscriptionId)
            .where('revision', '=', revision)
            .where('state', '=', 'active')
            .execute()
      }),

    async next({ leaseMs, now, team }) {
      const values = { at: instantText(now), leaseUntil: laterText(now, leaseMs) }
      const [row] = await (team === undefined ? claimAny(values) : claimOfTeam({ team, ...values }))
      return row === undefined ? null : claimRecord(row, leaseMs)
    },

    async teamsWaiting(now) {
      const first = (after: RawBuilder<unknown>) =>
        sql`SELECT MIN(team_id) FROM deliveries WHERE state = 'pending' AND lease_until <= ${instantText(now)} AND team_id > ${after} AND ${ofConnected('deliveries')}`
      // Jumps from workspace to workspace in the index, independent of their number of deliveries.
      const { rows } = await sql<{ team: string }>`
        WITH RECURSIVE waiting(team) AS (
          ${first(sql`''`)} UNION ALL SELECT (${first(sql`waiting.team`)}) FROM waiting WHERE team IS NOT NULL
        ) SELECT team FROM waiting WHERE team IS NOT NULL
      `.execute(db)
      return rows.map(({ team }) => team)
    },

    async expirePosting(now, limit) {
      const at = instantText(now)
      const rows = await db
        .with('lost', (query) =>
          query
            .selectFrom('deliveries')
            .select(['team_id', 'id'])
            .where('state', '=', sql.lit('posting'))
            .where('lease_until', '<=', at)
            .orderBy('lease_until')
            .limit(limit)
            .$if(shared, (query) => query.forUpdate().skipLocked()),
        )
        .updateTable('deliveries')
        .set({
          state: 'unknown',
          ...reasonColumns('stopped_while_posting'),
          check_at: at,
          updated_at: at,
          finished_at: at,
        })
        .where((eb) =>
          eb(
            eb.refTuple('team_id', 'id'),
            'in',
            eb.selectFrom('lost').select(['team_id', 'id']).$asTuple('team_id', 'id'),
          ),
        )
        .returningAll()
        .execute()
      return rows.map(deliveryRecord)
    },

    async toCheck(now, limit) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('check_at', '<=', instantText(now))
        .where('state', '=', 'unknown')
        .where(ofConnected('deliveries'))
        .orderBy('check_at')
        .limit(limit)
        .execute()
      return rows.map(deliveryRecord)
    },

    dueAt,

    async waitsUntil() {
      const due = [await dueAt('delivery'), await dueAt('lookup'), await dueAt('thread')]
      return due.filter((at) => at !== null).sort(Temporal.Instant.compare)[0] ?? null
    },
  }
}
