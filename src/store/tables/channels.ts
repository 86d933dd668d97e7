import { z } from 'zod'
import type { AuditEntry } from '../audit-entry.ts'
import { type Audited, recordAudit, withAudit } from './audit.ts'
import { type ChannelMove, moveChannel, settingColumns } from './channel-move.ts'
import { changes, type Database, instantText, sql, whereChannel } from './sql.ts'

export const storedFilterNames = z.array(
  z
    .object({ filter: z.enum(['topics', 'personas', 'thematics']), id: z.string(), name: z.string() })
    .readonly(),
)
/** A channel's name for a topic, a persona or a theme. The service lists only their ids. */
export type FilterName = z.infer<typeof storedFilterNames>[number]

/** Settings of a channel. `null`: the configuration's value. */
export interface ChannelSettings {
  readonly team: string
  readonly channel: string
  readonly organizationId: string | null
  readonly workspaceId: string | null
  readonly projectId: string | null
  readonly timeZone: string | null
  readonly subreddits: readonly string[] | null
  /** `null`: no names. */
  readonly filterNames: readonly FilterName[] | null
  /** Slack id of the channel where its new tasks are announced; `null`: nowhere. */
  readonly announceTasksIn: string | null
  readonly updatedBy: string | null
  readonly updatedAt: string | null
}

export interface TrackedRecommendation {
  readonly resultId: string
  readonly addedBy: string
  readonly addedAt: string
}

export const storedSubreddits = z.array(z.string())

type SettingsRow = Omit<ChannelSettings, 'subreddits' | 'filterNames'> & {
  readonly subreddits: string | null
  readonly filterNames: string | null
}

const settingsOf = ({ subreddits, filterNames, ...row }: SettingsRow): ChannelSettings => ({
  ...row,
  subreddits: subreddits === null ? null : storedSubreddits.parse(JSON.parse(subreddits)),
  filterNames: filterNames === null ? null : storedFilterNames.parse(JSON.parse(filterNames)),
})

const settingsSelected = sql.raw(
  [`settings.team_id AS team, settings.channel_id AS channel`]
    .concat(Object.entries(settingColumns).map(([name, column]) => `settings.${column} AS "${name}"`))
    .join(', '),
)

type SettingsChange = Pick<ChannelSettings, 'team' | 'channel'> &
  Partial<Omit<ChannelSettings, 'team' | 'channel' | 'updatedAt' | 'updatedBy'>>

type TrackedState = 'tracked' | 'stopped'

