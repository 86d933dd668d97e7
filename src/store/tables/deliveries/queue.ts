import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { prepared } from '../../engines/prepared.ts'
import type { Reason } from '../../reason.ts'
import type { Database } from '../../schema.ts'
import { instantText, instantTextAfter, keyIn, teamIsConnected } from '../sql.ts'
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
  /** The planned revision of the schedule. If it has changed, the subscription isn't updated. */
  readonly revision: number
  /** The slot to deliver; `null`: none. */
  readonly deliver: Temporal.Instant | null
  /** The missed slots. */
  readonly skip: readonly Temporal.Instant[]
  /** Why they are skipped, for the history. */
  readonly skipReason: Reason
  /** The next slot, computed with version `zoneData` of the time zone data. */
  readonly nextSlot: Temporal.Instant
  readonly zoneData: string
}

/** Deliveries with something left to do. Those of a disconnected workspace wait until it is connected again. */
export interface DeliveryQueue {
  /** Writes plans in one transaction. All slots up to `now` then count as planned. May be repeated. */
  plan(plans: readonly SlotPlan[], now: Temporal.Instant): Promise<void>
  /** Claims the `pending` delivery that has waited longest, optionally in one workspace; `null`: none. */
  next(request: {
    readonly leaseMs: number
    readonly now: Temporal.Instant
    readonly team?: string
  }): Promise<Claim | null>
  /** Workspaces with a delivery to claim, ordered by id. */
  teamsWithPending(now: Temporal.Instant): Promise<readonly string[]>
  /**
   * Turns up to `limit` deliveries that are still `posting` after their lease into `unknown`, due for a lookup now. Their
   * process was killed, and a post is never repeated blindly. Each is returned to exactly one caller.
   */
  expirePosting(now: Temporal.Instant, limit: number): Promise<readonly Delivery[]>
  /** `unknown` deliveries that are due for a lookup, which `claimUnknown` claims. */
  toCheck(now: Temporal.Instant, limit: number): Promise<readonly Delivery[]>
  /** When this step is next due for any delivery; `null`: for none. */
  dueAt(step: DeliveryStep): Promise<Temporal.Instant | null>
  /** When the next step of any kind is due; `null`: none. */
  nextDueAt(): Promise<Temporal.Instant | null>
}

export type DeliveryStep = 'delivery' | 'lookup' | 'thread'

/** Far below the parameter limits of both engines. */
const rowsPerStatement = 200

const order = (a: SlotPlan, b: SlotPlan) =>
  a.team < b.team || (a.team === b.team && a.subscriptionId < b.subscriptionId) ? -1 : 1

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function deliveryQueue(db: Kysely<Database>, shared: boolean): DeliveryQueue {
  /** @param team `null`: any workspace */
  const claimOf = (team: never | null) => (values: { readonly at: never; readonly leaseUntil: never }) => {
    const { at, leaseUntil } = values
    return (
      db
        // A CTE, because PostgreSQL may run a subquery with a limit more than once.
        .with('longest', (query) =>
          query
            .selectFrom('deliveries')
            .select(['team_id', 'id'])
            // A literal, so that the database uses the partial index.
            .where('state', '=', sql.lit('pending'))
            .$if(team !== null, (rows) => rows.where('team_id', '=', team ?? ''))
            .where('lease_until', '<=', at)
            .where(teamIsConnected('deliveries'))
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
  const claimInTeam = prepared(db, ['team', 'at', 'leaseUntil'], ({ team, ...values }) =>
    claimOf(team)(values),
  )
  /** Not MIN: with the other conditions, PostgreSQL would read all rows. */
  const earliest = (column: 'lease_until' | 'check_at' | 'thread_at') =>
    db
      .selectFrom('deliveries')
      .select(`${column} as at`)
      .where(teamIsConnected('deliveries'))
      .orderBy(column)
      .limit(1)
  /** Prepared, because each run of a loop ends with these queries. */
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
              plan_at: instantText(nextSlot),
              zone_data: zoneData,
            })
            .where('team_id', '=', team)
            .where('id', '=', subscriptionId)
            .where('revision', '=', revision)
            .where('state', '=', 'active')
            .execute()
      }),

    async next({ leaseMs, now, team }) {
      const values = { at: instantText(now), leaseUntil: instantTextAfter(now, leaseMs) }
      const [row] = await (team === undefined ? claimAny(values) : claimInTeam({ team, ...values }))
      return row === undefined ? null : claimRecord(row, leaseMs)
    },

    async teamsWithPending(now) {
      // Reads the waiting deliveries once, whatever the query plan. A query that jumps from team to team would read them
      // once per team while PostgreSQL's statistics are out of date.
      const teams = db
        .selectFrom('deliveries')
        .select('team_id')
        .distinct()
        .where('state', '=', sql.lit('pending'))
        .where('lease_until', '<=', instantText(now))
      const rows = await db
        .selectFrom(teams.as('deliveries'))
        .select('team_id as team')
        .where(teamIsConnected('deliveries'))
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
        .where(teamIsConnected('deliveries'))
        .orderBy('check_at')
        .limit(limit)
        .execute()
      return rows.map(deliveryRecord)
    },

    dueAt,

    async nextDueAt() {
      const due = [await dueAt('delivery'), await dueAt('lookup'), await dueAt('thread')]
      return due.filter((at) => at !== null).sort(Temporal.Instant.compare)[0] ?? null
    },
  }
}
