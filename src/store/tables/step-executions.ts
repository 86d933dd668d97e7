import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText, teamIsConnected } from './sql.ts'

/** The result of a workflow step: its outputs, or a sentence for the person who runs the workflow. */
export type StepResult =
  | { readonly ok: true; readonly outputs: Readonly<Record<string, string | number | boolean>> }
  | { readonly ok: false; readonly sentence: string }

/** An execution of a workflow step that a caller has started. */
export interface StepExecution {
  /** `null`: not finished. */
  readonly result: StepResult | null
  /** ISO 8601 instant. */
  readonly startedAt: string
}

/** An execution whose result Slack doesn't know. `result` is `null` if it didn't finish. */
interface UnreportedExecution extends Pick<StepExecution, 'result'> {
  readonly team: string
  readonly id: string
}

/** Executions of workflow steps by Slack's ids, so that a step that Slack delivers twice takes effect only once. */
export interface StepExecutionStore {
  /** @returns `null` for the first caller, which must run it; for the others, its state */
  begin(team: string, id: string, now: Temporal.Instant): Promise<StepExecution | null>
  /** Stores the result. If there already is one, it is kept. */
  end(team: string, id: string, result: StepResult): Promise<void>
  /** Slack accepted the result, or rejected it for good. */
  markReported(team: string, id: string, now: Temporal.Instant): Promise<void>
  /** Unreported executions that started at `since` or earlier, oldest first. Only connected workspaces. */
  unreported(since: Temporal.Instant, limit: number): Promise<readonly UnreportedExecution[]>
}

export function stepExecutionStore(db: Kysely<Database>): StepExecutionStore {
  return {
    async begin(team, id, now) {
      const begun = await db
        .insertInto('step_executions')
        .values({ team_id: team, id, result: null, started_at: instantText(now), told_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (begun !== undefined) return null
      const row = await db
        .selectFrom('step_executions')
        .select(['result', 'started_at as startedAt'])
        .where('team_id', '=', team)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { ...row, result: resultOf(row.result) }
    },

    async end(team, id, result) {
      await db
        .updateTable('step_executions')
        .set({ result: JSON.stringify(result) })
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('result', 'is', null)
        .execute()
    },

    async markReported(team, id, now) {
      await db
        .updateTable('step_executions')
        .set({ told_at: instantText(now) })
        .where('team_id', '=', team)
        .where('id', '=', id)
        .execute()
    },

    async unreported(since, limit) {
      const rows = await db
        .selectFrom('step_executions')
        .select(['team_id as team', 'id', 'result'])
        .where('told_at', 'is', null)
        .where('started_at', '<=', instantText(since))
        .where(teamIsConnected('step_executions'))
        .orderBy('started_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, result: resultOf(row.result) }))
    },
  }
}

function resultOf(json: string | null): StepResult | null {
  return json === null ? null : JSON.parse(json)
}