export function channelStore(db: Database) {
  /** @returns puts a recommendation into this state; `false`: it was in it already */
  const become =
    (state: TrackedState) =>
    (
      team: string,
      channel: string,
      resultId: string,
      by: string,
      now: Temporal.Instant,
      audited?: Audited<boolean>,
    ): Promise<boolean> => {
      const row = sql`INSERT INTO tracked_recommendations (team_id, channel_id, result_id, state, added_by, added_at)
        VALUES (${team}, ${channel}, ${resultId}, ${state}, ${by}, ${instantText(now)})
        ON CONFLICT (team_id, channel_id, result_id) DO UPDATE SET state = excluded.state,
          added_by = excluded.added_by, added_at = excluded.added_at
        WHERE tracked_recommendations.state <> excluded.state`
      return withAudit(db, now, (transaction) => changes(transaction, row), audited)
    }
  return {
    /** `null`: the channel has no settings. */
    async get(team: string, channel: string): Promise<ChannelSettings | null> {
      const row = await sql<SettingsRow>`
        SELECT ${settingsSelected} FROM channel_settings AS settings
        WHERE ${whereChannel(team, channel)}`.first(db)
      return row === null ? null : settingsOf(row)
    },

    /**
     * The settings (`null`: the channel has none) and what the channel tracks, in one query, because nearly every command
     * needs both. By result id, oldest first; what it has stopped tracking outweighs the configuration.
     */
    async withTracked(team: string, channel: string) {
      interface Recommendation {
        readonly resultId: string | null
        readonly state: TrackedState | null
      }
      // Always one row to join to, because the channel may have no settings, no recommendations, or neither.
      const rows = await sql<Recommendation & (SettingsRow | { readonly team: null })>`
        SELECT ${settingsSelected}, recommendation.result_id AS "resultId", recommendation.state
          FROM (SELECT 1 AS one) AS channel
          LEFT JOIN channel_settings AS settings ON settings.team_id = ${team} AND settings.channel_id = ${channel}
          LEFT JOIN tracked_recommendations AS recommendation ON recommendation.team_id = ${team}
            AND recommendation.channel_id = ${channel}
          ORDER BY recommendation.added_at, recommendation.result_id`.rows(db)
      const [first] = rows
      const { resultId: _, state: __, ...settings } = first ?? { team: null, resultId: null, state: null }
      const ids = (wanted: TrackedState) =>
        rows.flatMap(({ resultId, state }) => (state === wanted && resultId !== null ? [resultId] : []))
      return {
        settings: settings.team === null ? null : settingsOf(settings),
        tracked: ids('tracked'),
        stopped: ids('stopped'),
      }
    },

    /** Changes only the given settings of the channel. Writes the audit entry in the same transaction. */
    async save(
      { team, channel, ...settings }: SettingsChange,
      by: string,
      now: Temporal.Instant,
      entry?: AuditEntry,
    ): Promise<void> {
      const changed = { ...settings, updatedBy: by, updatedAt: instantText(now) }
      const columns = Object.entries(settingColumns).flatMap(([name, column]) => {
        const value = changed[name as keyof typeof changed]
        if (value === undefined) return []
        return [[column, Array.isArray(value) ? JSON.stringify(value) : value] as const]
      })
      const names = columns.map(([column]) => sql.ref(column))
      await db.transaction(async (transaction) => {
        await sql`INSERT INTO channel_settings (team_id, channel_id, ${sql.join(names)})
          VALUES (${team}, ${channel}, ${sql.join(columns.map(([, value]) => value))})
          ON CONFLICT (team_id, channel_id)
            DO UPDATE SET ${sql.join(names.map((name) => sql`${name} = excluded.${name}`))}`.execute(
          transaction,
        )
        if (entry !== undefined) await recordAudit(transaction, entry, now)
      })
    },

    /** Which of the channels have settings of their own, or have tracked or stopped recommendations. */
    async known(team: string, channels: readonly string[]): Promise<readonly string[]> {
      if (channels.length === 0) return []
      const among = sql`team_id = ${team} AND channel_id IN (${sql.join(channels)})`
      const rows = await sql<{ channel: string }>`
        SELECT channel_id AS channel FROM channel_settings WHERE ${among}
          UNION SELECT channel_id FROM tracked_recommendations WHERE ${among}`.rows(db)
      return rows.map(({ channel }) => channel).sort()
    },

    /** The recommendations that people have the channel track, oldest first. */
    tracked: (team: string, channel: string) =>
      sql<TrackedRecommendation>`
        SELECT result_id AS "resultId", added_by AS "addedBy", added_at AS "addedAt"
          FROM tracked_recommendations WHERE ${whereChannel(team, channel)} AND state = 'tracked'
          ORDER BY added_at, result_id`.rows(db),

    /** Tracks a recommendation, or tracks a stopped one again. `false`: it was already tracked. */
    track: become('tracked'),

    /** Stops tracking a recommendation, even one from the configuration. `false`: it was already stopped. */
    stop: become('stopped'),

    /** Moves a channel's rows to its new id, and voids the claims of unsent deliveries. `false`: it has no rows. */
    move: (move: ChannelMove, now: Temporal.Instant) => moveChannel(db, move, now),
  }
}

/** The canvas with a channel's latest review. The next review updates it instead of creating another. */
export const canvasStore = (db: Database) => idStore(db, 'canvases', 'channel_id', 'canvas_id', 'created_at')

/** The channel that a person's direct messages are about. */
export const conversationChannelStore = (db: Database) =>
  idStore(db, 'conversation_channels', 'user_id', 'channel_id', 'chosen_at')

/** One of Slack's ids for each key in a workspace. */
function idStore(db: Database, ...names: readonly [table: string, key: string, id: string, at: string]) {
  const [table, key, id, at] = names.map(sql.ref)
  return {
    /** `null`: none yet. */
    async get(team: string, of: string): Promise<string | null> {
      const row = await sql<{ id: string }>`
        SELECT ${id} AS id FROM ${table} WHERE team_id = ${team} AND ${key} = ${of}`.first(db)
      return row?.id ?? null
    },

    async set(team: string, of: string, value: string, now: Temporal.Instant): Promise<void> {
      await sql`INSERT INTO ${table} (team_id, ${key}, ${id}, ${at})
        VALUES (${team}, ${of}, ${value}, ${instantText(now)})
        ON CONFLICT (team_id, ${key}) DO UPDATE SET ${id} = excluded.${id}, ${at} = excluded.${at}`.execute(
        db,
      )
    },
  }
}
