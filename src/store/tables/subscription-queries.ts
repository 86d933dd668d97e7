import type { Kysely } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import { type Cause, causeOf, type PlainReason, reasonOf } from '../reason.ts'
import type { Database, SubscriptionRow } from '../schema.ts'
import { type DigestSettings, settingsOf } from './digest-settings.ts'
import { instantText, keyIn, teamIsConnected } from './sql.ts'

/** A digest of a channel. Times are ISO 8601 instants; people are Slack user ids. */
export interface Subscription extends DigestSettings {
  readonly team: string
  readonly id: string
  readonly channel: string
  /** `settings`: from the configuration; `user`: set up in Slack; `manual`: never runs, records those posted on request. */
  readonly source: 'settings' | 'user' | 'manual'
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

const pauseReason = (code: string, detail: string | null): Cause =>
  causeOf(reasonOf({ code, cause: null, detail }))

const subscriptionRecord = (row: SubscriptionRow): Subscription => ({
  ...settingsOf(row),
  team: row.team_id,
  id: row.id,
  channel: row.channel_id,
  source: row.source,
  state: row.state,
  pausedReason: row.paused_reason === null ? null : pauseReason(row.paused_reason, row.paused_detail),
  pausedAt: row.paused_at,
  owner: row.owner_id,
  ownerAsked: row.owner_asked,
  createdBy: row.created_by,
  createdAt: row.created_at,
  effectiveFrom: row.effective_from,
  revision: row.revision,
  plannedUntil: row.planned_until,
})

export interface SubscriptionLists {
  /** The digests that people see in a channel: active and paused ones, oldest first. */
  forChannel(team: string, channel: string): Promise<readonly Subscription[]>
  /** Like `forChannel` for several channels, ordered by channel id. */
  forChannels(team: string, channels: readonly string[]): Promise<readonly Subscription[]>
  forTeam(team: string): Promise<readonly Subscription[]>
  /** Includes deleted digests. */
  get(team: string, id: string): Promise<Subscription | null>
  /**
   * Active digests with a slot to plan, in all connected workspaces: first the most overdue ones, then those whose next
   * slot was computed with older time zone data.
   */
  due(now: Temporal.Instant, limit: number, zoneData: string): Promise<readonly Subscription[]>
  /** When the next slot has to be planned; `null`: never. */
  dueAt(): Promise<Temporal.Instant | null>
}

/** The digests that people see. */
const visible = (db: Kysely<Database>, team: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', team)
    .where('state', '<>', 'deleted')
    .where('source', '<>', 'manual')

export function subscriptionLists(db: Kysely<Database>): SubscriptionLists {
  const byId = prepared(db, ['team', 'id'], ({ team, id }) =>
    db.selectFrom('subscriptions').selectAll().where('team_id', '=', team).where('id', '=', id),
  )
  // Not MIN: with the other conditions, PostgreSQL would read all rows.
  const firstDue = prepared(db, [], () =>
    db
      .selectFrom('subscriptions')
      .select('look_at as at')
      .where('look_at', 'is not', null)
      .where('state', '=', 'active')
      .where(teamIsConnected('subscriptions'))
      .orderBy('look_at')
      .limit(1),
  )
  const list = async (query: ReturnType<typeof visible>) => {
    const rows = await query.orderBy('channel_id').orderBy('created_at').orderBy('id').execute()
    return rows.map(subscriptionRecord)
  }
  return {
    forChannel: (team, channel) => list(visible(db, team).where('channel_id', '=', channel)),

    forChannels: async (team, channels) =>
      channels.length === 0 ? [] : list(visible(db, team).where('channel_id', 'in', channels)),

    forTeam: (team) => list(visible(db, team)),

    async get(team, id) {
      const [row] = await byId({ team, id })
      return row === undefined ? null : subscriptionRecord(row)
    },

    async due(now, limit, zoneData) {
      const active = db
        .selectFrom('subscriptions')
        .selectAll()
        .where('state', '=', 'active')
        .where(teamIsConnected('subscriptions'))
      const due = await active
        .where('look_at', '<=', instantText(now))
        .orderBy('look_at')
        .limit(limit)
        .execute()
      if (due.length === limit) return due.map(subscriptionRecord)
      const withOlderZoneData = await active
        .where('zone_data', '<', zoneData)
        .where('look_at', 'is not', null)
        .where('look_at', '>', instantText(now))
        .orderBy('zone_data')
        .limit(limit - due.length)
        .execute()
      return [...due, ...withOlderZoneData].map(subscriptionRecord)
    },

    async dueAt() {
      const [first] = await firstDue({})
      return first?.at == null ? null : Temporal.Instant.from(first.at)
    },
  }
}

/** A visible digest to record one posted on request: an active one if there is any, or else a paused one. */
export async function anyVisible(db: Kysely<Database>, team: string, channel: string) {
  const row = await visible(db, team)
    .where('channel_id', '=', channel)
    .orderBy('state')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : subscriptionRecord(row)
}

/** The channel's only digest with this source. */
export async function singleSubscription(
  db: Kysely<Database>,
  team: string,
  channel: string,
  source: 'settings' | 'manual',
): Promise<Subscription> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', team)
    .where('channel_id', '=', channel)
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  return subscriptionRecord(row)
}

export const uninstalled = 'uninstalled' satisfies PlainReason

/** A workspace's digests that were paused when Sightline was uninstalled, oldest first. */
export async function uninstalledSubscriptions(
  db: Kysely<Database>,
  team: string,
): Promise<readonly Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', team)
    .where('state', '=', 'paused')
    .where('paused_reason', '=', uninstalled)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(subscriptionRecord)
}

/**
 * Returns each due digest to one caller, most overdue first, and makes it due again at `next`.
 * @param shared whether other processes may use the same rows; locked rows are then skipped
 */
export async function takeDue(
  db: Kysely<Database>,
  shared: boolean,
  column: 'alert_at' | 'owner_check_at',
  {
    now,
    next,
    limit,
  }: { readonly now: Temporal.Instant; readonly next: Temporal.Instant; readonly limit: number },
): Promise<readonly Subscription[]> {
  const rows = await db
    .with('due', (query) =>
      query
        .selectFrom('subscriptions')
        .select(['team_id', 'id'])
        .where(column, '<=', instantText(now))
        .where(teamIsConnected('subscriptions'))
        .orderBy(column)
        .limit(limit)
        .$if(shared, (due) => due.forUpdate().skipLocked()),
    )
    .updateTable('subscriptions')
    .set({ [column]: instantText(next) })
    .where(keyIn(['team_id', 'id'], 'due'))
    .returningAll()
    .execute()
  return rows.map(subscriptionRecord)
}

/** Locks the digest until the end of the transaction. `null`: there is no such digest, or it is deleted. */
export async function lockedSubscription(
  transaction: Kysely<Database>,
  team: string,
  id: string,
): Promise<Subscription | null> {
  const row = await transaction
    .updateTable('subscriptions')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('team_id', '=', team)
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : subscriptionRecord(row)
}
