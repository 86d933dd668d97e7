import type { Kysely } from 'kysely'
import type { Database } from '../../schema.ts'
import { instantText, keyIn } from '../sql.ts'
import { type RecommendationRef, taskKeyColumns, taskKeys } from './task-record.ts'

/** Messages that don't show the state of a recommendation's tasks yet. Every end of an attempt makes them out of date. */
export interface TaskMessages {
  /** Since when the recommendation's messages are out of date; `null`: they are not. */
  unshownSince(ref: RecommendationRef): Promise<string | null>
  /** All messages show the state of `since`, as `unshownSince` returned it. */
  shown(ref: RecommendationRef, since: string): Promise<void>
  /** Some messages can't be updated now: `takeUnshown` returns it from `at` on, or after the next change. */
  showLater(ref: RecommendationRef, since: string, at: Temporal.Instant): Promise<void>
  /**
   * Up to `limit` recommendations with messages out of date since before `olderThan`, oldest first. Each is returned to
   * one caller, and postponed to `now`.
   */
  takeUnshown(
    olderThan: Temporal.Instant,
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly RecommendationRef[]>
}

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function taskMessages(db: Kysely<Database>, shared: boolean): TaskMessages {
  /** Update of the recommendation's rows that changed up to `since`; a later change has a later time. */
  const unshown = (ref: RecommendationRef, since: string) =>
    db
      .updateTable('tasks')
      .where((eb) => eb.and(taskKeys(ref)))
      .where('unshown_since', '<=', since)

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
      await unshown(ref, since).set({ unshown_since: null, show_after: null }).execute()
    },

    async showLater(ref, since, at) {
      await unshown(ref, since)
        .set({ show_after: instantText(at) })
        .execute()
    },

    async takeUnshown(olderThan, now, limit) {
      const rows = await db
        .with('unshown', (query) =>
          query
            .selectFrom('tasks')
            .select(taskKeyColumns)
            .where('unshown_since', '<', instantText(olderThan))
            .where((eb) => eb.or([eb('show_after', 'is', null), eb('show_after', '<=', instantText(now))]))
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
