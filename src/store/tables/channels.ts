import { type Kysely, sql, type Transaction } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { type AuditEntry, type Audited, recordAudit, withAudit } from './audit.ts'
import { instantText } from './sql.ts'
import { withdrawDeliveries } from './subscription-changes.ts'

/** What a channel calls a topic, a persona or a theme: the service lists only ids, and no names. */
export interface FilterName {
  readonly filter: 'topics' | 'personas' | 'thematics'
  readonly id: string
  readonly name: string
}

/** `brief`: a digest's main message fits one screen, and its thread has the rest. */
export type DigestLength = 'brief' | 'full'

/** Settings of a channel; `null`: as in the configuration. */
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
  /** `null`: the channel names none. */
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
}

/** Saved with a channel's settings in one transaction. */
export interface ChannelChange {
  /** Result ids. */
  readonly track: readonly string[]
  readonly untrack: readonly string[]
  /** Those of the configuration. */
  readonly stop?: readonly string[]
  readonly audit: AuditEntry
}

export interface ChannelStore {
  /** `null`: the channel has no settings. */
  get(team: string, channel: string): Promise<ChannelSettings | null>
  /** Replaces all settings of the channel. */
  save(
    settings: Omit<ChannelSettings, 'updatedAt' | 'updatedBy'>,
    by: string,
    now: Temporal.Instant,
    change?: ChannelChange,
  ): Promise<void>
  /** The recommendations that the channel follows, the oldest first. */
  tracked(team: string, channel: string): Promise<readonly TrackedRecommendation[]>
  /** Result ids of the configuration that the channel has stopped tracking. */
  stopped(team: string, channel: string): Promise<readonly string[]>
  /** Stops tracking one of the configuration. `false`: it was stopped already. */
  stop(
    team: string,
    channel: string,
    resultId: string,
    by: string,
    now: Temporal.Instant,
    audited?: Audited<boolean>,
  ): Promise<boolean>
  /** Also tracks a stopped one again. `false`: it was tracked already. */
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
   * Slack gave the channel another id: moves all its rows there in one transaction, and voids the claims of deliveries
   * that were not sent yet. `false`: it has no rows.
   */
  move(move: ChannelMove, now: Temporal.Instant): Promise<boolean>
}

/** @param shared whether other processes may use the same rows */
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
        'filter_names as filterNames',
        'digest_length as digestLength',
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
      .where('stopped', '=', 0)
      .orderBy('added_at')
      .orderBy('result_id'),
  )
  const stopped = prepared(db, ['team', 'channel'], ({ team, channel }) =>
    db
      .selectFrom('tracked_recommendations')
      .select('result_id as resultId')
      .where('team_id', '=', team)
      .where('channel_id', '=', channel)
      .where('stopped', '=', 1),
  )
  return {
    async get(team, channel) {
      const [row] = await settings({ team, channel })
      if (row === undefined) return null
      return {
        ...row,
        subreddits: row.subreddits === null ? null : JSON.parse(row.subreddits),
        filterNames: row.filterNames === null ? null : JSON.parse(row.filterNames),
      }
    },

    async save(settings, by, now, change) {
      const values = {
        organization_id: settings.organizationId,
        workspace_id: settings.workspaceId,
        project_id: settings.projectId,
        time_zone: settings.timeZone,
        subreddits: settings.subreddits === null ? null : JSON.stringify(settings.subreddits),
        noise_band: settings.noiseBand,
        filter_names: settings.filterNames === null ? null : JSON.stringify(settings.filterNames),
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
        if (change === undefined) return
        for (const id of change.track) await setTracked(transaction, team, channel, id, by, now, 0)
        for (const id of change.untrack) await untrack(transaction, team, channel, id)
        for (const id of change.stop ?? []) await setTracked(transaction, team, channel, id, by, now, 1)
        await recordAudit(transaction, change.audit, now)
      })
    },

    tracked: (team, channel) => tracked({ team, channel }),

    stopped: async (team, channel) => (await stopped({ team, channel })).map(({ resultId }) => resultId),

    stop: (team, channel, id, by, now, audited) =>
      withAudit(db, now, (transaction) => setTracked(transaction, team, channel, id, by, now, 1), audited),

    track: (team, channel, id, by, now, audited) =>
      withAudit(db, now, (transaction) => setTracked(transaction, team, channel, id, by, now, 0), audited),

    move: (move, now) => moveChannel(db, shared, move, now),

    untrack: (team, channel, id, now, audited) =>
      withAudit(db, now, (transaction) => untrack(transaction, team, channel, id), audited),
  }
}

