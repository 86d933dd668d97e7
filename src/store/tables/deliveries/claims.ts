import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Cause, Reason } from '../../reason.ts'
import type { Database, DeliveryRow } from '../../schema.ts'
import { type AlertIntent, alertIntent, isUnreported, markAlerts } from '../alerts.ts'
import { type NewNotice, writeNotices } from '../notices.ts'
import { instantText, instantTextAfter } from '../sql.ts'
import { pauseSubscription } from '../subscription-changes.ts'
import { type DeliveryPosting, deliveryPosting } from './posting.ts'
import {
  type Claim,
  claimColumns,
  claimRecord,
  type Delivery,
  findDelivery,
  reasonColumns,
} from './record.ts'

/** The notice about the end of a delivery, written in the same transaction. */
export interface EndNotice {
  /** `null`: none. */
  readonly notice: NewNotice | null
  /** The delivery was itself a notice, and there is no recipient left to try. */
  readonly isUndelivered?: boolean
}

/** Methods that finish a claim return `false` if it is void: another caller claimed the delivery, or it is finished. */
export interface DeliveryClaims extends DeliveryPosting {
  /**
   * Claims a slot: inserts it as `pending`, or takes over a `pending` one whose lease has expired.
   * @returns `null`: the slot is claimed or finished, or its post may have been sent. For an alert also if another alert of
   *   the digest is being delivered, or has already reported the same.
   */
  claim(request: {
    readonly team: string
    readonly subscriptionId: string
    readonly slot: Temporal.Instant
    readonly channel: string
    readonly askedBy: string | null
    /** Omitted for a digest. */
    readonly alert?: AlertIntent
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<Claim | null>
  /**
   * Claims an `unknown` delivery, to look it up or because a person clicked "Post again". One caller wins; the others
   * get the current delivery, or `null`. It becomes `posting` immediately, without `beginPost`: after a crash it is
   * `unknown` again instead of being posted automatically.
   */
  claimUnknown(request: {
    readonly team: string
    readonly id: string
    readonly leaseMs: number
    readonly now: Temporal.Instant
    /** Only if its lookup is still due: another process may have settled it after it was listed. */
    readonly onlyDue?: boolean
  }): Promise<
    | { readonly won: true; readonly claim: Claim }
    | { readonly won: false; readonly delivery: Delivery | null }
  >
  /**
   * `posting` → `unknown`: Slack may have accepted the post. `checkAt`: when to look it up; `null`: never. An alert that
   * isn't looked up is marked as sent, so that it isn't sent again automatically.
   */
  unknown(
    claim: Claim,
    why: {
      readonly reason: Reason
      readonly checkAt: Temporal.Instant | null
      /** Slack's `ts` of the oldest message searched in the channel. Omitted: unchanged. */
      readonly searchedUpTo?: string | null
    },
    now: Temporal.Instant,
    endNotice?: EndNotice,
  ): Promise<boolean>
  /** `pending` or `posting` → `failed`: not posted, and won't be retried. */
  failed(claim: Claim, reason: Reason, now: Temporal.Instant, endNotice?: EndNotice): Promise<boolean>
  /**
   * Like `failed`, for when Slack refuses the digest's channel. Also pauses the digest with this reason and withdraws its
   * waiting deliveries. `endNotice` is written only if this call paused the digest.
   */
  failedAndPaused(
    claim: Claim,
    reason: Cause,
    now: Temporal.Instant,
    endNotice: EndNotice,
  ): Promise<'paused' | 'failed' | 'void'>
  /** `pending` → `skipped`: nothing to post. */
  skipped(claim: Claim, reason: Reason, now: Temporal.Instant, endNotice?: EndNotice): Promise<boolean>
  /** `pending` or `posting` → `pending`, due at `retryAt`. From `posting` only if Slack definitely didn't accept it. */
  release(
    claim: Claim,
    retry: { readonly retryAt: Temporal.Instant; readonly reason: Reason },
    now: Temporal.Instant,
  ): Promise<boolean>
}

/** @param shared whether other processes may use the same rows */
export function deliveryClaims(db: Kysely<Database>, shared: boolean): DeliveryClaims {
  /** Updates a claimed row, if the claim is still valid and the row is in one of these states. */
  const updateClaimed = (
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
    { notice, isUndelivered = false }: EndNotice = { notice: null },
    within: Transaction<Database> | null = null,
  ): Promise<boolean> {
    const at = instantText(now)
    const cleared = to.state === 'unknown' ? {} : { says: null, thread: null }
    const end = async (database: Kysely<Database> | Transaction<Database>) => {
      const row = await updateClaimed(claim, from, database)
        .set({
          ...to,
          ...reasonColumns(reason),
          ...cleared,
          updated_at: at,
          finished_at: at,
          ...(isUndelivered ? { untold_at: at } : {}),
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
      const lease_until = instantTextAfter(now, leaseMs)
      const insert = async (database: Kysely<Database> | Transaction<Database>) => {
        const row = await database
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
      }
      if (alert === undefined) return insert(db)
      return db
        .transaction()
        .execute(async (transaction) =>
          (await isUnreported(transaction, team, subscriptionId, alert.marks, shared))
            ? insert(transaction)
            : null,
        )
    },

    async claimUnknown({ team, id, leaseMs, now, onlyDue = false }) {
      const at = instantText(now)
      const row = await db
        .updateTable('deliveries')
        .set((eb) => ({
          state: 'posting',
          attempt: eb('attempt', '+', 1),
          lease_until: instantTextAfter(now, leaseMs),
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
      return { won: false, delivery: await findDelivery(db, team, id) }
    },

    unknown: (claim, { reason, checkAt, searchedUpTo }, now, endNotice) =>
      db.transaction().execute(async (transaction) => {
        const check_at = checkAt === null ? null : instantText(checkAt)
        const isRecorded = await finish(
          claim,
          ['posting'],
          {
            state: 'unknown',
            reason,
            check_at,
            ...(searchedUpTo === undefined ? {} : { looked_to: searchedUpTo }),
          },
          now,
          endNotice,
          transaction,
        )
        const { marks = [] } = alertIntent(claim.alert) ?? {}
        if (isRecorded && checkAt === null)
          await markAlerts(transaction, claim.team, claim.subscriptionId, marks, instantText(now))
        return isRecorded
      }),
    failed: (claim, reason, now, endNotice) =>
      finish(claim, ['pending', 'posting'], { state: 'failed', reason, check_at: null }, now, endNotice),

    failedAndPaused: (claim, reason, now, { notice }) =>
      db.transaction().execute(async (transaction) => {
        // To avoid deadlocks, every transaction locks a subscription before its deliveries.
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
        const key = { team: claim.team, id: claim.subscriptionId }
        return (await pauseSubscription(transaction, key, reason, now, notice)) ? 'paused' : 'failed'
      }),

    skipped: (claim, reason, now, endNotice) =>
      finish(claim, ['pending'], { state: 'skipped', reason, check_at: null }, now, endNotice),

    async release(claim, { retryAt, reason }, now) {
      const row = await updateClaimed(claim, ['pending', 'posting'])
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
