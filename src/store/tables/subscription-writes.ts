import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, SubscriptionRow } from '../schema.ts'
import { forgetAlerts } from './alerts.ts'
import {
  alertKinds,
  type DigestSettings,
  type Schedule,
  scheduleColumns,
  settingsColumns,
} from './digest-settings.ts'
import { instantText } from './text.ts'

/** Why a `manual` one doesn't run. */
const manualOnly = 'manual_only'

/** From `at` on, with nothing owed from before. Whoever plans its slots by what held before comes too late. */
const fromNowOn = (at: string) => ({
  effective_from: at,
  planned_until: null,
  look_at: at,
  revision: sql<number>`revision + 1`,
})

export const pausedFor = (reason: string, at: string) => ({
  state: 'paused' as const,
  paused_reason: reason,
  paused_at: at,
  look_at: null,
  alert_at: null,
})

/**
 * Whoever has a digest of it in hand that has not left yet can't post it any more; it is free again, and whoever claims
 * it finds out why it is not to be posted. One that a person asked for is theirs, unless all are meant.
 */
export async function takeBack(
  transaction: Transaction<Database>,
  { team, id }: { readonly team: string; readonly id: string },
  at: string,
  which: 'scheduled' | 'all' = 'scheduled',
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), lease_until: at, updated_at: at }))
    .where('team_id', '=', team)
    .where('subscription_id', '=', id)
    .where('state', '=', sql.lit('pending'))
    .$if(which === 'scheduled', (waiting) =>
      waiting
        .where('asked_by', 'is', null)
        // Whether a word is still true is asked when it leaves.
        .where('notice', 'is', null),
    )
    .execute()
}

/** The statements that several of the store's methods are made of. */
export function subscriptionWrites(db: Kysely<Database>) {
  return {
    /** What another row stands in the way of is left out. */
    async insert(
      settings: DigestSettings,
      given: Pick<SubscriptionRow, 'team_id' | 'id' | 'channel_id' | 'source' | 'created_by' | 'created_at'>,
    ): Promise<void> {
      await db
        .insertInto('subscriptions')
        .values({
          ...given,
          ...settingsColumns(settings),
          owner_id: given.created_by,
          effective_from: given.created_at,
          revision: 0,
          zone_data: '',
          ...(given.source === 'manual'
            ? pausedFor(manualOnly, given.created_at)
            : {
                state: 'active',
                look_at: given.created_at,
                alert_at: alertKinds(settings.alerts).length > 0 ? given.created_at : null,
              }),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Where the schedule is another one, it holds from now on. */
    reschedule(schedule: Schedule, at: string) {
      const wanted = scheduleColumns(schedule)
      return db
        .updateTable('subscriptions')
        .set({
          ...wanted,
          ...fromNowOn(at),
          look_at: sql<string | null>`CASE WHEN state = 'active' THEN ${at} END`,
        })
        .where((eb) =>
          eb.or([
            eb('days', '<>', wanted.days),
            eb('time', '<>', wanted.time),
            eb('time_zone', '<>', wanted.time_zone),
          ]),
        )
    },

    async resume(team: string, id: string, now: Temporal.Instant): Promise<boolean> {
      const at = instantText(now)
      return db.transaction().execute(async (transaction) => {
        const resumed = await transaction
          .updateTable('subscriptions')
          // Where no alerts are on, the next look ends the looks.
          .set({ state: 'active', paused_reason: null, paused_at: null, alert_at: at, ...fromNowOn(at) })
          .where('team_id', '=', team)
          .where('id', '=', id)
          .where('state', '=', 'paused')
          .where('source', '<>', 'manual')
          .returning('id')
          .executeTakeFirst()
        if (resumed === undefined) return false
        // What was crossed meanwhile is no news when it runs again.
        await forgetAlerts(transaction, team, id)
        return true
      })
    },
  }
}
