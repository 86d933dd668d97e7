import type { Kysely } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { type AuditEntry, recordAudit } from './audit.ts'
import { type ChannelMove, moveChannel } from './channel-move.ts'
import { instantText } from './text.ts'

/** What a channel looks at. `null` in a setting means: as the configuration says. */
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
  /** Slack user id of who saved them last. */
  readonly updatedBy: string | null
  /** ISO 8601 instant. */
  readonly updatedAt: string | null
}

export interface TrackedRecommendation {
  readonly resultId: string
  readonly addedBy: string
  /** ISO 8601 instant. */
  readonly addedAt: string
}

/** What is saved with a channel's settings: all of it or nothing. */
export interface ChannelChange {
  /** Result ids. */
  readonly track: readonly string[]
  readonly untrack: readonly string[]
  readonly audit: AuditEntry
}

/** What the audit says of a change, written together with it or not at all; `null`: nothing. */
type Audited = (changed: boolean) => AuditEntry | null

export interface ChannelStore {
  /** `null`: nobody has set anything for this channel. */
  get(team: string, channel: string): Promise<ChannelSettings | null>
  /** Replaces all settings of the channel, together with what else changes. */
  save(
    settings: Omit<ChannelSettings, 'updatedAt' | 'updatedBy'>,
    by: string,
    now: Temporal.Instant,
    change?: ChannelChange,
  ): Promise<void>
  /** The recommendations that the channel follows, the oldest first. */
  tracked(team: string, channel: string): Promise<readonly TrackedRecommendation[]>
  /** `false`: it was tracked already. */
  track(
    team: string,
    channel: string,
    resultId: string,
    by: string,
    now: Temporal.Instant,
    audited?: Audited,
  ): Promise<boolean>
  /** `false`: it was not tracked. */
  untrack(
    team: string,
    channel: string,
    resultId: string,
    now: Temporal.Instant,
    audited?: Audited,
  ): Promise<boolean>
  /**
   * Slack gave the channel another id: everything of it has that one from now on, in one transaction. What waits to be
   * posted is taken back from whoever has it in hand. `false`: there was nothing.
   */
  move(move: ChannelMove, now: Temporal.Instant): Promise<boolean>
}

/** @param shared whether other processes may be at the same rows */
export function channelStore(db: Kysely<Database>, shared: boolean): ChannelStore {
  const settings = prepared(db, ['team', 'channel'], ({ team, channel }) =>
    db
      .selectFrom('channel_settings')
      .select([
        'team_id as team',
        'channel_id as channel',
        'organization_id as organizationId',
        'workspace_id as workspaceId',
        'project_id as projectId',
        'time_zone as timeZone',
        'subreddits',
        'noise_band as noiseBand',
        'updated_by as updatedBy',
        'updated_at as updatedAt',
      ])
      .where('team_id', '=', team)
      .where('channel_id', '=', channel),
  )
  const tracked = prepared(db, ['team', 'channel'], ({ team, channel }) =>
    db
      .selectFrom('tracked_recommendations')
      .select(['result_id as resultId', 'added_by as addedBy', 'added_at as addedAt'])
      .where('team_id', '=', team)
      .where('channel_id', '=', channel)
      .orderBy('added_at')
      .orderBy('result_id'),
  )
  const recorded = (
    change: (transaction: Kysely<Database>) => Promise<boolean>,
    now: Temporal.Instant,
    audited: Audited = () => null,
  ) =>
    db.transaction().execute(async (transaction) => {
      const changed = await change(transaction)
      const entry = audited(changed)
      if (entry !== null) await recordAudit(transaction, entry, now)
      return changed
    })
  return {
    async get(team, channel) {
      const [row] = await settings({ team, channel })
      if (row === undefined) return null
      return { ...row, subreddits: row.subreddits === null ? null : JSON.parse(row.subreddits) }
    },

    async save(settings, by, now, change) {
      const values = {
        organization_id: settings.organizationId,
        workspace_id: settings.workspaceId,
        project_id: settings.projectId,
        time_zone: settings.timeZone,
        subreddits: settings.subreddits === null ? null : JSON.stringify(settings.subreddits),
        noise_band: settings.noiseBand,
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
        if (change === undefined) return
        for (const id of change.track) await track(transaction, team, channel, id, by, now)
        for (const id of change.untrack) await untrack(transaction, team, channel, id)
        await recordAudit(transaction, change.audit, now)
      })
    },

    tracked: (team, channel) => tracked({ team, channel }),

    track: (team, channel, id, by, now, audited) =>
      recorded((transaction) => track(transaction, team, channel, id, by, now), now, audited),

    move: (move, now) => moveChannel(db, shared, move, now),

    untrack: (team, channel, id, now, audited) =>
      recorded((transaction) => untrack(transaction, team, channel, id), now, audited),
  }
}

async function track(
  db: Kysely<Database>,
  team: string,
  channel: string,
  resultId: string,
  by: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const added = await db
    .insertInto('tracked_recommendations')
    .values({
      team_id: team,
      channel_id: channel,
      result_id: resultId,
      added_by: by,
      added_at: instantText(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('result_id')
    .executeTakeFirst()
  return added !== undefined
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
