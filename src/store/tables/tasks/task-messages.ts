import { type Kysely, sql } from 'kysely'
import type { Database } from '../../schema.ts'
import { instantText, rowsOf, teamIsConnected } from '../sql.ts'
import { type RecommendationRef, recommendation, taskKeyColumns } from './task-record.ts'

/** Which recommendations' messages don't show the state of their task yet. @param shared see `taskStore` */
export function taskMessages(db: Kysely<Database>, shared: boolean) {
  const outdated = (ref: RecommendationRef, since: string) =>
    sql`${recommendation(ref)} AND outdated_since <= ${since}`
  return {
    /** Since when the messages are outdated; `null`: they aren't. */
    async outdatedSince(ref: RecommendationRef): Promise<string | null> {
      const latest = sql`SELECT MAX(outdated_since) AS since FROM tasks WHERE ${recommendation(ref)}`
      const [row] = await rowsOf<{ since: string | null }>(db, latest)
      return row?.since ?? null
    },
    /** @param since from `outdatedSince`, before the messages were updated */
    async markUpToDate(ref: RecommendationRef, since: string): Promise<void> {
      await sql`UPDATE tasks SET outdated_since = NULL, update_at = NULL
        WHERE ${outdated(ref, since)}`.execute(db)
    },
    /** Slack refuses to update them for now. */
    async postponeUpdate(ref: RecommendationRef, since: string, at: Temporal.Instant): Promise<void> {
      await sql`UPDATE tasks SET update_at = ${instantText(at)} WHERE ${outdated(ref, since)}`.execute(db)
    },
    /** Recommendations whose messages are outdated since before `olderThan`. Each is returned to one caller. */
    async takeOutdated(
      olderThan: Temporal.Instant,
      now: Temporal.Instant,
      limit: number,
    ): Promise<readonly RecommendationRef[]> {
      const { rows } = await sql<RecommendationRef>`
        WITH outdated AS (SELECT ${taskKeyColumns} FROM tasks
          WHERE outdated_since < ${instantText(olderThan)} AND (update_at IS NULL OR update_at <= ${instantText(now)})
            AND ${teamIsConnected('tasks')}
          ORDER BY outdated_since LIMIT ${limit} ${shared ? sql`FOR UPDATE SKIP LOCKED` : sql``})
        UPDATE tasks SET outdated_since = ${instantText(now)}, update_at = NULL
        WHERE (${taskKeyColumns}) IN (SELECT ${taskKeyColumns} FROM outdated)
        RETURNING team_id AS team, organization_id AS "organizationId", workspace_id AS "workspaceId",
          result_id AS "resultId"`.execute(db)
      return [...new Map(rows.map((ref) => [JSON.stringify(Object.values(ref)), ref])).values()]
    },
  }
}
