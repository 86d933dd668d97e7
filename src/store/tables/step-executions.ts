import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** How an execution of a workflow step ended: with its outputs, or with a sentence for who runs the workflow. */
export type StepResult =
  | { readonly ok: true; readonly outputs: Readonly<Record<string, string | number | boolean>> }
  | { readonly ok: false; readonly sentence: string }

/** An execution of a workflow step that a caller has begun. */
export interface StepExecution {
  /** `null`: not ended. */
  readonly result: StepResult | null
  /** ISO 8601 instant. */
  readonly startedAt: string
}

/** Executions of workflow steps by Slack's ids, so that one that is delivered again has its effect only once. */
export interface StepExecutionStore {
  /** @returns `null` for the first of all callers, which runs it; what became of it for the others */
  begin(team: string, id: string, now: Temporal.Instant): Promise<StepExecution | null>
  /** Of several results the first stays. */
  end(team: string, id: string, result: StepResult): Promise<void>
}

export function stepExecutionStore(db: Kysely<Database>): StepExecutionStore {
  return {
    async begin(team, id, now) {
      const begun = await db
        .insertInto('step_executions')
        .values({ team_id: team, id, result: null, started_at: instantText(now) })
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
      return { ...row, result: row.result === null ? null : JSON.parse(row.result) }
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
  }
}
