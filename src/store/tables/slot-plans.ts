import { type Kysely, sql } from 'kysely'
import type { Reason } from '../reason.ts'
import type { Database } from '../schema.ts'
import { enqueue, type Owed } from './owed.ts'
import { instantText } from './sql.ts'

/** The due and missed slots of a subscription's schedule. */
export interface SlotPlan {
  readonly team: string
  readonly subscriptionId: string
  readonly channel: string
  /** The planned revision of the schedule. If it has changed, the subscription isn't updated. */
  readonly revision: number
  /** The slot to deliver; `null`: none. */
  readonly deliver: Temporal.Instant | null
  /** Until when it may be posted. */
  readonly lateAt: Temporal.Instant | null
  /** The missed slots. */
  readonly skip: readonly Temporal.Instant[]
  /** Why they are skipped, for the history. */
  readonly skipReason: Reason
  /** The next slot, computed with version `zoneData` of the time zone data. */
  readonly nextSlot: Temporal.Instant
  readonly zoneData: string
}

/** The digest that a subscription owes for a slot. */
export function digestOwed(
  { team, subscriptionId, channel }: Pick<SlotPlan, 'team' | 'subscriptionId' | 'channel'>,
  slot: Temporal.Instant,
): Owed {
  const since = instantText(slot)
  return { team, kind: 'digest', key: `${subscriptionId} ${since}`, subject: subscriptionId, channel, since }
}

const order = (a: SlotPlan, b: SlotPlan) =>
  a.team < b.team || (a.team === b.team && a.subscriptionId < b.subscriptionId) ? -1 : 1

export function slotPlans(db: Kysely<Database>) {
  return {
    /** Owes the digests of these plans, in one transaction. All slots up to `now` then count as planned. May be repeated. */
    plan: (plans: readonly SlotPlan[], now: Temporal.Instant): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const at = instantText(now)
        // Sorted, so that two processes with the same plans can't deadlock.
        const sorted = plans.toSorted(order)
        const owed = sorted.flatMap((plan): readonly Owed[] => {
          const { deliver, lateAt, skip, skipReason } = plan
          const ended = { state: 'skipped', reason: skipReason } as const
          return [
            ...skip.map((slot) => ({ ...digestOwed(plan, slot), ended })),
            ...(deliver === null ? [] : [{ ...digestOwed(plan, deliver), lateAt }]),
          ]
        })
        await enqueue(transaction, owed, now)
        // An earlier plan must not move `planned_until` back.
        for (const { team, subscriptionId, revision, nextSlot, zoneData } of sorted)
          await sql`
            UPDATE subscriptions SET plan_at = ${instantText(nextSlot)}, zone_data = ${zoneData},
              planned_until = CASE WHEN planned_until > ${at} THEN planned_until ELSE ${at} END
            WHERE team_id = ${team} AND id = ${subscriptionId} AND revision = ${revision}
            AND state = 'active'`.execute(transaction)
      }),
  }
}
