import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Database, DeliveryRow } from '../schema.ts'
import { type AlertIntent, alertIntent } from './alert-intent.ts'
import { markAlerts } from './alerts.ts'
import { deliveryLists } from './delivery-lists.ts'
import { type DeliveryPosting, deliveryPosting } from './delivery-posting.ts'
import { type Claim, claimColumns, type Delivery } from './delivery-record.ts'
import type { NewNotice } from './notice-intent.ts'
import { writeNotices } from './notices.ts'
import { pausedFor, takeBack } from './subscription-writes.ts'
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
      readonly reason: string
      readonly checkAt: Temporal.Instant | null
      /** The look has come to there: Slack's `ts`. Left out: as before. */
      readonly lookedTo?: string | null
    },
    now: Temporal.Instant,
    tells?: Tells,
  ): Promise<boolean>
  /** `pending` or `posting` → `failed`: it was not posted and will not be. */
  failed(claim: Claim, reason: string, now: Temporal.Instant, tells?: Tells): Promise<boolean>
  /**
   * The same where Slack refuses the digest's channel: with it the digest is paused for this reason, and what its schedule
   * has waiting is taken back. `tells` holds for whoever pauses it.
   */
  failedAndPaused(
    claim: Claim,
    reason: string,
    now: Temporal.Instant,
    tells: Tells,
  ): Promise<'paused' | 'failed' | 'void'>
  /** `pending` → `skipped`: nothing to post for this slot. */
  skipped(claim: Claim, reason: string, now: Temporal.Instant, tells?: Tells): Promise<boolean>
  /** `pending` or `posting` → `pending`, free from `retryAt` on. From `posting` only when Slack surely has nothing of it. */
  release(
    claim: Claim,
    retry: { readonly retryAt: Temporal.Instant; readonly reason: string },
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
    to: Pick<DeliveryRow, 'state' | 'reason' | 'check_at'> & { readonly looked_to?: string | null },
    now: Temporal.Instant,
    { notice, untold = false }: Tells = { notice: null },
    within: Transaction<Database> | null = null,
  ): Promise<boolean> {
    const at = instantText(now)
    const kept = to.state === 'unknown' ? {} : { says: null, thread: null }
    const end = async (database: Kysely<Database> | Transaction<Database>) => {
      const row = await held(claim, from, database)
        .set({ ...to, ...kept, updated_at: at, finished_at: at, ...(untold ? { untold_at: at } : {}) })
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
      return row === undefined ? null : { ...row, leaseMs }
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
      if (row !== undefined) return { won: true, claim: { ...row, leaseMs } }
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
        .set({ state: 'pending', reason, lease_until: instantText(retryAt), updated_at: instantText(now) })
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
