/** Changes to digests that several parts of the store make within their transactions. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Cause, type PlainReason, partsOf } from '../reason.ts'
import type { Database, SubscriptionRow } from '../schema.ts'
import { forgetAlerts } from './alerts.ts'
import {
  alertKinds,
  type DigestSettings,
  everyAlertKind,
  type Schedule,
  scheduleColumns,
  settingsColumns,
} from './digest-settings.ts'
import { digestKinds, enqueue, type Owed, withdraw } from './outbox.ts'
import { instantText } from './sql.ts'
import { type Subscription, subscriptionLists } from './subscription-queries.ts'

export interface SubscriptionKey {
  readonly team: string
  readonly id: string
}

/** An update of one digest. */
export const subscriptionUpdate = (db: Kysely<Database>, { team, id }: SubscriptionKey) =>
  db.updateTable('subscriptions').where('team_id', '=', team).where('id', '=', id)

/** The reason why a `manual` digest doesn't run. */
const manualOnly = 'manual_only' satisfies PlainReason

/** Slots before `at` aren't delivered. The new revision makes plans for the old schedule void. */
const effectiveFrom = (at: string) => ({
  effective_from: at,
  planned_until: null,
  plan_at: at,
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
  plan_at: null,
  alert_check_at: null,
})

/** `false`: a row with the same key exists. */
export async function insertSubscription(
  db: Kysely<Database>,
  settings: DigestSettings,
  row: Pick<SubscriptionRow, 'team_id' | 'id' | 'channel_id' | 'source' | 'created_by' | 'created_at'>,
): Promise<boolean> {
  const at = row.created_at
  const inserted = await db
    .insertInto('subscriptions')
    .values({
      ...row,
      ...settingsColumns(settings),
      owner_id: row.created_by,
      effective_from: at,
      revision: 0,
      zone_data: '',
      ...(row.source === 'manual'
        ? pausedFor(manualOnly, at)
        : {
            state: 'active',
            plan_at: at,
            alert_check_at: alertKinds(settings.alerts).length > 0 ? at : null,
          }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** An update of digests whose schedule differs: the new one applies from `at` on. */
export function reschedule(db: Kysely<Database>, schedule: Schedule, at: string) {
  const columns = scheduleColumns(schedule)
  return db
    .updateTable('subscriptions')
    .set({
      ...columns,
      ...effectiveFrom(at),
      plan_at: sql<string | null>`CASE WHEN state = 'active' THEN ${at} END`,
    })
    .where((eb) =>
      eb.or([
        eb('days', '<>', columns.days),
        eb('time', '<>', columns.time),
        eb('time_zone', '<>', columns.time_zone),
      ]),
    )
}

/** `null`: there is no such digest, or it is deleted. */
export async function changeSettings(
  transaction: Transaction<Database>,
  key: SubscriptionKey,
  { schedule, ...changes }: Partial<DigestSettings>,
  now: Temporal.Instant,
): Promise<Subscription | null> {
  const { team, id } = key
  const at = instantText(now)
  const columns = settingsColumns(changes)
  if (Object.keys(columns).length > 0)
    await subscriptionUpdate(transaction, key).set(columns).where('state', '<>', 'deleted').execute()
  if (schedule !== undefined)
    await reschedule(transaction, schedule, at)
      .where('team_id', '=', team)
      .where('id', '=', id)
      .where('state', '<>', 'deleted')
      .execute()
  if (changes.alerts !== undefined) {
    const on = alertKinds(changes.alerts)
    await subscriptionUpdate(transaction, key)
      .set({ alert_check_at: on.length > 0 ? at : null })
      .where('state', '=', 'active')
      .execute()
    // An alert that is turned on again later starts with a new baseline.
    const off = everyAlertKind.filter((kind) => !on.includes(kind))
    await forgetAlerts(transaction, team, id, off)
  }
  const changed = await subscriptionLists(transaction).get(team, id)
  return changed === null || changed.state === 'deleted' ? null : changed
}

/** Also withdraws the digest's waiting deliveries. `false`: it was not active, and no notice is written. */
export async function pauseSubscription(
  transaction: Transaction<Database>,
  key: SubscriptionKey,
  reason: Cause,
  now: Temporal.Instant,
  notice: Owed | null = null,
): Promise<boolean> {
  const at = instantText(now)
  const paused = await subscriptionUpdate(transaction, key)
    .set(pausedFor(reason, at))
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  if (paused === undefined) return false
  await withdraw(transaction, { team: key.team, subject: key.id }, digestKinds, at)
  if (notice !== null) await enqueue(transaction, [notice], now)
  return true
}

/** `false`: it was not paused. */
export async function resumeSubscription(
  transaction: Kysely<Database>,
  key: SubscriptionKey,
  now: Temporal.Instant,
): Promise<boolean> {
  const at = instantText(now)
  const resumed = await subscriptionUpdate(transaction, key)
    // If all alerts are off, the next check clears `alert_check_at`.
    .set({
      state: 'active',
      ...pauseColumns(null),
      paused_at: null,
      alert_check_at: at,
      ...effectiveFrom(at),
    })
    .where('state', '=', 'paused')
    .where('source', '<>', 'manual')
    .returning('id')
    .executeTakeFirst()
  if (resumed === undefined) return false
  // Don't alert about changes that happened during the pause.
  await forgetAlerts(transaction, key.team, key.id)
  return true
}
