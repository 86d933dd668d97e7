import type { Kysely } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { taskColumns, taskKeys } from './task-record.ts'
import type { TaskStore } from './tasks.ts'

type TaskLists = Pick<TaskStore, 'latest' | 'createdIds' | 'ofChannel' | 'countsOfChannel'>

/** What is read of tasks. */
export function taskLists(db: Kysely<Database>): TaskLists {
  const ofChannel = (team: string, channel: string) =>
    db
      .selectFrom('tasks')
      .where('team_id', '=', team)
      .where('channel_id', '=', channel)
      .where('state', '<>', 'released')
  const newestFirst = prepared(db, ['team', 'organizationId', 'workspaceId', 'resultId'], (ref) =>
    db
      .selectFrom('tasks')
      .select(taskColumns)
      .where((eb) => eb.and(taskKeys(ref)))
      .orderBy('generation', 'desc'),
  )
  return {
    async latest({ team, organizationId, workspaceId, resultId }) {
      const rows = await newestFirst({ team, organizationId, workspaceId, resultId })
      // A refused further task leaves the one before it as the newest.
      return rows.find(({ state }) => state !== 'released') ?? rows[0] ?? null
    },

    async createdIds(ref) {
      const rows = await db
        .selectFrom('tasks')
        .select('task_id as id')
        .where((eb) => eb.and(taskKeys(ref)))
        .orderBy('generation')
        .execute()
      return rows.flatMap(({ id }) => id ?? [])
    },

    ofChannel: (team, channel, { limit, offset }) =>
      ofChannel(team, channel)
        .select(taskColumns)
        .orderBy('started_at', 'desc')
        .orderBy('result_id')
        .orderBy('generation', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),

    async countsOfChannel(team, channel) {
      const rows = await ofChannel(team, channel)
        .select(({ fn }) => ['state', fn.countAll<number | string>().as('count')])
        .groupBy('state')
        .execute()
      // PostgreSQL counts in 64 bits, which its driver hands over as text.
      const count = (wanted: string) => Number(rows.find(({ state }) => state === wanted)?.count ?? 0)
      return { creating: count('creating'), created: count('created'), unknown: count('unknown') }
    },
  }
}
