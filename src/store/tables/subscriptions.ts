import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { forgetAlerts } from './alerts.ts'
import { alertKinds, type DigestSettings, settingsColumns, settingsMark } from './digest-settings.ts'
import type { NewNotice } from './notice-intent.ts'
import { writeNotices } from './notices.ts'
import { type SubscriptionLists, subscriptionLists } from './subscription-lists.ts'
import { type SubscriptionOwners, subscriptionOwners } from './subscription-owners.ts'
import { type Subscription, subscriptionRecord } from './subscription-record.ts'
import { type SingleSubscriptions, singleSubscriptions } from './subscription-singles.ts'
import { type SubscriptionStops, subscriptionStops } from './subscription-stops.ts'
import { pausedFor, subscriptionWrites, takeBack } from './subscription-writes.ts'
import { instantText } from './text.ts'

/** Who gets which digest when. A method finds nothing in another team. */
export interface SubscriptionStore
  extends SubscriptionLists,
    SingleSubscriptions,
    SubscriptionOwners,
    SubscriptionStops {
  /** A person's digest. The same `id` twice is created once; the first one is answered. */
  create(
    subscription: DigestSettings & {
      readonly team: string
      readonly id: string
      readonly channel: string
      readonly by: string
    },
    now: Temporal.Instant,
  ): Promise<Subscription>
  /** Changes what is given. Another schedule holds from `now` on. `null`: there is none, or it is deleted. */
  update(
    team: string,
    id: string,
    changes: Partial<DigestSettings>,
    now: Temporal.Instant,
  ): Promise<Subscription | null>
  /**
   * The same of settings that somebody has seen, by their `settingsMark`. `'changed'`: they are others by now, and stay
   * so; where they are already what is wanted, that is no obstacle.
   */
  updateSeen(
    team: string,
    id: string,
    changes: Partial<DigestSettings>,
    seen: string,
    now: Temporal.Instant,
  ): Promise<Subscription | 'changed' | null>
  /**
   * `true` for the one caller who paused it; `false`: it was not running. What its schedule has waiting, or is being put
   * together, is taken back.
   * @param notice what its owner is told of that, written in the same transaction; left out: nothing
   */
  pause(team: string, id: string, reason: string, now: Temporal.Instant, notice?: NewNotice): Promise<boolean>
  /** Runs it again from `now` on; slots missed meanwhile are not owed. `false`: it was not paused. */
  resume(team: string, id: string, now: Temporal.Instant): Promise<boolean>
  /** Its history stays; what waits is taken back, as with `pause`. `false`: it was deleted already. */
  remove(team: string, id: string, now: Temporal.Instant): Promise<boolean>
}

async function applied(
  transaction: Transaction<Database>,
  { team, id }: { readonly team: string; readonly id: string },
  { schedule, ...changes }: Partial<DigestSettings>,
  now: Temporal.Instant,
): Promise<Subscription | null> {
  const columns = settingsColumns(changes)
  if (Object.keys(columns).length > 0)
    await transaction
      .updateTable('subscriptions')
      .set(columns)
      .where('team_id', '=', team)
      .where('id', '=', id)
      .where('state', '<>', 'deleted')
      .execute()
  if (schedule !== undefined)
    await subscriptionWrites(transaction)
      .reschedule(schedule, instantText(now))
      .where('team_id', '=', team)
      .where('id', '=', id)
      .where('state', '<>', 'deleted')
      .execute()
  if (changes.alerts !== undefined) {
    const on = alertKinds(changes.alerts)
    await transaction
      .updateTable('subscriptions')
      .set({ alert_at: on.length > 0 ? instantText(now) : null })
      .where('team_id', '=', team)
      .where('id', '=', id)
      .where('state', '=', 'active')
      .execute()
    // What is turned on again later begins anew.
    const off = allAlertKinds.filter((kind) => !on.includes(kind))
    await forgetAlerts(transaction, team, id, off)
  }
  const changed = await subscriptionLists(transaction).get(team, id)
  return changed === null || changed.state === 'deleted' ? null : changed
}

const allAlertKinds = ['overtaken', 'fall', 'sentiment', 'evaluation'] as const

/** @param shared whether other processes may be at the same rows: those that they hold are passed by */
export function subscriptionStore(db: Kysely<Database>, shared: boolean): SubscriptionStore {
  const { insert, resume } = subscriptionWrites(db)
  const change = (transaction: Transaction<Database>, team: string, id: string) =>
    transaction.updateTable('subscriptions').where('team_id', '=', team).where('id', '=', id)

  return {
    ...subscriptionLists(db),
    ...singleSubscriptions(db),
    ...subscriptionOwners(db, shared),
    ...subscriptionStops(db, shared),

    async create({ team, id, channel, by, ...settings }, now) {
      await insert(settings, {
        team_id: team,
        id,
        channel_id: channel,
        source: 'user',
        created_by: by,
        created_at: instantText(now),
      })
      const created = await db
        .selectFrom('subscriptions')
        .selectAll()
        .where('team_id', '=', team)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return subscriptionRecord(created)
    },

    update: (team, id, changes, now) =>
      db.transaction().execute((transaction) => applied(transaction, { team, id }, changes, now)),

    updateSeen: (team, id, changes, seen, now) =>
      db.transaction().execute(async (transaction) => {
        // Held from here on: whoever changes it at the same time sees what came of this.
        const row = await change(transaction, team, id)
          .set((eb) => ({ name: eb.ref('name') }))
          .where('state', '<>', 'deleted')
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return null
        const current = subscriptionRecord(row)
        const mark = settingsMark(current)
        if (mark !== seen && mark !== settingsMark({ ...current, ...changes })) return 'changed'
        return applied(transaction, { team, id }, changes, now)
      }),

    pause: (team, id, reason, now, notice) =>
      db.transaction().execute(async (transaction) => {
        const at = instantText(now)
        const paused = await change(transaction, team, id)
          .set(pausedFor(reason, at))
          .where('state', '=', 'active')
          .returning('id')
          .executeTakeFirst()
        if (paused === undefined) return false
        await takeBack(transaction, { team, id }, at)
        if (notice !== undefined) await writeNotices(transaction, [notice], now)
        return true
      }),

    resume,

    remove: (team, id, now) =>
      db.transaction().execute(async (transaction) => {
        const removed = await change(transaction, team, id)
          .set({ state: 'deleted', look_at: null, owner_check_at: null, alert_at: null })
          .where('state', '<>', 'deleted')
          .where('source', '<>', 'manual')
          .returning('id')
          .executeTakeFirst()
        if (removed !== undefined) await takeBack(transaction, { team, id }, instantText(now))
        return removed !== undefined
      }),
  }
}
