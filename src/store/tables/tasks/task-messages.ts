import type { Kysely } from 'kysely'
import type { Database } from '../../schema.ts'
import { instantText, keyIn, teamIsConnected } from '../sql.ts'
import { type RecommendationRef, taskKeyColumns, taskKeys } from './task-record.ts'

/** Messages that don't show the state of a recommendation's tasks yet. Each change of that state makes them outdated. */
export interface TaskMessages {
  /** When the recommendation's messages last became out of date; `null`: they are up to date. */
  outdatedSince(ref: RecommendationRef): Promise<string | null>
  /** All messages now show the state as of `since`, which `outdatedSince` returned. */
  markUpToDate(ref: RecommendationRef, since: string): Promise<void>
  /** Some messages can't be updated now. `takeOutdated` returns the recommendation at `at`, or after the next change. */
  postponeUpdate(ref: RecommendationRef, since: string, at: Temporal.Instant): Promise<void>
  /**
   * Up to `limit` recommendations whose messages are out of date since before `olderThan`, oldest first. Each is returned
   * to one caller, and then counts as out of date since `now`.
   */
  takeOutdated(
    olderThan: Temporal.Instant,
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly RecommendationRef[]>
}

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function taskMessages(db: Kysely<Database>, shared: boolean): TaskMessages {
  /** Updates the recommendation's rows that changed at `since` or earlier. A later change stays out of date. */
  const outdated = (ref: RecommendationRef, since: string) =>
    db
      .updateTable('tasks')
      .where((eb) => eb.and(taskKeys(ref)))
      .where('unshown_since', '<=', since)

  return {
    async outdatedSince(ref) {
      const row = await db
        .selectFrom('tasks')
        .select(({ fn }) => fn.max('unshown_since').as('since'))
        .where((eb) => eb.and(taskKeys(ref)))
        .executeTakeFirst()
      return row?.since ?? null
    },

    async markUpToDate(ref, since) {
      await outdated(ref, since).set({ unshown_since: null, show_after: null }).execute()
    },

    async postponeUpdate(ref, since, at) {
      await outdated(ref, since)
        .set({ show_after: instantText(at) })
        .execute()
    },

    async takeOutdated(olderThan, now, limit) {
      const rows = await db
        .with('unshown', (query) =>
          query
            .selectFrom('tasks')
            .select(taskKeyColumns)
            .where('unshown_since', '<', instantText(olderThan))
            .where((eb) => eb.or([eb('show_after', 'is', null), eb('show_after', '<=', instantText(now))]))
            .where(teamIsConnected('tasks'))
            .orderBy('unshown_since')
            .limit(limit)
            .$if(shared, (rows) => rows.forUpdate().skipLocked()),
        )
        .updateTable('tasks')
        .set({ unshown_since: instantText(now), show_after: null })
        .where(keyIn(taskKeyColumns, 'unshown'))
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
