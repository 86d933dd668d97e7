import { type Cause, causeOf, type PlainReason, readReason } from '../reason.ts'
import { forgetAlerts } from './digest-record.ts'
import {
  alertKinds,
  type DigestSettings,
  markedAlertKinds,
  type SettingsRow,
  scheduleColumns,
  settingsColumns,
  settingsOf,
  settingsSelected,
} from './digest-settings.ts'
import { digestKinds, enqueue, type Owed, withdraw } from './owed.ts'
import {
  changedRows,
  changes,
  type Db,
  instantIn,
  instantText,
  type Sql,
  skipLocked,
  sql,
  teamIsConnected,
} from './sql.ts'

/** A digest of a channel. Times are ISO 8601 instants; people are Slack user ids. */
export interface Subscription extends DigestSettings {
  readonly team: string
  readonly id: string
  readonly channel: string
  /** `settings`: set up by the configuration; `user`: set up in Slack. */
  readonly source: 'settings' | 'user'
  readonly state: 'active' | 'paused' | 'deleted'
  /** `null`: not paused. */
  readonly pausedReason: Cause | null
  readonly pausedAt: string | null
  /** The person who receives its notices; `null`: the configuration set it up. */
  readonly owner: string | null
  /** The former owner whom the channel was asked to replace. */
  readonly ownerAsked: string | null
  /** `null`: the configuration. */
  readonly createdBy: string | null
  readonly createdAt: string
  /** Start of this schedule; earlier slots are not delivered. */
  readonly effectiveFrom: string
  /** Incremented by changes that make earlier plans void. */
  readonly revision: number
  /** Each slot up to this time has a delivery; `null`: none was planned since `effectiveFrom`. */
  readonly plannedUntil: string | null
}

type Row = Omit<Subscription, keyof DigestSettings | 'pausedReason'> &
  SettingsRow & { readonly pausedReason: string | null }

const columns = sql`team_id AS team, id, channel_id AS channel, source, state, paused_reason AS "pausedReason",
  paused_at AS "pausedAt", owner_id AS owner, owner_asked AS "ownerAsked",
  created_by AS "createdBy", created_at AS "createdAt", effective_from AS "effectiveFrom", revision,
  planned_until AS "plannedUntil", ${settingsSelected}`

async function subscriptionsOf(db: Db, statement: Sql<Row>): Promise<readonly Subscription[]> {
  const rows = await statement.rows(db)
  return rows.map(({ pausedReason, days, time, timeZone, ...row }) => ({
    ...row,
    ...settingsOf({ days, time, timeZone, ...row }),
    pausedReason: pausedReason === null ? null : causeOf(readReason(pausedReason)),
  }))
}

const select = (db: Db, where: Sql) =>
  subscriptionsOf(db, sql`SELECT ${columns} FROM subscriptions WHERE ${where}`)

export const onlySubscription = ({ team, id }: SubscriptionKey) => sql`team_id = ${team} AND id = ${id}`

const visible = (team: string) => sql`team_id = ${team} AND state <> 'deleted'`

export function subscriptionLists(db: Db) {
  const list = (where: Sql) => select(db, sql`${where} ORDER BY channel_id, created_at, id`)
  return {
    /** The digests that people see in a channel: active and paused ones, oldest first. */
    forChannel: (team: string, channel: string) => list(sql`${visible(team)} AND channel_id = ${channel}`),

    /** Like `forChannel` for several channels, ordered by channel id. */
    forChannels: async (team: string, channels: readonly string[]) =>
      channels.length === 0 ? [] : list(sql`${visible(team)} AND channel_id IN (${sql.join(channels)})`),

    forTeam: (team: string) => list(visible(team)),

    /** Includes deleted digests. */
    get: async (team: string, id: string): Promise<Subscription | null> =>
      (await select(db, onlySubscription({ team, id })))[0] ?? null,

    /**
     * Active digests with a slot to plan, in all connected workspaces: first the most overdue ones, then those whose next
     * slot was computed with older time zone data.
     */
    async due(now: Temporal.Instant, limit: number, zoneData: string): Promise<readonly Subscription[]> {
      const active = sql`state = 'active' AND ${teamIsConnected('subscriptions')}`
      const at = instantText(now)
      const due = await select(db, sql`${active} AND plan_at <= ${at} ORDER BY plan_at ${sql.limit(limit)}`)
      if (due.length === limit) return due
      const withOlderZoneData = await select(
        db,
        sql`${active} AND zone_data < ${zoneData} AND plan_at IS NOT NULL AND plan_at > ${at}
          ORDER BY zone_data ${sql.limit(limit - due.length)}`,
      )
      return [...due, ...withOlderZoneData]
    },

    /** When the next slot has to be planned; `null`: never. */
    async dueAt(): Promise<Temporal.Instant | null> {
      // Not MIN: with the other conditions, PostgreSQL would read all rows.
      const row = await sql<{ at: string }>`
        SELECT plan_at AS at FROM subscriptions
          WHERE plan_at IS NOT NULL AND state = 'active' AND ${teamIsConnected('subscriptions')}
          ORDER BY plan_at LIMIT 1`.first(db)
      return instantIn(row)
    },
  }
}

