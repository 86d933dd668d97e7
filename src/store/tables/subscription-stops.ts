import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { NewNotice } from './notice-intent.ts'
import { writeNotices } from './notices.ts'
import { type Subscription, subscriptionRecord } from './subscription-record.ts'
import { pausedFor, subscriptionWrites } from './subscription-writes.ts'
import { instantText } from './text.ts'

/** Why the digests of a workspace stand still that Sightline was taken out of. */
export const uninstalledReason = 'uninstalled'

/** All digests of a workspace at once, for when Sightline is taken out of it and comes back. */
export interface SubscriptionStops {
  /** Pauses all that run. @returns how many that were */
  stopAll(team: string, now: Temporal.Instant): Promise<number>
  /** Those that stand still because of `stopAll`, the oldest first. */
  stopped(team: string): Promise<readonly Subscription[]>
  /** Writes down who is asked about those; where there are none, nobody is. */
  offerToRestore(
    team: string,
    now: Temporal.Instant,
    offers: (stopped: readonly Subscription[]) => readonly NewNotice[],
  ): Promise<void>
  /** Runs them again from `now` on. @returns those that did not, before */
  restoreAll(team: string, now: Temporal.Instant): Promise<readonly Subscription[]>
}

/** Those of a workspace that stand still because of `stopAll`, the oldest first. */
export async function stoppedSubscriptions(
  db: Kysely<Database>,
  team: string,
): Promise<readonly Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', team)
    .where('state', '=', 'paused')
    .where('paused_reason', '=', uninstalledReason)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(subscriptionRecord)
}

/** @param shared whether other processes may be at the same rows */
export function subscriptionStops(db: Kysely<Database>, shared: boolean): SubscriptionStops {
  const stopped = (team: string) => stoppedSubscriptions(db, team)
  return {
    stopped,

    offerToRestore: async (team, now, offers) => {
      const theirs = await stopped(team)
      if (theirs.length > 0)
        await db.transaction().execute((transaction) => writeNotices(transaction, offers(theirs), now))
    },

    async stopAll(team, now) {
      const rows = await db
        // Held in the order in which a plan changes them, so that neither waits for the other.
        .with('running', (query) =>
          query
            .selectFrom('subscriptions')
            .select('id')
            .where('team_id', '=', team)
            .where('state', '=', 'active')
            .$if(shared, (found) => found.orderBy(sql`id COLLATE "C"`).forNoKeyUpdate()),
        )
        .updateTable('subscriptions')
        .set(pausedFor(uninstalledReason, instantText(now)))
        .where('team_id', '=', team)
        .where('id', 'in', (eb) => eb.selectFrom('running').select('id'))
        .where('state', '=', 'active')
        .returning('id')
        .execute()
      return rows.length
    },

    async restoreAll(team, now) {
      const restored: Subscription[] = []
      for (const subscription of await stopped(team))
        if (await subscriptionWrites(db).resume(team, subscription.id, now)) restored.push(subscription)
      return restored
    },
  }
}
