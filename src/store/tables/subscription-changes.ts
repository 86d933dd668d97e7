/** Changes to digests that several parts of the store make within their transactions. */
import type { Cause } from '../reason.ts'
import { forgetAlerts } from './alerts.ts'
import {
  alertKinds,
  type DigestSettings,
  everyAlertKind,
  scheduleColumns,
  settingsColumns,
} from './digest-settings.ts'
import { digestKinds, enqueue, type Owed, withdraw } from './owed.ts'
import { changedRows, changes, type Db, instantText, type Sql, sql } from './sql.ts'
import {
  onlySubscription,
  type Subscription,
  subscriptionLists,
  uninstalled,
} from './subscription-queries.ts'

export interface SubscriptionKey {
  readonly team: string
  readonly id: string
}

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
        revision, zone_data, evaluations, state, plan_at, alert_check_at,
        ${sql.join(stored.map(([name]) => sql.ref(name)))})
      VALUES (${team}, ${id}, ${channel}, ${source}, ${by}, ${by}, ${at}, ${at}, 0, '', '[]', 'active', ${at}, ${hasAlerts ? at : null},
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
    const off = everyAlertKind.filter((kind) => !on.includes(kind))
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

/** Pauses all active digests of a workspace. @param shared whether other processes may use the same rows. @returns how many */
export function stopAll(db: Db, shared: boolean, team: string, now: Temporal.Instant): Promise<number> {
  const active = sql`team_id = ${team} AND state = 'active'`
  return changedRows(
    db,
    // Lock in the same order as `plan`, to avoid deadlocks.
    sql`WITH running AS (SELECT id FROM subscriptions WHERE ${active}
        ${shared ? sql`ORDER BY id COLLATE "C" FOR NO KEY UPDATE` : sql``})
      UPDATE subscriptions SET ${pausedFor(uninstalled, instantText(now))}
      WHERE ${active} AND id IN (SELECT id FROM running)`,
  )
}

/** Schedules a check of the digest's owner. After a post, in the transaction that records the post. */
export async function checkOwner(
  transaction: Db,
  key: SubscriptionKey,
  now: Temporal.Instant,
): Promise<void> {
  const set = sql`owner_check_at = ${instantText(now)}`
  await updateSubscription(transaction, key, set, sql`owner_id IS NOT NULL`)
}
