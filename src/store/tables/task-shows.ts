import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { taskKeyColumns, taskKeys } from './task-record.ts'
import type { TaskStore } from './tasks.ts'
import { instantText } from './text.ts'

type TaskShows = Pick<TaskStore, 'unshownSince' | 'shown' | 'showLater' | 'takeUnshown'>

/** Which tasks' states are not in all their messages yet. */
export function taskShows(db: Kysely<Database>, shared: boolean): TaskShows {
  return {
    async unshownSince(ref) {
      const row = await db
        .selectFrom('tasks')
        .select(({ fn }) => fn.max('unshown_since').as('since'))
        .where((eb) => eb.and(taskKeys(ref)))
        .executeTakeFirst()
      return row?.since ?? null
    },

    async shown(ref, since) {
      await db
        .updateTable('tasks')
        .set({ unshown_since: null, show_after: null })
        .where((eb) => eb.and(taskKeys(ref)))
        // What has happened since has its own time, which is later.
        .where('unshown_since', '<=', since)
        .execute()
    },

    async showLater(ref, since, at) {
      await db
        .updateTable('tasks')
        .set({ show_after: instantText(at) })
        .where((eb) => eb.and(taskKeys(ref)))
        .where('unshown_since', '<=', since)
        .execute()
    },

    async takeUnshown(olderThan, now, limit) {
      const rows = await db
        .with('behind', (query) =>
          query
            .selectFrom('tasks')
            .select(taskKeyColumns)
            .where('unshown_since', '<', instantText(olderThan))
            .where((eb) => eb.or([eb('show_after', 'is', null), eb('show_after', '<=', instantText(now))]))
            .orderBy('unshown_since')
            .limit(limit)
            .$if(shared, (due) => due.forUpdate().skipLocked()),
        )
        .updateTable('tasks')
        .set({ unshown_since: instantText(now), show_after: null })
        .where((eb) =>
          eb(
            eb.refTuple('team_id', 'organization_id', 'workspace_id', 'result_id', 'generation'),
            'in',
            eb
              .selectFrom('behind')
              .select(taskKeyColumns)
              .$asTuple('team_id', 'organization_id', 'workspace_id', 'result_id', 'generation'),
          ),
        )
        .returning([
          'team_id as team',
          'organization_id as organizationId',
          'workspace_id as workspaceId',
          'result_id as resultId',
        ])
        .execute()
      return [...new Map(rows.map((ref) => [JSON.stringify(taskKeys(ref)), ref])).values()]
    },
  }
}
