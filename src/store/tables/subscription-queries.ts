import { type Cause, causeOf, type PlainReason, readReason } from '../reason.ts'
import { type DigestSettings, type SettingsRow, settingsOf, settingsSelected } from './digest-settings.ts'
import { type Db, instantIn, instantText, rowsOf, type Sql, sql, teamIsConnected } from './sql.ts'

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

/** Digests that a statement reads, or returns from a change. */
async function subscriptionsOf(db: Db, statement: Sql): Promise<readonly Subscription[]> {
  const rows = await rowsOf<Row>(db, statement)
  return rows.map(({ pausedReason, days, time, timeZone, ...row }) => ({
    ...row,
    ...settingsOf({ days, time, timeZone, ...row }),
    pausedReason: pausedReason === null ? null : causeOf(readReason(pausedReason)),
  }))
}

const select = (db: Db, where: Sql) =>
  subscriptionsOf(db, sql`SELECT ${columns} FROM subscriptions WHERE ${where}`)

export const onlySubscription = ({ team, id }: Pick<Subscription, 'team' | 'id'>) =>
  sql`team_id = ${team} AND id = ${id}`

/** The digests that people see. */
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
      const due = await select(db, sql`${active} AND plan_at <= ${at} ORDER BY plan_at LIMIT ${limit}`)
      if (due.length === limit) return due
      const withOlderZoneData = await select(
        db,
        sql`${active} AND zone_data < ${zoneData} AND plan_at IS NOT NULL AND plan_at > ${at}
          ORDER BY zone_data LIMIT ${limit - due.length}`,
      )
      return [...due, ...withOlderZoneData]
    },

    /** When the next slot has to be planned; `null`: never. */
    async dueAt(): Promise<Temporal.Instant | null> {
      // Not MIN: with the other conditions, PostgreSQL would read all rows.
      const { rows } = await sql<{ at: string }>`
        SELECT plan_at AS at FROM subscriptions
          WHERE plan_at IS NOT NULL AND state = 'active' AND ${teamIsConnected('subscriptions')}
          ORDER BY plan_at LIMIT 1`.execute(db)
      return instantIn(rows)
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

/**
 * Returns each due digest to one caller, most overdue first, and makes it due again at `next`.
 * @param shared whether other processes may use the same rows; locked rows are then skipped
 */
export function takeDue(
  db: Db,
  shared: boolean,
  column: 'alert_check_at' | 'owner_check_at',
  {
    now,
    next,
    limit,
  }: { readonly now: Temporal.Instant; readonly next: Temporal.Instant; readonly limit: number },
): Promise<readonly Subscription[]> {
  const at = sql.ref(column)
  return subscriptionsOf(
    db,
    sql`WITH due AS (SELECT team_id, id FROM subscriptions
        WHERE ${at} <= ${instantText(now)} AND ${teamIsConnected('subscriptions')}
        ORDER BY ${at} LIMIT ${limit} ${shared ? sql`FOR UPDATE SKIP LOCKED` : sql``})
      UPDATE subscriptions SET ${at} = ${instantText(next)} WHERE (team_id, id) IN (SELECT team_id, id FROM due)
      RETURNING ${columns}`,
  )
}

/** Locks the digest until the end of the transaction. `null`: there is no such digest, or it is deleted. */
export async function lockedSubscription(
  transaction: Db,
  team: string,
  id: string,
): Promise<Subscription | null> {
  const lock = sql`UPDATE subscriptions SET name = name
    WHERE ${onlySubscription({ team, id })} AND state <> 'deleted' RETURNING ${columns}`
  return (await subscriptionsOf(transaction, lock))[0] ?? null
}
