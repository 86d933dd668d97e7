import { type Kysely, sql } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { type AuditEntry, type Audited, recordAudit, withAudit } from './audit.ts'
import { type ChannelMove, moveChannel } from './channel-move.ts'
import { instantText } from './sql.ts'

/** A channel's name for a topic, a persona or a theme. The service lists only their ids. */
export interface FilterName {
  readonly filter: 'topics' | 'personas' | 'thematics'
  readonly id: string
  readonly name: string
}

/** `brief`: a digest's main message fits on one screen, and the rest is in its thread. */
export type DigestLength = 'brief' | 'full'

/** Settings of a channel. `null`: the configuration's value. */
export interface ChannelSettings {
  readonly team: string
  readonly channel: string
  readonly organizationId: string | null
  readonly workspaceId: string | null
  readonly projectId: string | null
  /** IANA name. */
  readonly timeZone: string | null
  readonly subreddits: readonly string[] | null
  /** Points. */
  readonly noiseBand: number | null
  /** `null`: no names. */
  readonly filterNames: readonly FilterName[] | null
  /** `null`: brief. */
  readonly digestLength: DigestLength | null
  /** Slack user id of the person who saved them last. */
  readonly updatedBy: string | null
  /** ISO 8601 instant. */
  readonly updatedAt: string | null
}

export interface TrackedRecommendation {
  readonly resultId: string
  readonly addedBy: string
  /** ISO 8601 instant. */
  readonly addedAt: string
  /** When a digest's owner was asked whether to keep it; `null`: not yet. */
  readonly askedAt: string | null
}

export interface ChannelWithTracked {
  /** `null`: the channel has no settings. */
  readonly settings: ChannelSettings | null
  /** Result ids that the channel tracks, oldest first. */
  readonly tracked: readonly string[]
  /** Result ids from the configuration that the channel has stopped tracking. */
  readonly stopped: readonly string[]
}

export interface ChannelStore {
  /** `null`: the channel has no settings. */
  get(team: string, channel: string): Promise<ChannelSettings | null>
  /** The settings and what the channel tracks, in one query, because nearly every command needs both. */
  withTracked(team: string, channel: string): Promise<ChannelWithTracked>
  /** Changes only the given settings of the channel. Writes the audit entry in the same transaction. */
  save(
    settings: Pick<ChannelSettings, 'team' | 'channel'> &
      Partial<Omit<ChannelSettings, 'team' | 'channel' | 'updatedAt' | 'updatedBy'>>,
    by: string,
    now: Temporal.Instant,
    entry?: AuditEntry,
  ): Promise<void>
  /** Which of the channels have settings of their own, or have tracked or stopped recommendations. */
  known(team: string, channels: readonly string[]): Promise<readonly string[]>
  /** The recommendations that the channel tracks, oldest first. */
  tracked(team: string, channel: string): Promise<readonly TrackedRecommendation[]>
  /** Recommendations from the configuration that `recordConfigured` recorded for the channel; `addedAt` is when it did. */
  configured(team: string, channel: string): Promise<readonly TrackedRecommendation[]>
  /** Records that the channel has these from the configuration since `now`. Existing rows aren't changed. */
  recordConfigured(
    team: string,
    channel: string,
    resultIds: readonly string[],
    now: Temporal.Instant,
  ): Promise<void>
  /** Removes what `recordConfigured` recorded about these ids, which have left the configuration. If they return, they are new. */
  forgetConfigured(team: string, channel: string, resultIds: readonly string[]): Promise<void>
  /** Stops tracking a recommendation from the configuration. `false`: it was already stopped. */
  stop(
    team: string,
    channel: string,
    resultId: string,
    by: string,
    now: Temporal.Instant,
    audited?: Audited<boolean>,
  ): Promise<boolean>
  /** Tracks a recommendation, or tracks a stopped one again. `false`: it was already tracked. */
  track(
    team: string,
    channel: string,
    resultId: string,
    by: string,
    now: Temporal.Instant,
    audited?: Audited<boolean>,
  ): Promise<boolean>
  /** `false`: it was not tracked. */
  untrack(
    team: string,
    channel: string,
    resultId: string,
    now: Temporal.Instant,
    audited?: Audited<boolean>,
  ): Promise<boolean>
  /**
   * Moves all rows of a channel to the new id that Slack gave it, in one transaction. Voids the claims of deliveries that
   * were not sent yet. `false`: the channel has no rows.
   */
  move(move: ChannelMove, now: Temporal.Instant): Promise<boolean>
}

