import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { StoreError } from '../engines/errors.ts'
import type { Cause, PlainReason } from '../reason.ts'
import type { Database } from '../schema.ts'
import { type AuditEntry, type Audited, recordAudit, withAudit } from './audit.ts'
import { type DigestSettings, defaultSettings, type Schedule, settingsMark } from './digest-settings.ts'
import { type NewNotice, writeNotices } from './notices.ts'
import { instantText } from './sql.ts'
import {
  changeSettings,
  insertSubscription,
  pausedFor,
  pauseSubscription,
  reschedule,
  resumeSubscription,
  subscriptionUpdate,
  withdrawDeliveries,
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

/** Which channel gets which digest when. Every method works within one team. */
export interface SubscriptionStore
  extends SubscriptionLists,
    SingleSubscriptions,
    SubscriptionOwners,
    SubscriptionStops {
  /**
   * Creates a person's digest. Called again with the same `id`, it returns the first one.
   * @param audit written only by the call that creates it
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
  /** A changed schedule applies from `now` on. `null`: there is none, or it is deleted. */
  update(
    team: string,
    id: string,
    changes: Partial<DigestSettings>,
    now: Temporal.Instant,
    audited?: Audited<Subscription | null>,
  ): Promise<Subscription | null>
  /**
   * Updates settings that a person has seen, identified by their `settingsMark`. `'changed'`: they are different now, and
   * were left alone; not returned if the changes are already in effect.
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
   * Pauses it and withdraws its scheduled deliveries, even those being composed. `true` for the one caller who paused it;
   * `false`: it was not active.
   * @param more.notice written in the same transaction
   */
  pause(
    team: string,
    id: string,
    reason: Cause,
    now: Temporal.Instant,
    more?: { readonly notice?: NewNotice | undefined; readonly audited?: Audited<boolean> },
  ): Promise<boolean>
  /** Runs it again from `now` on, without the slots it missed. `false`: it was not paused. */
  resume(team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
  /** Keeps its history and withdraws its deliveries as `pause` does. `false`: it was deleted already. */
  remove(team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
}

/** @param shared whether other processes may use the same rows */
export function subscriptionStore(db: Kysely<Database>, shared: boolean): SubscriptionStore {
  return {
    ...subscriptionLists(db),
    ...singleSubscriptions(db),
    ...subscriptionOwners(db, shared),
    ...subscriptionStops(db, shared),

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
            .set({ state: 'deleted', look_at: null, owner_check_at: null, alert_at: null })
            .where('state', '<>', 'deleted')
            .where('source', '<>', 'manual')
            .returning('id')
            .executeTakeFirst()
          if (removed !== undefined) await withdrawDeliveries(transaction, { team, id }, instantText(now))
          return removed !== undefined
        },
        audited,
      ),
  }
}

/** A channel has at most one digest from the configuration, and one that records digests posted on request. */
export interface SingleSubscriptions {
  /**
   * Creates or reschedules the configuration's digest for a channel. Every process calls it at every start: it writes only
   * a changed schedule, and a paused digest stays paused.
   */
  upsertFromSettings(
    configured: {
      readonly team: string
      readonly channel: string
      /** For a new one only: people may rename it. */
      readonly name: string
      readonly schedule: Schedule
    },
    now: Temporal.Instant,
  ): Promise<Subscription>
  /**
   * Pauses the configuration's digests of all channels that are no longer in it; `upsertFromSettings` resumes them.
   * @returns how many were paused
   */
  dropFromSettings(team: string, keep: readonly string[], now: Temporal.Instant): Promise<number>
  /**
   * The digest under which one posted on request is recorded: an active one of the channel, else a paused one, else a new
   * one with these settings that never runs (`manual`).
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
    // Each statement may be repeated, so concurrent callers end with one row and no lost change.
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

/** All digests of a workspace at once: they stop when Sightline is uninstalled, and can be restored after that. */
export interface SubscriptionStops {
  /** Pauses all active ones. @returns how many */
  stopAll(team: string, now: Temporal.Instant): Promise<number>
  /** Those that `stopAll` paused, oldest first. */
  stopped(team: string): Promise<readonly Subscription[]>
  /** Writes notices about the stopped digests, if there are any. */
  offerToRestore(
    team: string,
    now: Temporal.Instant,
    offers: (stopped: readonly Subscription[]) => readonly NewNotice[],
  ): Promise<void>
  /** Runs the stopped ones again from `now` on. @returns those that this call restored */
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
        await db.transaction().execute((transaction) => writeNotices(transaction, offers(stopped), now))
    },

    async stopAll(team, now) {
      const rows = await db
        // Lock in the order in which a plan does, to avoid deadlocks.
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
          // Lock in the order in which a plan does, to avoid deadlocks.
          for (const id of stopped.map((one) => one.id).toSorted())
            if (await resumeSubscription(transaction, { team, id }, now)) resumed.add(id)
          return stopped.filter(({ id }) => resumed.has(id))
        },
        audited,
      ),
  }
}
