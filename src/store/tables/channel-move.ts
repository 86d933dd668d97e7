/** Moves all rows of a channel to the new id that Slack gave it. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { recordAudit } from './audit.ts'
import { digestKinds, withdraw } from './outbox.ts'
import { instantText } from './sql.ts'

export interface ChannelMove {
  readonly team: string
  readonly from: string
  readonly to: string
  /** Reference of the request that reported the new id. */
  readonly reference?: string
}

/** Tables whose key doesn't contain the channel. */
const plainTables = [
  'outbox',
  'tasks',
  'notes',
  'evaluation_watches',
  'conversation_channels',
  'audit',
] as const

/** Tables whose key contains the channel, with their other columns. Each table comes after the tables it references. */
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
  ['tracked_recommendations', ['result_id', 'added_by', 'added_at', 'state', 'asked_at']],
  ['canvases', ['canvas_id', 'created_at']],
  ['posted_messages', ['ts', 'kind', 'thread_ts', 'text', 'blocks', 'revision', 'created_at']],
  ['recommendation_copies', ['organization_id', 'workspace_id', 'result_id', 'ts']],
] as const satisfies readonly (readonly [keyof Database, readonly string[]])[]

/**
 * Moves all rows of a channel to its new id in one transaction. Rows that the new id already has are kept. May be
 * repeated.
 *
 * @param shared whether other processes may use the same rows
 * @returns `false`: the channel has no rows
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
  // To avoid deadlocks, every transaction locks digests by id, and before their rows.
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
    // Otherwise a process that is composing one of its deliveries would post to the old channel.
    await withdraw(transaction, { team, subject: id }, digestKinds, at, 'all')
    // A channel has at most one `settings` digest and one `manual` digest.
    const isTaken = inTarget.some((other) => other.source === source)
    const { numUpdatedRows } = await transaction
      .updateTable('subscriptions')
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        ...(isTaken
          ? { state: 'deleted' as const, plan_at: null, alert_check_at: null }
          : { channel_id: to }),
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