const settingsColumns = [
  'settings.team_id as team',
  'settings.channel_id as channel',
  'settings.organization_id as organizationId',
  'settings.workspace_id as workspaceId',
  'settings.project_id as projectId',
  'settings.time_zone as timeZone',
  'settings.subreddits',
  'settings.noise_band as noiseBand',
  'settings.filter_names as filterNames',
  'settings.digest_length as digestLength',
  'settings.updated_by as updatedBy',
  'settings.updated_at as updatedAt',
] as const

type SettingsRow = Omit<ChannelSettings, 'subreddits' | 'filterNames'> & {
  readonly subreddits: string | null
  readonly filterNames: string | null
}

function settingsOf(row: SettingsRow): ChannelSettings {
  return {
    team: row.team,
    channel: row.channel,
    organizationId: row.organizationId,
    workspaceId: row.workspaceId,
    projectId: row.projectId,
    timeZone: row.timeZone,
    subreddits: row.subreddits === null ? null : JSON.parse(row.subreddits),
    noiseBand: row.noiseBand,
    filterNames: row.filterNames === null ? null : JSON.parse(row.filterNames),
    digestLength: row.digestLength,
    updatedBy: row.updatedBy,
    updatedAt: row.updatedAt,
  }
}

/** @param shared whether other processes may use the same rows */
export function channelStore(db: Kysely<Database>, shared: boolean): ChannelStore {
  const settings = prepared(db, ['team', 'channel'], ({ team, channel }) =>
    db
      .selectFrom('channel_settings as settings')
      .select(settingsColumns)
      .where('settings.team_id', '=', team)
      .where('settings.channel_id', '=', channel),
  )
  const withTracked = prepared(db, ['team', 'channel'], ({ team, channel }) =>
    db
      // Always one row to join to, because the channel may have no settings, no recommendations, or neither.
      .selectFrom(db.selectNoFrom(sql.lit(1).as('one')).as('channel'))
      .leftJoin('channel_settings as settings', (join) =>
        join.on('settings.team_id', '=', team).on('settings.channel_id', '=', channel),
      )
      .leftJoin('tracked_recommendations as recommendation', (join) =>
        join
          .on('recommendation.team_id', '=', team)
          .on('recommendation.channel_id', '=', channel)
          .on('recommendation.state', '<>', 'configured'),
      )
      .select(settingsColumns)
      .select(['recommendation.result_id as resultId', 'recommendation.state'])
      .orderBy('recommendation.added_at')
      .orderBy('recommendation.result_id'),
  )
  const inState = (state: 'tracked' | 'configured') =>
    prepared(db, ['team', 'channel'], ({ team, channel }) =>
      db
        .selectFrom('tracked_recommendations')
        .select([
          'result_id as resultId',
          'added_by as addedBy',
          'added_at as addedAt',
          'asked_at as askedAt',
        ])
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('state', '=', sql.lit(state))
        .orderBy('added_at')
        .orderBy('result_id'),
    )
  const [tracked, configured] = [inState('tracked'), inState('configured')]
  return {
    async get(team, channel) {
      const [row] = await settings({ team, channel })
      return row === undefined ? null : settingsOf(row)
    },

    async withTracked(team, channel) {
      const rows = await withTracked({ team, channel })
      const [first] = rows
      const ids = (state: 'tracked' | 'stopped') =>
        rows.flatMap((row) => (row.state === state && row.resultId !== null ? [row.resultId] : []))
      return {
        settings: first === undefined || first.team === null ? null : settingsOf({ ...first, team, channel }),
        tracked: ids('tracked'),
        stopped: ids('stopped'),
      }
    },

    async save(settings, by, now, entry) {
      // Kysely omits undefined values from the statement.
      const values = {
        organization_id: settings.organizationId,
        workspace_id: settings.workspaceId,
        project_id: settings.projectId,
        time_zone: settings.timeZone,
        subreddits: settings.subreddits && JSON.stringify(settings.subreddits),
        noise_band: settings.noiseBand,
        filter_names: settings.filterNames && JSON.stringify(settings.filterNames),
        digest_length: settings.digestLength,
        updated_by: by,
        updated_at: instantText(now),
      }
      const { team, channel } = settings
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('channel_settings')
          .values({ team_id: team, channel_id: channel, ...values })
          .onConflict((conflict) => conflict.columns(['team_id', 'channel_id']).doUpdateSet(values))
          .execute()
        if (entry !== undefined) await recordAudit(transaction, entry, now)
      })
    },

    async known(team, channels) {
      if (channels.length === 0) return []
      const rows = await db
        .selectFrom('channel_settings')
        .select('channel_id as channel')
        .where('team_id', '=', team)
        .where('channel_id', 'in', channels)
        .union(
          db
            .selectFrom('tracked_recommendations')
            .select('channel_id as channel')
            .where('team_id', '=', team)
            .where('state', '<>', 'configured')
            .where('channel_id', 'in', channels),
        )
        .execute()
      return rows.map(({ channel }) => channel).sort()
    },

    tracked: (team, channel) => tracked({ team, channel }),

    configured: (team, channel) => configured({ team, channel }),

    async recordConfigured(team, channel, resultIds, now) {
      if (resultIds.length === 0) return
      const values = { team_id: team, channel_id: channel, added_by: '', added_at: instantText(now) }
      await db
        .insertInto('tracked_recommendations')
        .values(
          // Sorted, so that two processes with the same ids can't deadlock.
          resultIds
            .toSorted()
            .map((id) => ({ ...values, result_id: id, state: 'configured' as const, asked_at: null })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async forgetConfigured(team, channel, resultIds) {
      if (resultIds.length === 0) return
      await db
        .deleteFrom('tracked_recommendations')
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('state', '=', 'configured')
        .where('result_id', 'in', resultIds)
        .execute()
    },

    stop: (team, channel, id, by, now, audited) =>
      withAudit(
        db,
        now,
        (transaction) => setTracked(transaction, team, channel, id, by, now, 'stopped'),
        audited,
      ),

    track: (team, channel, id, by, now, audited) =>
      withAudit(
        db,
        now,
        (transaction) => setTracked(transaction, team, channel, id, by, now, 'tracked'),
        audited,
      ),

    move: (move, now) => moveChannel(db, shared, move, now),

    untrack: (team, channel, id, now, audited) =>
      withAudit(db, now, (transaction) => untrack(transaction, team, channel, id), audited),
  }
}

/** @returns `false` if nothing changed */
async function setTracked(
  db: Kysely<Database>,
  team: string,
  channel: string,
  resultId: string,
  by: string,
  now: Temporal.Instant,
  state: 'tracked' | 'stopped',
): Promise<boolean> {
  const values = { added_by: by, added_at: instantText(now), state, asked_at: null }
  const changed = await db
    .insertInto('tracked_recommendations')
    .values({ team_id: team, channel_id: channel, result_id: resultId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'channel_id', 'result_id'])
        .doUpdateSet(values)
        .where('tracked_recommendations.state', '<>', state),
    )
    .returning('result_id')
    .executeTakeFirst()
  return changed !== undefined
}

async function untrack(
  db: Kysely<Database>,
  team: string,
  channel: string,
  resultId: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('tracked_recommendations')
    .where('team_id', '=', team)
    .where('channel_id', '=', channel)
    .where('result_id', '=', resultId)
    .returning('result_id')
    .executeTakeFirst()
  return removed !== undefined
}