export const uninstalled = 'uninstalled' satisfies PlainReason

/** A workspace's digests that were paused when Sightline was uninstalled, oldest first. */
export const uninstalledSubscriptions = (db: Db, team: string): Promise<readonly Subscription[]> =>
  select(
    db,
    sql`team_id = ${team} AND state = 'paused' AND paused_reason = ${JSON.stringify(uninstalled)} ORDER BY created_at, id`,
  )

/** Returns each due digest to one caller, the most overdue ones in any order, and makes them due again at `next`. */
export function takeDue(
  db: Db,
  column: 'alert_check_at' | 'owner_check_at',
  now: Temporal.Instant,
  next: Temporal.Instant,
  limit: number,
): Promise<readonly Subscription[]> {
  const at = sql.ref(column)
  return subscriptionsOf(
    db,
    sql`WITH due AS (SELECT team_id, id FROM subscriptions
        WHERE ${at} <= ${instantText(now)} AND ${teamIsConnected('subscriptions')}
        ORDER BY ${at} ${sql.limit(limit)} ${skipLocked(db)})
      UPDATE subscriptions SET ${at} = ${instantText(next)} WHERE (team_id, id) IN (SELECT team_id, id FROM due)
      RETURNING ${columns}`,
  )
}

/** Locks the digest until the end of the transaction. `null`: there is no such digest, or it is deleted. */
export async function lockedSubscription(db: Db, key: SubscriptionKey): Promise<Subscription | null> {
  const lock = sql<Row>`UPDATE subscriptions SET name = name
    WHERE ${onlySubscription(key)} AND state <> 'deleted' RETURNING ${columns}`
  return (await subscriptionsOf(db, lock))[0] ?? null
}

export type SubscriptionKey = Pick<Subscription, 'team' | 'id'>

/** Changes one digest. @returns `false`: it doesn't exist, or is not in the state that `where` requires */
export const updateSubscription = (db: Db, key: SubscriptionKey, set: Sql, where: Sql) =>
  changes(db, sql`UPDATE subscriptions SET ${set} WHERE ${onlySubscription(key)} AND ${where}`)

function pausedFor(reason: Cause, at: string) {
  return sql`state = 'paused', paused_reason = ${JSON.stringify(reason)}, paused_at = ${at}, plan_at = NULL,
    alert_check_at = NULL`
}

/** Slots before `at` aren't delivered. The new revision makes plans for the old schedule void. */
const effectiveFrom = (at: string) =>
  sql`effective_from = ${at}, planned_until = NULL, revision = revision + 1`

/** @param by `null`: the configuration. @returns `false`: a row with the same key exists */
export function insertSubscription(
  db: Db,
  settings: DigestSettings,
  { team, id, channel, source }: Pick<Subscription, 'team' | 'id' | 'channel' | 'source'>,
  by: string | null,
  now: Temporal.Instant,
): Promise<boolean> {
  const at = instantText(now)
  const stored = settingsColumns(settings)
  const hasAlerts = alertKinds(settings.alerts).length > 0
  return changes(
    db,
    sql`INSERT INTO subscriptions (team_id, id, channel_id, source, created_by, owner_id, created_at, effective_from,
        revision, zone_data, state, plan_at, alert_check_at,
        ${sql.join(stored.map(([name]) => sql.ref(name)))})
      VALUES (${team}, ${id}, ${channel}, ${source}, ${by}, ${by}, ${at}, ${at}, 0, '', 'active', ${at}, ${hasAlerts ? at : null},
        ${sql.join(stored.map(([, value]) => value))})
      ON CONFLICT DO NOTHING`,
  )
}

