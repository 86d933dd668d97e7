import { recordAudit } from './audit.ts'
import { questionKind } from './outbox.ts'
import { digestKinds, withdraw } from './owed.ts'
import { changedRows, type Database, type Db, instantText, sql, whereChannel } from './sql.ts'
import type { Subscription } from './subscription-rows.ts'

export interface ChannelMove {
  readonly team: string
  readonly from: string
  readonly to: string
  /** Reference of the request that reported the new id. */
  readonly reference?: string
}

/** The columns of a channel's settings. */
export const settingColumns = {
  organizationId: 'organization_id',
  workspaceId: 'workspace_id',
  projectId: 'project_id',
  timeZone: 'time_zone',
  subreddits: 'subreddits',
  filterNames: 'filter_names',
  announceTasksIn: 'announce_tasks_in',
  updatedBy: 'updated_by',
  updatedAt: 'updated_at',
} as const

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
  ['channel_settings', Object.values(settingColumns)],
  ['tracked_recommendations', ['result_id', 'added_by', 'added_at', 'state']],
  ['canvases', ['canvas_id', 'created_at']],
  ['posted_messages', ['ts', 'text', 'blocks', 'revision', 'created_at']],
  ['recommendation_copies', ['organization_id', 'workspace_id', 'result_id', 'ts']],
] as const

/**
 * Moves all rows of a channel to its new id in one transaction. Rows that the new id already has stay. May be repeated.
 * @returns `false`: the channel has no rows
 */
export function moveChannel(db: Database, move: ChannelMove, now: Temporal.Instant): Promise<boolean> {
  const { team, from, to } = move
  const old = whereChannel(team, from)
  return db.transaction(async (transaction) => {
    let moved = await moveDigests(transaction, move, instantText(now))
    for (const table of plainTables)
      moved += await changedRows(
        transaction,
        sql`UPDATE ${sql.ref(table)} SET channel_id = ${to} WHERE ${old}`,
      )
    const thread = (channel: string) => `thread ${channel} `
    await sql`UPDATE outbox SET subject = REPLACE(subject, ${thread(from)}, ${thread(to)})
      WHERE team_id = ${team} AND channel_id = ${to} AND kind = ${questionKind}`.execute(transaction)
    moved += await changedRows(
      transaction,
      sql`UPDATE channel_settings SET announce_tasks_in = ${to} WHERE team_id = ${team} AND announce_tasks_in = ${from}`,
    )
    for (const [table, columns] of keyedTables) {
      const others = sql.join(columns.map((column) => sql.ref(column)))
      await sql`INSERT INTO ${sql.ref(table)} (team_id, channel_id, ${others})
        SELECT team_id, ${to}, ${others} FROM ${sql.ref(table)} WHERE ${old}
        ON CONFLICT DO NOTHING`.execute(transaction)
    }
    for (const table of [...keyedTables.map(([name]) => name).toReversed(), 'paces'])
      moved += await changedRows(transaction, sql`DELETE FROM ${sql.ref(table)} WHERE ${old}`)
    if (moved === 0) return false
    const entry = { action: 'channel.move', subject: to, outcome: 'moved', detail: { from, to } }
    const reference = move.reference ?? null
    await recordAudit(transaction, { team, user: null, channel: to, ...entry, reference }, now)
    return true
  })
}

async function moveDigests(transaction: Db, { team, from, to }: ChannelMove, at: string): Promise<number> {
  // To avoid deadlocks, every transaction locks digests by id, and before their rows.
  const { rows: digests } = await sql<Pick<Subscription, 'id' | 'source'>>`
    SELECT id, source FROM subscriptions WHERE ${whereChannel(team, from)}
      ${transaction.shared ? sql`ORDER BY id COLLATE "C" FOR UPDATE` : sql``}`.execute(transaction)
  const { rows: inTarget } = await sql<Pick<Subscription, 'source'>>`
    SELECT source FROM subscriptions WHERE ${whereChannel(team, to)} AND source <> 'user'`.execute(
    transaction,
  )
  let moved = 0
  for (const { id, source } of digests) {
    // Otherwise a process that is composing one of its deliveries would post to the old channel.
    await withdraw(transaction, { team, subject: id }, digestKinds, at, 'all')
    // A channel has at most one `settings` digest.
    const isTaken = inTarget.some((other) => other.source === source)
    const set = isTaken
      ? sql`state = 'deleted', plan_at = NULL, alert_check_at = NULL`
      : sql`channel_id = ${to}`
    moved += await changedRows(
      transaction,
      sql`UPDATE subscriptions SET revision = revision + 1, ${set} WHERE team_id = ${team} AND id = ${id}
        ${isTaken ? sql`AND state <> 'deleted'` : sql``}`,
    )
  }
  return moved
}
