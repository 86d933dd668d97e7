import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { recordAudit } from './audit.ts'
import { takeBack } from './subscription-writes.ts'
import { instantText } from './text.ts'

export interface ChannelMove {
  readonly team: string
  readonly from: string
  readonly to: string
}

/** Tables that name the channel in a column of no key. */
const plainTables = ['deliveries', 'tasks', 'evaluation_watches', 'audit'] as const

/** Those whose key it is part of, with their other columns; each before those that refer to it. */
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
      'updated_by',
      'updated_at',
    ],
  ],
  ['tracked_recommendations', ['result_id', 'added_by', 'added_at']],
  ['posted_messages', ['ts', 'kind', 'thread_ts', 'text', 'blocks', 'revision', 'created_at']],
  ['recommendation_copies', ['organization_id', 'workspace_id', 'result_id', 'ts']],
] as const satisfies readonly (readonly [keyof Database, readonly string[]])[]

/**
 * Gives everything of a channel its new id, all of it or nothing. What the new one has of its own stays as it is. May be
 * repeated.
 *
 * @param shared whether other processes may be at the same rows
 * @returns `false`: there was nothing
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
      reference: null,
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
  // Before all that belongs to them and in the order of their ids, as everybody holds them.
  const digests = await transaction
    .selectFrom('subscriptions')
    .select(['id', 'source'])
    .where('team_id', '=', team)
    .where('channel_id', '=', from)
    .$if(shared, (found) => found.orderBy(sql`id COLLATE "C"`).forUpdate())
    .execute()
  const there = await transaction
    .selectFrom('subscriptions')
    .select('source')
    .where('team_id', '=', team)
    .where('channel_id', '=', to)
    .where('source', '<>', 'user')
    .execute()
  let moved = 0n
  for (const { id, source } of digests) {
    // Whoever has a digest of it in hand would post to a channel that is no more.
    await takeBack(transaction, { team, id }, at, 'all')
    // The settings' digest and the one for digests on request: a channel has one of each.
    const isThere = there.some((other) => other.source === source)
    const { numUpdatedRows } = await transaction
      .updateTable('subscriptions')
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        ...(isThere ? { state: 'deleted' as const, look_at: null, alert_at: null } : { channel_id: to }),
      }))
      .where('team_id', '=', team)
      .where('id', '=', id)
      .$if(isThere, (found) => found.where('state', '<>', 'deleted'))
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