/** @returns `false` if it was so already */
async function setTracked(
  db: Kysely<Database>,
  team: string,
  channel: string,
  resultId: string,
  by: string,
  now: Temporal.Instant,
  stopped: 0 | 1,
): Promise<boolean> {
  const values = { added_by: by, added_at: instantText(now), stopped }
  const changed = await db
    .insertInto('tracked_recommendations')
    .values({ team_id: team, channel_id: channel, result_id: resultId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'channel_id', 'result_id'])
        .doUpdateSet(values)
        .where('tracked_recommendations.stopped', '<>', stopped),
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

export interface ChannelMove {
  readonly team: string
  readonly from: string
  readonly to: string
  /** Of the request that reported it. */
  readonly reference?: string
}

/** Tables whose key doesn't contain the channel. */
const plainTables = ['deliveries', 'tasks', 'evaluation_watches', 'audit'] as const

/** Tables whose key contains it, with their other columns; referred tables before referring ones. */
const keyedTables = [
  [
    'channel_settings',
    [
      'organization_id',
      'workspace_id',
      'project_id',
      'time_zone',
      'subreddits',
      'noise_band',
      'filter_names',
      'digest_length',
      'updated_by',
      'updated_at',
    ],
  ],
  ['tracked_recommendations', ['result_id', 'added_by', 'added_at', 'stopped']],
  ['invitations', ['id', 'posting', 'attempt', 'due_at', 'outcome', 'invited_at']],
  ['posted_messages', ['ts', 'kind', 'thread_ts', 'text', 'blocks', 'revision', 'created_at']],
  ['recommendation_copies', ['organization_id', 'workspace_id', 'result_id', 'ts']],
] as const satisfies readonly (readonly [keyof Database, readonly string[]])[]

/**
 * Moves all rows of a channel to its new id in one transaction. Rows that the new channel has already stay. May be
 * repeated.
 *
 * @param shared whether other processes may use the same rows
 * @returns `false`: it has no rows
 */
export function moveChannel(
  db: Kysely<Database>,
  shared: boolean,
  move: ChannelMove,
  now: Temporal.Instant,
): Promise<boolean> {
  const { team, from, to } = move
  return db.transaction().execute(async (transaction) => {
    let moved = await moveDigests(transaction, shared, move, instantText(now))
    for (const table of plainTables) {
      const { numUpdatedRows } = await transaction
        .updateTable(table)
        .set({ channel_id: to })
        .where('team_id', '=', team)
        .where('channel_id', '=', from)
        .executeTakeFirst()
      moved += numUpdatedRows
    }
    for (const [table, columns] of keyedTables) {
      const others = sql.join(columns.map((column) => sql.ref(column)))
      await sql`INSERT INTO ${sql.table(table)} (team_id, channel_id, ${others})
        SELECT team_id, ${to}, ${others} FROM ${sql.table(table)}
        WHERE team_id = ${team} AND channel_id = ${from} ON CONFLICT DO NOTHING`.execute(transaction)
    }
    for (const [table] of keyedTables.toReversed()) moved += await removed(transaction, table, move)
    moved += await removed(transaction, 'paces', move)
    if (moved === 0n) return false
    const detail = { from, to }
    const entry = {
      user: null,
      action: 'channel.move',
      subject: to,
      outcome: 'moved',
      detail,
      reference: move.reference ?? null,
    }
    await recordAudit(transaction, { team, channel: to, ...entry }, now)
    return true
  })
}

async function moveDigests(
  transaction: Transaction<Database>,
  shared: boolean,
  { team, from, to }: ChannelMove,
  at: string,
): Promise<bigint> {
  // Lock digests before their rows and by id, in the order used everywhere, to avoid deadlocks.
  const digests = await transaction
    .selectFrom('subscriptions')
    .select(['id', 'source'])
    .where('team_id', '=', team)
    .where('channel_id', '=', from)
    .$if(shared, (rows) => rows.orderBy(sql`id COLLATE "C"`).forUpdate())
    .execute()
  const inTarget = await transaction
    .selectFrom('subscriptions')
    .select('source')
    .where('team_id', '=', team)
    .where('channel_id', '=', to)
    .where('source', '<>', 'user')
    .execute()
  let moved = 0n
  for (const { id, source } of digests) {
    // A process that composes one of its deliveries would post to the old channel.
    await withdrawDeliveries(transaction, { team, id }, at, 'all')
    // A channel has one `settings` digest and one `manual` one.
    const isTaken = inTarget.some((other) => other.source === source)
    const { numUpdatedRows } = await transaction
      .updateTable('subscriptions')
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        ...(isTaken ? { state: 'deleted' as const, look_at: null, alert_at: null } : { channel_id: to }),
      }))
      .where('team_id', '=', team)
      .where('id', '=', id)
      .$if(isTaken, (update) => update.where('state', '<>', 'deleted'))
      .executeTakeFirst()
    moved += numUpdatedRows
  }
  return moved
}

async function removed(
  transaction: Transaction<Database>,
  table: 'paces' | (typeof keyedTables)[number][0],
  { team, from }: ChannelMove,
): Promise<bigint> {
  const { numDeletedRows } = await transaction
    .deleteFrom(table)
    .where('team_id', '=', team)
    .where('channel_id', '=', from)
    .executeTakeFirst()
  return numDeletedRows
}
