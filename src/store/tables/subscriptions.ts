import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import { type Cause, type PlainReason, partsOf } from '../reason.ts'
import type { Database, SubscriptionRow } from '../schema.ts'
import { forgetAlerts } from './alerts.ts'
import { type AuditEntry, type Audited, recordAudit, withAudit } from './audit.ts'
import { ofConnected } from './connected.ts'
import {
  alertKinds,
  type DigestSettings,
  defaultSettings,
  type Schedule,
  scheduleColumns,
  settingsColumns,
  settingsMark,
} from './digest-settings.ts'
import { type NewNotice, writeNotices } from './notices.ts'
import { type Subscription, subscriptionRecord } from './subscription-record.ts'
import { instantText } from './text.ts'

/** Who gets which digest when. A method finds nothing in another team. */
export interface SubscriptionStore
  extends SubscriptionLists,
    SingleSubscriptions,
    SubscriptionOwners,
    SubscriptionStops {
  /**
   * A person's digest. The same `id` twice is created once; the first one is answered.
   * @param audit written by the call that creates it
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
  /** Changes what is given. Another schedule holds from `now` on. `null`: there is none, or it is deleted. */
  update(
    team: string,
    id: string,
    changes: Partial<DigestSettings>,
    now: Temporal.Instant,
    audited?: Audited<Subscription | null>,
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
    audited?: Audited<Subscription | 'changed' | null>,
  ): Promise<Subscription | 'changed' | null>
  /**
   * `true` for the one caller who paused it; `false`: it was not running. What its schedule has waiting, or is being put
   * together, is taken back.
   * @param more.notice what its owner is told of that, written in the same transaction; left out: nothing
   */
  pause(
    team: string,
    id: string,
    reason: Cause,
    now: Temporal.Instant,
    more?: { readonly notice?: NewNotice | undefined; readonly audited?: Audited<boolean> },
  ): Promise<boolean>
  /** Runs it again from `now` on; slots missed meanwhile are not owed. `false`: it was not paused. */
  resume(team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
  /** Its history stays; what waits is taken back, as with `pause`. `false`: it was deleted already. */
  remove(team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean>
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
  const change = (transaction: Transaction<Database>, team: string, id: string) =>
    transaction.updateTable('subscriptions').where('team_id', '=', team).where('id', '=', id)

  return {
    ...subscriptionLists(db),
    ...singleSubscriptions(db),
    ...subscriptionOwners(db, shared),
    ...subscriptionStops(db, shared),

    create: ({ team, id, channel, by, ...settings }, now, audit) =>
      db.transaction().execute(async (transaction) => {
        const inserted = await subscriptionWrites(transaction).insert(settings, {
          team_id: team,
          id,
          channel_id: channel,
          source: 'user',
          created_by: by,
          created_at: instantText(now),
        })
        if (inserted && audit !== undefined) await recordAudit(transaction, audit, now)
        const created = await transaction
          .selectFrom('subscriptions')
          .selectAll()
          .where('team_id', '=', team)
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return subscriptionRecord(created)
      }),

    update: (team, id, changes, now, audited) =>
      withAudit(db, now, (transaction) => applied(transaction, { team, id }, changes, now), audited),

    updateSeen: (team, id, changes, seen, now, audited) =>
      withAudit<Subscription | 'changed' | null>(
        db,
        now,
        async (transaction) => {
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
        },
        audited,
      ),

    pause: (team, id, reason, now, { notice, audited } = {}) =>
      withAudit(
        db,
        now,
        async (transaction) => {
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
        },
        audited,
      ),

    resume: (team, id, now, audited) =>
      withAudit(db, now, (transaction) => subscriptionWrites(transaction).resume(team, id, now), audited),

    remove: (team, id, now, audited) =>
      withAudit(
        db,
        now,
        async (transaction) => {
          const removed = await change(transaction, team, id)
            .set({ state: 'deleted', look_at: null, owner_check_at: null, alert_at: null })
            .where('state', '<>', 'deleted')
            .where('source', '<>', 'manual')
            .returning('id')
            .executeTakeFirst()
          if (removed !== undefined) await takeBack(transaction, { team, id }, instantText(now))
          return removed !== undefined
        },
        audited,
      ),
  }
}

export interface SubscriptionLists {
  /** What people see as a channel's digests: active and paused ones, the oldest first. */
  ofChannel(team: string, channel: string): Promise<readonly Subscription[]>
  /** The same of several channels, in the order of their ids. */
  ofChannels(team: string, channels: readonly string[]): Promise<readonly Subscription[]>
  ofTeam(team: string): Promise<readonly Subscription[]>
  /** Deleted ones, too. */
  get(team: string, id: string): Promise<Subscription | null>
  /**
   * Active ones with a slot to plan, of all teams that Slack has not disconnected; those that wait longest first, then
   * those whose next slot was computed by zone data before this version of it.
   */
  due(now: Temporal.Instant, limit: number, zoneData: string): Promise<readonly Subscription[]>
  /** When the next one of them has a slot to plan; `null`: none has. */
  dueAt(): Promise<Temporal.Instant | null>
}

/** Those that people see. */
export const shownSubscriptions = (db: Kysely<Database>, team: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', team)
    .where('state', '<>', 'deleted')
    .where('source', '<>', 'manual')

export function subscriptionLists(db: Kysely<Database>): SubscriptionLists {
  const one = prepared(db, ['team', 'id'], ({ team, id }) =>
    db.selectFrom('subscriptions').selectAll().where('team_id', '=', team).where('id', '=', id),
  )
  const first = prepared(db, [], () =>
    db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.min('look_at').as('at'))
      .where('look_at', 'is not', null)
      .where('state', '=', 'active')
      .where(ofConnected('subscriptions')),
  )
  return {
    async ofChannel(team, channel) {
      const rows = await shownSubscriptions(db, team)
        .where('channel_id', '=', channel)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(subscriptionRecord)
    },

    async ofChannels(team, channels) {
      if (channels.length === 0) return []
      const rows = await shownSubscriptions(db, team)
        .where('channel_id', 'in', channels)
        .orderBy('channel_id')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(subscriptionRecord)
    },

    async ofTeam(team) {
      const rows = await shownSubscriptions(db, team)
        .orderBy('channel_id')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(subscriptionRecord)
    },

    async get(team, id) {
      const [row] = await one({ team, id })
      return row === undefined ? null : subscriptionRecord(row)
    },

    async due(now, limit, zoneData) {
      const active = db
        .selectFrom('subscriptions')
        .selectAll()
        .where('state', '=', 'active')
        .where(ofConnected('subscriptions'))
      const rows = await active
        .where('look_at', '<=', instantText(now))
        .orderBy('look_at')
        .limit(limit)
        .execute()
      if (rows.length === limit) return rows.map(subscriptionRecord)
      const before = await active
        .where('zone_data', '<', zoneData)
        .where('look_at', 'is not', null)
        .where('look_at', '>', instantText(now))
        .orderBy('zone_data')
        .limit(limit - rows.length)
        .execute()
      return [...rows, ...before].map(subscriptionRecord)
    },

    async dueAt() {
      const [next] = await first({})
      return next?.at == null ? null : Temporal.Instant.from(next.at)
    },
  }
}

/** Subscriptions of which a channel has one: the configuration's, and the one for digests that people ask for at once. */
export interface SingleSubscriptions {
  /**
   * The configuration's digest for a channel. Safe to call at every start and from every replica: only a changed
   * schedule is written, and a paused subscription stays paused.
   */
  upsertFromSettings(
    configured: {
      readonly team: string
      readonly channel: string
      /** Given to a new one only: people may rename it. */
      readonly name: string
      readonly schedule: Schedule
    },
    now: Temporal.Instant,
  ): Promise<Subscription>
  /**
   * Pauses the configuration's digests of all channels but these, which are no longer in it. One that comes back is
   * resumed by `upsertFromSettings`. Answers how many were paused.
   */
  dropFromSettings(team: string, keep: readonly string[], now: Temporal.Instant): Promise<number>
  /**
   * What a digest that a person asks for now is recorded under: the channel's subscription, a running one before a
   * paused one; where there is none, one that never runs (`manual`), with these settings.
   */
  forManualDigest(
    wanted: DigestSettings & { readonly team: string; readonly channel: string },
    by: string,
    now: Temporal.Instant,
  ): Promise<Subscription>
}

const removedFromSettings = 'removed_from_settings' satisfies PlainReason

export function singleSubscriptions(db: Kysely<Database>): SingleSubscriptions {
  const { insert, reschedule } = subscriptionWrites(db)
  const single = (team: string, channel: string, source: 'settings' | 'manual') =>
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('team_id', '=', team)
      .where('channel_id', '=', channel)
      .where('source', '=', source)
      .executeTakeFirstOrThrow()

  return {
    // Each statement stands alone and can be repeated, so two callers at once end with one row and no lost change.
    async upsertFromSettings({ team, channel, name, schedule }, now) {
      const at = instantText(now)
      await insert(
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
      await reschedule(schedule, at)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('source', '=', 'settings')
        .execute()
      const stored = await single(team, channel, 'settings')
      if (stored.paused_reason !== removedFromSettings) return subscriptionRecord(stored)
      await db
        .transaction()
        .execute((transaction) => subscriptionWrites(transaction).resume(team, stored.id, now))
      return subscriptionRecord(await single(team, channel, 'settings'))
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
      const found = await shownSubscriptions(db, team)
        .where('channel_id', '=', channel)
        .orderBy('state')
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (found !== undefined) return subscriptionRecord(found)
      await insert(settings, {
        team_id: team,
        id: randomUUID(),
        channel_id: channel,
        source: 'manual',
        created_by: by,
        created_at: instantText(now),
      })
      return subscriptionRecord(await single(team, channel, 'manual'))
    },
  }
}

/** Why a `manual` one doesn't run. */
const manualOnly = 'manual_only' satisfies PlainReason

/** From `at` on, with nothing owed from before. Whoever plans its slots by what held before comes too late. */
const fromNowOn = (at: string) => ({
  effective_from: at,
  planned_until: null,
  look_at: at,
  revision: sql<number>`revision + 1`,
})

function pauseColumns(reason: Cause | null) {
  const { code, detail } = partsOf(reason)
  return { paused_reason: code, paused_detail: detail }
}

export const pausedFor = (reason: Cause, at: string) => ({
  state: 'paused' as const,
  ...pauseColumns(reason),
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
    /** `false`: another row stands in its way. */
    async insert(
      settings: DigestSettings,
      given: Pick<SubscriptionRow, 'team_id' | 'id' | 'channel_id' | 'source' | 'created_by' | 'created_at'>,
    ): Promise<boolean> {
      const inserted = await db
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
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
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

    /** Within a transaction. `false`: it was not paused. */
    async resume(team: string, id: string, now: Temporal.Instant): Promise<boolean> {
      const at = instantText(now)
      const resumed = await db
        .updateTable('subscriptions')
        // Where no alerts are on, the next look ends the looks.
        .set({ state: 'active', ...pauseColumns(null), paused_at: null, alert_at: at, ...fromNowOn(at) })
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('state', '=', 'paused')
        .where('source', '<>', 'manual')
        .returning('id')
        .executeTakeFirst()
      if (resumed === undefined) return false
      // What was crossed meanwhile is no news when it runs again.
      await forgetAlerts(db, team, id)
      return true
    },
  }
}

/** Whom a digest's troubles are told, and what happens when they are gone. */
export interface SubscriptionOwners {
  /**
   * Those of which a digest was posted, each answered to one caller after each post; to another one at `again`, unless
   * that caller has said `ownerChecked` by then.
   */
  takeOwnerChecks(
    now: Temporal.Instant,
    again: Temporal.Instant,
    limit: number,
  ): Promise<readonly Subscription[]>
  /** Somebody has seen whether its owner is still there. @param again as it was taken */
  ownerChecked(team: string, id: string, again: Temporal.Instant): Promise<void>
  /** The same after a run that posted nothing: somebody has to see whether its owner is still there. */
  checkOwner(team: string, id: string, now: Temporal.Instant): Promise<void>
  /**
   * The channel is to be asked for somebody in the place of this owner. `true` for the one caller whose question it is:
   * it is written in the same transaction.
   */
  askForOwner(
    team: string,
    id: string,
    gone: string,
    question: NewNotice,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `true` for the one caller who changed the owner from `from`. */
  setOwner(
    team: string,
    id: string,
    owner: { readonly from: string | null; readonly to: string },
    now: Temporal.Instant,
    audited?: Audited<boolean>,
  ): Promise<boolean>
}

/** Somebody has to see whether its owner is still there; after a post within the transaction that records it. */
export const ownerCheck = (db: Kysely<Database>) =>
  prepared(db, ['team', 'id', 'at'], ({ team, id, at }) =>
    db
      .updateTable('subscriptions')
      .set({ owner_check_at: at })
      .where('team_id', '=', team)
      .where('id', '=', id)
      .where('owner_id', 'is not', null),
  )

export function subscriptionOwners(db: Kysely<Database>, shared: boolean): SubscriptionOwners {
  const checkOwnerAt = ownerCheck(db)
  const change = (team: string, id: string, within: Kysely<Database> | Transaction<Database> = db) =>
    within.updateTable('subscriptions').where('team_id', '=', team).where('id', '=', id)

  return {
    async takeOwnerChecks(now, again, limit) {
      const at = instantText(now)
      const rows = await db
        .with('due', (query) =>
          query
            .selectFrom('subscriptions')
            .select(['team_id', 'id'])
            .where('owner_check_at', '<=', at)
            .orderBy('owner_check_at')
            .limit(limit)
            .$if(shared, (found) => found.forUpdate().skipLocked()),
        )
        .updateTable('subscriptions')
        .set({ owner_check_at: instantText(again) })
        .where((eb) =>
          eb(
            eb.refTuple('team_id', 'id'),
            'in',
            eb.selectFrom('due').select(['team_id', 'id']).$asTuple('team_id', 'id'),
          ),
        )
        .returningAll()
        .execute()
      return rows.map(subscriptionRecord)
    },

    ownerChecked: async (team, id, again) => {
      await change(team, id)
        .set({ owner_check_at: null })
        .where('owner_check_at', '=', instantText(again))
        .execute()
    },

    checkOwner: async (team, id, now) => {
      await checkOwnerAt({ team, id, at: instantText(now) })
    },

    askForOwner: (team, id, gone, question, now) =>
      db.transaction().execute(async (transaction) => {
        const asked = await change(team, id, transaction)
          .set({ owner_asked: gone })
          .where('owner_id', '=', gone)
          .where('state', '<>', 'deleted')
          .where((eb) => eb.or([eb('owner_asked', 'is', null), eb('owner_asked', '<>', gone)]))
          .returning('id')
          .executeTakeFirst()
        if (asked !== undefined) await writeNotices(transaction, [question], now)
        return asked !== undefined
      }),

    setOwner: (team, id, { from, to }, now, audited) =>
      withAudit(
        db,
        now,
        async (transaction) => {
          const set = await change(team, id, transaction)
            .set({ owner_id: to, owner_asked: null })
            .where('owner_id', from === null ? 'is' : '=', from)
            .where('state', '<>', 'deleted')
            .returning('id')
            .executeTakeFirst()
          return set !== undefined
        },
        audited,
      ),
  }
}

/** Why the digests of a workspace stand still that Sightline was taken out of. */
const uninstalledReason = 'uninstalled' satisfies PlainReason

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
  restoreAll(
    team: string,
    now: Temporal.Instant,
    audited?: Audited<readonly Subscription[]>,
  ): Promise<readonly Subscription[]>
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

    restoreAll: (team, now, audited) =>
      withAudit(
        db,
        now,
        async (transaction) => {
          const before = await stoppedSubscriptions(transaction, team)
          const resumed = new Set<string>()
          // Held in the order in which a plan changes them, so that neither waits for the other.
          for (const id of before.map((one) => one.id).toSorted())
            if (await subscriptionWrites(transaction).resume(team, id, now)) resumed.add(id)
          return before.filter(({ id }) => resumed.has(id))
        },
        audited,
      ),
  }
}