/** `null`: there is no such digest, or it is deleted. */
export async function changeSettings(
  transaction: Db,
  key: SubscriptionKey,
  { schedule, ...others }: Partial<DigestSettings>,
  now: Temporal.Instant,
): Promise<Subscription | null> {
  const { team, id } = key
  const at = instantText(now)
  const exists = sql`state <> 'deleted'`
  const set = settingsColumns(others).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (set.length > 0) await updateSubscription(transaction, key, sql.join(set), exists)
  if (schedule !== undefined) {
    const { days, time, time_zone } = scheduleColumns(schedule)
    const rescheduled = sql`days = ${days}, time = ${time}, time_zone = ${time_zone}, ${effectiveFrom(at)},
      plan_at = CASE WHEN state = 'active' THEN ${at} END`
    const differs = sql`(days <> ${days} OR time <> ${time} OR time_zone <> ${time_zone})`
    await updateSubscription(transaction, key, rescheduled, sql`${exists} AND ${differs}`)
  }
  if (others.alerts !== undefined) {
    const on = alertKinds(others.alerts)
    const checkAt = sql`alert_check_at = ${on.length > 0 ? at : null}`
    await updateSubscription(transaction, key, checkAt, sql`state = 'active'`)
    // An alert that is turned on again later starts with a new baseline.
    const off = markedAlertKinds.filter((kind) => !on.includes(kind))
    await forgetAlerts(transaction, team, id, off)
  }
  const changed = await subscriptionLists(transaction).get(team, id)
  return changed?.state === 'deleted' ? null : changed
}

/** Also withdraws the digest's waiting deliveries. `false`: it was not active, and no notice is written. */
export async function pauseSubscription(
  transaction: Db,
  key: SubscriptionKey,
  reason: Cause,
  now: Temporal.Instant,
  notice: Owed | null = null,
): Promise<boolean> {
  const at = instantText(now)
  if (!(await updateSubscription(transaction, key, pausedFor(reason, at), sql`state = 'active'`)))
    return false
  await withdraw(transaction, { team: key.team, subject: key.id }, digestKinds, at)
  if (notice !== null) await enqueue(transaction, [notice], now)
  return true
}

/** `false`: it was not paused. */
export async function resumeSubscription(
  transaction: Db,
  key: SubscriptionKey,
  now: Temporal.Instant,
): Promise<boolean> {
  const at = instantText(now)
  // If all alerts are off, the next check clears `alert_check_at`.
  const active = sql`state = 'active', paused_reason = NULL, paused_at = NULL,
    alert_check_at = ${at}, plan_at = ${at}, ${effectiveFrom(at)}`
  if (!(await updateSubscription(transaction, key, active, sql`state = 'paused'`))) return false
  // Don't alert about changes that happened during the pause.
  await forgetAlerts(transaction, key.team, key.id)
  return true
}

/** Pauses all active digests of a workspace. @returns how many */
export function stopAll(db: Db, team: string, now: Temporal.Instant): Promise<number> {
  const active = sql`team_id = ${team} AND state = 'active'`
  return changedRows(
    db,
    // Lock in the same order as `plan`, to avoid deadlocks.
    sql`WITH running AS (SELECT id FROM subscriptions WHERE ${active}
        ${db.shared ? sql`ORDER BY id COLLATE "C" FOR NO KEY UPDATE` : sql``})
      UPDATE subscriptions SET ${pausedFor(uninstalled, instantText(now))}
      WHERE ${active} AND id IN (SELECT id FROM running)`,
  )
}

/** Schedules a check of the digest's owner. After a post, in the transaction that records the post. */
export async function checkOwner(db: Db, key: SubscriptionKey, now: Temporal.Instant): Promise<void> {
  const set = sql`owner_check_at = ${instantText(now)}`
  await updateSubscription(db, key, set, sql`owner_id IS NOT NULL`)
}
