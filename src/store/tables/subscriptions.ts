import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { StoreError } from '../engines/errors.ts'
import type { Cause, PlainReason } from '../reason.ts'
import type { Database } from '../schema.ts'
import { type AuditEntry, type Audited, recordAudit, withAudit } from './audit.ts'
import { type DigestSettings, defaultSettings, type Schedule, settingsMark } from './digest-settings.ts'
import { digestKinds, enqueue, type Owed, withdraw } from './outbox.ts'
import { type SlotPlans, slotPlans } from './slot-plans.ts'
import { instantText } from './sql.ts'
import {
  changeSettings,
  insertSubscription,
  pausedFor,
  pauseSubscription,
  reschedule,
  resumeSubscription,
  subscriptionUpdate,
} from './subscription-changes.ts'
import { type SubscriptionOwners, subscriptionOwners } from './subscription-owners.ts'
import {
  anyVisible,
  lockedSubscription,
  type Subscription,
  type SubscriptionLists,
  singleSubscription,
  subscriptionLists,
  uninstalled,
  uninstalledSubscriptions,
} from './subscription-queries.ts'

/** The digests of channels and their schedules. Every method works within one team. */
export interface SubscriptionStore
  extends SubscriptionLists,
    SingleSubscriptions,
    SubscriptionOwners,
    SubscriptionStops,
    SlotPlans {
  /**
   * Creates a person's digest. Another call with the same `id` returns the existing one.
   * @param audit written only by the call that creates the digest
   */
  create(
    subscription: DigestSettings & {
      readonly team: string
      readonly id: string
      readonly channel: string
      readonly by: string
    },
    now: Temporal.Instant,
    audit?: AuditEntry,
  ): Promise<Subscription>
  /** A changed schedule applies from `now` on. `null`: there is no such digest, or it is deleted. */
  update(
    team: string,
    id: string,
    changes: Partial<DigestSettings>,
    now: Temporal.Instant,
    audited?: Audited<Subscription | null>,
  ): Promise<Subscription | null>
  /**
   * Updates the settings only if they are still those that the person saw. `'changed'`: they are different now and were
   * not updated; not returned if the changes are already in effect.
   * @param seen the `settingsMark` of what the person saw
   */
  updateIfUnchanged(
    team: string,
    id: string,
    changes: Partial<DigestSettings>,
    seen: string,
    now: Temporal.Instant,
    audited?: Audited<Subscription | 'changed' | null>,
  ): Promise<Subscription | 'changed' | null>
  /**
   * Pauses a digest and withdraws its scheduled deliveries, even those being composed. `true` for the one caller that
   * paused it; `false`: it was not active.
   * @param more.notice written in the same transaction
   */
  pause(
    team: string,
    id: string,
    reason: Cause,
    now: Temporal.Instant,
    more?: { readonly notice?: Owed | undefined; readonly audited?: Audited<boolean> },
  ): Promise<boolean>
  /** Runs a paused digest again from `now` on, without the missed slots. `false`: it was not paused, or is `manual`. */
  resume(team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
  /** Deletes a digest but keeps its history; withdraws deliveries like `pause`. `false`: already deleted, or `manual`. */
  remove(team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
}

/** @param shared whether other processes may use the same rows */
export function subscriptionStore(db: Kysely<Database>, shared: boolean): SubscriptionStore {
  return {
    ...subscriptionLists(db),
    ...singleSubscriptions(db),
    ...subscriptionOwners(db, shared),
    ...subscriptionStops(db, shared),
    ...slotPlans(db),

    create: ({ team, id, channel, by, ...settings }, now, audit) =>
      db.transaction().execute(async (transaction) => {
        const inserted = await insertSubscription(transaction, settings, {
          team_id: team,
          id,
          channel_id: channel,
          source: 'user',
          created_by: by,
          created_at: instantText(now),
        })
        if (inserted && audit !== undefined) await recordAudit(transaction, audit, now)
        const created = await subscriptionLists(transaction).get(team, id)
        if (created === null) throw new StoreError('failed', 'A digest was not created. Please report this.')
        return created
      }),

    update: (team, id, changes, now, audited) =>
      withAudit(db, now, (transaction) => changeSettings(transaction, { team, id }, changes, now), audited),

    updateIfUnchanged: (team, id, changes, seen, now, audited) =>
      withAudit<Subscription | 'changed' | null>(
        db,
        now,
        async (transaction) => {
          const current = await lockedSubscription(transaction, team, id)
          if (current === null) return null
          const mark = settingsMark(current)
          if (mark !== seen && mark !== settingsMark({ ...current, ...changes })) return 'changed'
          return changeSettings(transaction, { team, id }, changes, now)
        },
        audited,
      ),

    pause: (team, id, reason, now, { notice, audited } = {}) =>
      withAudit(
        db,
        now,
        (transaction) => pauseSubscription(transaction, { team, id }, reason, now, notice),
        audited,
      ),

    resume: (team, id, now, audited) =>
      withAudit(db, now, (transaction) => resumeSubscription(transaction, { team, id }, now), audited),

    remove: (team, id, now, audited) =>
      withAudit(
        db,
        now,
        async (transaction) => {
          const removed = await subscriptionUpdate(transaction, { team, id })
            .set({ state: 'deleted', plan_at: null, owner_check_at: null, alert_check_at: null })
            .where('state', '<>', 'deleted')
            .where('source', '<>', 'manual')
            .returning('id')
            .executeTakeFirst()
          if (removed !== undefined)
            await withdraw(transaction, { team, subject: id }, digestKinds, instantText(now))
          return removed !== undefined
        },
        audited,
      ),
  }
}

/** A channel has at most one digest from the configuration, and one `manual` digest that records those on request. */
export interface SingleSubscriptions {
  /**
   * Creates or reschedules the configuration's digest for a channel. Every process calls this at startup, so it writes only
   * a changed schedule. A paused digest stays paused, unless `dropFromSettings` paused it.
   */
  upsertFromSettings(
    configured: {
      readonly team: string
      readonly channel: string
      /** Used only for a new digest, because people may rename it. */
      readonly name: string
      readonly schedule: Schedule
    },
    now: Temporal.Instant,
  ): Promise<Subscription>
  /**
   * Pauses the configuration's digests for all channels that it no longer lists. `upsertFromSettings` resumes them.
   * @param keep the channels that it lists
   * @returns how many were paused
   */
  dropFromSettings(team: string, keep: readonly string[], now: Temporal.Instant): Promise<number>
  /**
   * The digest that records a digest posted on request: an active one in the channel, or a paused one, or else a `manual`
   * one with these settings, which never runs.
   */
  forManualDigest(
    settings: DigestSettings & { readonly team: string; readonly channel: string },
    by: string,
    now: Temporal.Instant,
  ): Promise<Subscription>
}

const removedFromSettings = 'removed_from_settings' satisfies PlainReason

function singleSubscriptions(db: Kysely<Database>): SingleSubscriptions {
  return {
    // Every statement is idempotent, so concurrent callers end up with one row and lose no change.
    async upsertFromSettings({ team, channel, name, schedule }, now) {
      const at = instantText(now)
      await insertSubscription(
        db,
        { ...defaultSettings, name, schedule },
        {
          team_id: team,
          id: randomUUID(),
          channel_id: channel,
          source: 'settings',
          created_by: null,
          created_at: at,
        },
      )
      await reschedule(db, schedule, at)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('source', '=', 'settings')
        .execute()
      const stored = await singleSubscription(db, team, channel, 'settings')
      if (stored.pausedReason !== removedFromSettings) return stored
      await db.transaction().execute((transaction) => resumeSubscription(transaction, stored, now))
      return singleSubscription(db, team, channel, 'settings')
    },

    async dropFromSettings(team, keep, now) {
      const dropped = await db
        .updateTable('subscriptions')
        .set(pausedFor(removedFromSettings, instantText(now)))
        .where('team_id', '=', team)
        .where('source', '=', 'settings')
        .where('state', '=', 'active')
        .$if(keep.length > 0, (query) => query.where('channel_id', 'not in', keep))
        .returning('id')
        .execute()
      return dropped.length
    },

    async forManualDigest({ team, channel, ...settings }, by, now) {
      const existing = await anyVisible(db, team, channel)
      if (existing !== null) return existing
      await insertSubscription(db, settings, {
        team_id: team,
        id: randomUUID(),
        channel_id: channel,
        source: 'manual',
        created_by: by,
        created_at: instantText(now),
      })
      return singleSubscription(db, team, channel, 'manual')
    },
  }
}

/** All digests of a workspace: they stop when Sightline is uninstalled, and can be restored when it is back. */
export interface SubscriptionStops {
  /** Pauses all active digests. @returns how many */
  stopAll(team: string, now: Temporal.Instant): Promise<number>
  /** The digests that `stopAll` paused, oldest first. */
  stopped(team: string): Promise<readonly Subscription[]>
  /** Writes notices about the stopped digests, if there are any. */
  offerToRestore(
    team: string,
    now: Temporal.Instant,
    offers: (stopped: readonly Subscription[]) => readonly Owed[],
  ): Promise<void>
  /** Runs the stopped digests again from `now` on. @returns those that this call restored */
  restoreAll(
    team: string,
    now: Temporal.Instant,
    audited?: Audited<readonly Subscription[]>,
  ): Promise<readonly Subscription[]>
}

/** @param shared whether other processes may use the same rows */
export function subscriptionStops(db: Kysely<Database>, shared: boolean): SubscriptionStops {
  return {
    stopped: (team) => uninstalledSubscriptions(db, team),

    offerToRestore: async (team, now, offers) => {
      const stopped = await uninstalledSubscriptions(db, team)
      if (stopped.length > 0)
        await db.transaction().execute((transaction) => enqueue(transaction, offers(stopped), now))
    },

    async stopAll(team, now) {
      const rows = await db
        // Lock in the same order as `plan`, to avoid deadlocks.
        .with('running', (query) =>
          query
            .selectFrom('subscriptions')
            .select('id')
            .where('team_id', '=', team)
            .where('state', '=', 'active')
            .$if(shared, (active) => active.orderBy(sql`id COLLATE "C"`).forNoKeyUpdate()),
        )
        .updateTable('subscriptions')
        .set(pausedFor(uninstalled, instantText(now)))
        .where('team_id', '=', team)
        .where('id', 'in', (eb) => eb.selectFrom('running').select('id'))
        .where('state', '=', 'active')
        .returning('id')
        .execute()
      return rows.length
    },

    restoreAll: (team, now, audited) =>
      withAudit(
        db,
        now,
        async (transaction) => {
          const stopped = await uninstalledSubscriptions(transaction, team)
          const resumed = new Set<string>()
          // Lock in the same order as `plan`, to avoid deadlocks.
          for (const id of stopped.map((one) => one.id).toSorted())
            if (await resumeSubscription(transaction, { team, id }, now)) resumed.add(id)
          return stopped.filter(({ id }) => resumed.has(id))
        },
        audited,
      ),
  }
}
