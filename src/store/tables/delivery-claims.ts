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

/** What is told of a delivery's end: written in the same transaction. */
export interface Tells {
  /** `null`: nobody has to know. */
  readonly notice: NewNotice | null
  /** The delivery was a notice, and nobody is left to tell. */
  readonly untold?: boolean
}

/** Methods that finish a claim answer `false` when it is void: someone else has it, or it is finished. */
export interface DeliveryClaims extends DeliveryPosting {
  /**
   * Claims a slot: inserts it as `pending`, or takes over a `pending` one whose lease has run out. `null`:
   * someone else has it, its post may have left, or it is finished.
   */
  claim(request: {
    readonly team: string
    readonly subscriptionId: string
    readonly slot: Temporal.Instant
    readonly channel: string
    readonly askedBy: string | null
    /** Left out: a digest. */
    readonly alert?: AlertIntent
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<Claim | null>
  /**
   * Claims an `unknown` delivery again, to look it up or because a person says "Post again". One caller wins; the
   * others get the delivery as it is (`null`: there is none). It is in `posting` at once, without `beginPost`: if
   * this process dies now, it becomes `unknown` again instead of being posted by itself.
   */
  claimUnknown(request: {
    readonly team: string
    readonly id: string
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<
    | { readonly won: true; readonly claim: Claim }
    | { readonly won: false; readonly delivery: Delivery | null }
  >
  /**
   * `posting` → `unknown`: Slack may have taken it. `checkAt`: when to look it up; `null`: not at all. What an alert
   * told is marked then: nobody will find out, and it must not be told once more by itself.
   */
  unknown(
    claim: Claim,
    why: {
      readonly reason: Reason
      readonly checkAt: Temporal.Instant | null
      /** The look has come to there: Slack's `ts`. Left out: as before. */
      readonly lookedTo?: string | null
    },
    now: Temporal.Instant,
    tells?: Tells,
  ): Promise<boolean>
  /** `pending` or `posting` → `failed`: it was not posted and will not be. */
  failed(claim: Claim, reason: Reason, now: Temporal.Instant, tells?: Tells): Promise<boolean>
  /**
   * The same where Slack refuses the digest's channel: with it the digest is paused for this reason, and what its schedule
   * has waiting is taken back. `tells` holds for whoever pauses it.
   */
  failedAndPaused(
    claim: Claim,
    reason: Cause,
    now: Temporal.Instant,
    tells: Tells,
  ): Promise<'paused' | 'failed' | 'void'>
  /** `pending` → `skipped`: nothing to post for this slot. */
  skipped(claim: Claim, reason: Reason, now: Temporal.Instant, tells?: Tells): Promise<boolean>
  /** `pending` or `posting` → `pending`, free from `retryAt` on. From `posting` only when Slack surely has nothing of it. */
  release(
    claim: Claim,
    retry: { readonly retryAt: Temporal.Instant; readonly reason: Reason },
    now: Temporal.Instant,
  ): Promise<boolean>
}

/** @param shared whether other processes may be at the same rows */
export function deliveryClaims(db: Kysely<Database>, shared: boolean): DeliveryClaims {
  /** The rows that a claim may still change, if they are in one of these states. */
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
    const kept = to.state === 'unknown' ? {} : { says: null, thread: null }
    const end = async (database: Kysely<Database> | Transaction<Database>) => {
      const row = await held(claim, from, database)
        .set({
          ...to,
          ...reasonColumns(reason),
          ...kept,
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

    async claimUnknown({ team, id, leaseMs, now }) {
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
        // A digest's own row before its deliveries, as whoever else pauses it does: neither waits for the other.
        await transaction
          .selectFrom('subscriptions')
          .select('id')
          .where('team_id', '=', claim.team)
          .where('id', '=', claim.subscriptionId)
          .$if(shared, (found) => found.forNoKeyUpdate())
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

/** What a subscription's schedule comes down to at a moment. */
export interface SlotPlan {
  readonly team: string
  readonly subscriptionId: string
  readonly channel: string
  /** As it was when the plan was made: a plan for another schedule is not written. */
  readonly revision: number
  /** To be delivered; `null`: none. */
  readonly deliver: Temporal.Instant | null
  /** Missed for good. */
  readonly skip: readonly Temporal.Instant[]
  /** Why, for the history. */
  readonly skipReason: Reason
  /** When to look again: the first slot after those, by this version of the zone data. */
  readonly lookAt: Temporal.Instant
  readonly zoneData: string
}

/**
 * The deliveries that wait for somebody to do something about them. Those of a workspace that Slack has disconnected
 * wait until it is connected again.
 */
export interface DeliveryQueue {
  /**
   * Writes plans down, all of them or none: from then on all slots up to `now`, by which they were made, are planned. May
   * be repeated.
   */
  plan(plans: readonly SlotPlan[], now: Temporal.Instant): Promise<void>
  /** Claims the `pending` delivery that has waited longest, of one workspace where it is named; `null`: none waits. */
  next(request: {
    readonly leaseMs: number
    readonly now: Temporal.Instant
    readonly team?: string
  }): Promise<Claim | null>
  /** The workspaces of which one could be claimed, in the order of their ids. */
  teamsWaiting(now: Temporal.Instant): Promise<readonly string[]>
  /**
   * Deliveries in `posting` past their lease become `unknown`, to be looked up at once: their process died, and they
   * are never repeated blindly. Each is answered to exactly one caller, up to `limit` at once.
   */
  expirePosting(now: Temporal.Instant, limit: number): Promise<readonly Delivery[]>
  /** `unknown` ones that are to be looked up now, by `claimUnknown`. */
  toCheck(now: Temporal.Instant, limit: number): Promise<readonly Delivery[]>
  /** When the next delivery may be claimed, looked up, or gone on with in its thread; `null`: none waits. */
  dueAt(forWhat: DeliveryStep): Promise<Temporal.Instant | null>
  /** When the first of these steps may be done; `null`: none waits. */
  waitsUntil(): Promise<Temporal.Instant | null>
}

export type DeliveryStep = 'delivery' | 'lookup' | 'thread'

/** Keeps each statement far below both engines' limits of bound parameters. */
const rowsPerStatement = 200

const order = (a: SlotPlan, b: SlotPlan) =>
  a.team < b.team || (a.team === b.team && a.subscriptionId < b.subscriptionId) ? -1 : 1

/** @param shared whether other processes may be at the same rows: those that they hold are passed by */
export function deliveryQueue(db: Kysely<Database>, shared: boolean): DeliveryQueue {
  /** @param team `null`: of any */
  const claimOf = (team: never | null) => (values: { readonly at: never; readonly leaseUntil: never }) => {
    const { at, leaseUntil } = values
    return (
      db
        // Apart from the update: PostgreSQL could run a subquery with a limit more than once.
        .with('longest', (query) =>
          query
            .selectFrom('deliveries')
            .select(['team_id', 'id'])
            // Written out, so that the indexes of the waiting ones are found.
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
  /** Asked after each run of a loop. */
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
        // Always in the same order, so that two processes with the same plans never wait for each other.
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
              // A plan that was made earlier takes nothing back.
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
      // From one workspace to the next in the index, however many deliveries each has.
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
            .$if(shared, (found) => found.forUpdate().skipLocked()),
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
