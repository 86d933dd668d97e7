import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '../audit-entry.ts'
import { StoreError } from '../engines/errors.ts'
import type { Cause } from '../reason.ts'
import { type Audited, recordAudit, withAudit } from './audit.ts'
import { type DigestSettings, defaultSettings, settingsMark } from './digest-settings.ts'
import { digestKinds, enqueue, type Owed, withdraw } from './owed.ts'
import { type Database, type Db, instantText, sql } from './sql.ts'
import {
  changeSettings,
  checkOwner,
  insertSubscription,
  lockedSubscription,
  pauseSubscription,
  resumeSubscription,
  type Subscription,
  stopAll,
  subscriptionLists,
  takeDue,
  uninstalledSubscriptions,
  updateSubscription,
} from './subscription-rows.ts'

interface NewDigest extends DigestSettings, Pick<Subscription, 'team' | 'id' | 'channel'> {
  readonly by: string
}

/** The digests of channels and their schedules. Every method works within one team. */
export function subscriptionStore(db: Database) {
  return {
    ...subscriptionLists(db),

    /** Creates a digest; a repeated `id` returns the existing one. @param audit written only if it is created */
    create: (
      { team, id, channel, by, ...settings }: NewDigest,
      now: Temporal.Instant,
      audit?: AuditEntry,
    ): Promise<Subscription> =>
      db.transaction(async (transaction) => {
        const key = { team, id, channel, source: 'user' } as const
        const isNew = await insertSubscription(transaction, settings, key, by, now)
        if (isNew && audit !== undefined) await recordAudit(transaction, audit, now)
        const created = await subscriptionLists(transaction).get(team, id)
        if (created === null) throw new StoreError('failed', 'A digest was not created. Please report this.')
        return created
      }),

    /** Sets up the configuration's digest in a channel that never had it. People change and delete it like any other. */
    async setUpConfigured(
      { team, channel, ...settings }: Pick<Subscription, 'team' | 'channel' | 'name' | 'schedule'>,
      now: Temporal.Instant,
    ): Promise<void> {
      const key = { team, id: randomUUID(), channel, source: 'settings' } as const
      await insertSubscription(db, { ...defaultSettings, ...settings }, key, null, now)
    },

    /**
     * A changed schedule applies from `now` on. `null`: there is no such digest, or it is deleted. `'changed'`: the settings
     * are no longer those that the person saw, and were not updated; not returned if the changes are already in effect.
     * @param more.seen the `settingsMark` of what the person saw; `null`: overwrite any
     */
    update: (
      team: string,
      id: string,
      changes: Partial<DigestSettings>,
      now: Temporal.Instant,
      {
        seen = null,
        audited,
      }: { readonly seen?: string | null; readonly audited?: Audited<Subscription | 'changed' | null> } = {},
    ): Promise<Subscription | 'changed' | null> => {
      const update = async (transaction: Db) => {
        if (seen !== null) {
          const current = await lockedSubscription(transaction, { team, id })
          if (current === null) return null
          const mark = settingsMark(current)
          if (mark !== seen && mark !== settingsMark({ ...current, ...changes })) return 'changed'
        }
        return changeSettings(transaction, { team, id }, changes, now)
      }
      return withAudit(db, now, update, audited)
    },

    /**
     * Pauses a digest and withdraws its scheduled deliveries, even those being composed. `true` for the one caller that
     * paused it; `false`: it was not active.
     * @param more.notice written in the same transaction
     */
    pause: (
      team: string,
      id: string,
      reason: Cause,
      now: Temporal.Instant,
      { notice, audited }: { readonly notice?: Owed | undefined; readonly audited?: Audited<boolean> } = {},
    ): Promise<boolean> => {
      const pause = (transaction: Db) => pauseSubscription(transaction, { team, id }, reason, now, notice)
      return withAudit(db, now, pause, audited)
    },

    /** Runs a paused digest again from `now` on, without the missed slots. `false`: it was not paused. */
    resume: (team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>): Promise<boolean> =>
      withAudit(db, now, (transaction) => resumeSubscription(transaction, { team, id }, now), audited),

    /** Deletes a digest but keeps its history; withdraws deliveries like `pause`. `false`: already deleted. */
    remove: (team: string, id: string, now: Temporal.Instant, audited?: Audited<boolean>) => {
      const deleted = sql`state = 'deleted', plan_at = NULL, owner_check_at = NULL, alert_check_at = NULL`
      const remove = async (transaction: Db) => {
        if (!(await updateSubscription(transaction, { team, id }, deleted, sql`state <> 'deleted'`)))
          return false
        await withdraw(transaction, { team, subject: id }, digestKinds, instantText(now))
        return true
      }
      return withAudit(db, now, remove, audited)
    },

    /**
     * Digests whose owner to check after a run: whether they are still in the workspace. Each is returned to one caller,
     * and once more at `again`, unless `ownerChecked`.
     */
    takeOwnerChecks: (now: Temporal.Instant, again: Temporal.Instant, limit: number) =>
      takeDue(db, 'owner_check_at', now, again, limit),

    /** Ends the check. @param again as passed to `takeOwnerChecks` */
    async ownerChecked(team: string, id: string, again: Temporal.Instant): Promise<void> {
      const isSame = sql`owner_check_at = ${instantText(again)}`
      await updateSubscription(db, { team, id }, sql`owner_check_at = NULL`, isSame)
    },

    /** Schedules a check after a run without a post. */
    checkOwner: (team: string, id: string, now: Temporal.Instant) => checkOwner(db, { team, id }, now),

    /** Asks the channel for a new owner to replace `gone`. `true` for the one caller whose question was written. */
    askForOwner: (team: string, id: string, gone: string, question: Owed, now: Temporal.Instant) =>
      db.transaction(async (transaction) => {
        const isUnasked = sql`owner_id = ${gone} AND state <> 'deleted'
          AND (owner_asked IS NULL OR owner_asked <> ${gone})`
        const asked = sql`owner_asked = ${gone}`
        if (!(await updateSubscription(transaction, { team, id }, asked, isUnasked))) return false
        await enqueue(transaction, [question], now)
        return true
      }),

    /** `true` for the one caller who changed the owner from `from`. */
    setOwner: (
      team: string,
      id: string,
      { from, to }: { readonly from: string; readonly to: string },
      now: Temporal.Instant,
      audited?: Audited<boolean>,
    ): Promise<boolean> => {
      const isFrom = sql`owner_id = ${from} AND state <> 'deleted'`
      const set = sql`owner_id = ${to}, owner_asked = NULL`
      const change = (transaction: Db) => updateSubscription(transaction, { team, id }, set, isFrom)
      return withAudit(db, now, change, audited)
    },

    /** Sightline was uninstalled. */
    stopAll: (team: string, now: Temporal.Instant) => stopAll(db, team, now),

    /** The digests that `stopAll` paused, oldest first. */
    stopped: (team: string) => uninstalledSubscriptions(db, team),

    /** Writes notices about the stopped digests, if there are any. */
    async offerToRestore(
      team: string,
      now: Temporal.Instant,
      offers: (stopped: readonly Subscription[]) => readonly Owed[],
    ): Promise<void> {
      const stopped = await uninstalledSubscriptions(db, team)
      if (stopped.length > 0)
        await db.transaction((transaction) => enqueue(transaction, offers(stopped), now))
    },

    /** Runs the stopped digests again from `now` on. @returns those that this call restored */
    restoreAll: (team: string, now: Temporal.Instant, audited?: Audited<readonly Subscription[]>) => {
      const restore = async (transaction: Db) => {
        const stopped = await uninstalledSubscriptions(transaction, team)
        const resumed = new Set<string>()
        // Lock in the same order as `plan`, to avoid deadlocks.
        for (const id of stopped.map((one) => one.id).toSorted())
          if (await resumeSubscription(transaction, { team, id }, now)) resumed.add(id)
        return stopped.filter(({ id }) => resumed.has(id))
      }
      return withAudit(db, now, restore, audited)
    },

    /** Owes the digests of these plans, in one transaction. All slots up to `now` then count as planned. May be repeated. */
    plan: (plans: readonly SlotPlan[], now: Temporal.Instant): Promise<void> =>
      db.transaction(async (transaction) => {
        const at = instantText(now)
        // Sorted, so that two processes with the same plans can't deadlock.
        const sorted = plans.toSorted(order)
        const owed = sorted.flatMap((plan): readonly Owed[] => {
          const { deliver, lateAt, skip } = plan
          const ended = { state: 'skipped', reason: 'missed' } as const
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
  /** The next slot, computed with version `zoneData` of the time zone data. */
  readonly nextSlot: Temporal.Instant
  readonly zoneData: string
}

/** The digest that a subscription owes for a slot. */
export function digestOwed(
  { team, subscriptionId, channel }: Pick<SlotPlan, 'team' | 'subscriptionId' | 'channel'>,
  slot: Temporal.Instant,
): Owed {
  const key = `${subscriptionId} ${instantText(slot)}`
  return { team, kind: 'digest', key, subject: subscriptionId, channel, since: slot }
}

const order = (a: SlotPlan, b: SlotPlan) =>
  a.team < b.team || (a.team === b.team && a.subscriptionId < b.subscriptionId) ? -1 : 1
