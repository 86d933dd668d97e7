import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { prepared } from '../../engines/prepared.ts'
import type { Reason } from '../../reason.ts'
import type { Database } from '../../schema.ts'
import { instantText, keyIn, laterText, ofConnected } from '../sql.ts'
import {
  type Claim,
  claimColumns,
  claimRecord,
  type Delivery,
  deliveryRecord,
  reasonColumns,
} from './record.ts'

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
  readonly nextSlot: Temporal.Instant
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
  /** Not MIN, for which PostgreSQL would read all rows beside the other conditions. */
  const earliest = (column: 'lease_until' | 'check_at' | 'thread_at') =>
    db
      .selectFrom('deliveries')
      .select(`${column} as at`)
      .where(ofConnected('deliveries'))
      .orderBy(column)
      .limit(1)
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
        for (const { team, subscriptionId, revision, nextSlot, zoneData } of sorted)
          await transaction
            .updateTable('subscriptions')
            .set({
              // An earlier plan must not move it back.
              planned_until: sql<string>`CASE WHEN planned_until > ${at} THEN planned_until ELSE ${at} END`,
              look_at: instantText(nextSlot),
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
      // One pass over what waits, in any plan: jumping from team to team, PostgreSQL reads it once for each of them while
      // its statistics are older than the run.
      const teams = db
        .selectFrom('deliveries')
        .select('team_id')
        .distinct()
        .where('state', '=', sql.lit('pending'))
        .where('lease_until', '<=', instantText(now))
      const rows = await db
        .selectFrom(teams.as('deliveries'))
        .select('team_id as team')
        .where(ofConnected('deliveries'))
        .orderBy('team_id')
        .execute()
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
            .$if(shared, (rows) => rows.forUpdate().skipLocked()),
        )
        .updateTable('deliveries')
        .set({
          state: 'unknown',
          ...reasonColumns('stopped_while_posting'),
          check_at: at,
          updated_at: at,
          finished_at: at,
        })
        .where(keyIn(['team_id', 'id'], 'lost'))
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
