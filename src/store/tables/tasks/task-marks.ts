/** What people enter about their tasks: when one was done, and what they aim at. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../schema.ts'
import { recordAudit } from '../audit.ts'
import { instantText } from '../sql.ts'
import {
  type RecommendationRef,
  readAim,
  type TaskAim,
  type TaskClick,
  type TaskRecord,
  taskColumns,
  taskKeys,
  taskOf,
} from './task-record.ts'

/** Each change is audited in the same transaction. */
export interface TaskMarks {
  /** The task with this id; `null`: not created by Sightline. */
  withId(ref: RecommendationRef, taskId: string): Promise<TaskRecord | null>
  /**
   * Marks the task as done.
   * @param day `YYYY-MM-DD`, the day on which the team finished it
   * @returns `false`: it is already marked, or Sightline didn't create it
   */
  markDone(
    ref: RecommendationRef,
    taskId: string,
    day: string,
    click: TaskClick,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** Marks the task as not done. @returns `false`: it was not marked as done */
  reopen(ref: RecommendationRef, taskId: string, click: TaskClick, now: Temporal.Instant): Promise<boolean>
  /**
   * What the recommendation's tasks aim at, even if there is no task yet. `by`: who corrected it; `null`: it was read from
   * the texts of tasks and briefs.
   * @returns `null`: the aim was not entered, and the texts were not read yet
   */
  aimOf(ref: RecommendationRef): Promise<{ readonly aim: TaskAim; readonly by: string | null } | null>
  /** Stores the aim that was read from the texts, so that they are read only once. An existing aim isn't changed. */
  rememberAim(ref: RecommendationRef, aim: TaskAim, now: Temporal.Instant): Promise<void>
  /**
   * Stores what a person entered as the aim of the recommendation's tasks.
   * @param aim `null`: removes a correction, so that the aim is read from the texts again
   * @returns `false`: nothing changed
   */
  setAim(
    ref: RecommendationRef,
    aim: TaskAim | null,
    click: TaskClick,
    now: Temporal.Instant,
  ): Promise<boolean>
}

export function taskMarks(db: Kysely<Database>): TaskMarks {
  const audit = (
    transaction: Kysely<Database>,
    ref: RecommendationRef,
    change: { readonly action: string; readonly outcome: string; readonly detail: object },
    { by, channel, messageTs, reference }: TaskClick,
    now: Temporal.Instant,
  ) => {
    const { team, organizationId, workspaceId, resultId } = ref
    const detail = { organizationId, workspaceId, message: messageTs, ...change.detail }
    const entry = { team, user: by, channel, subject: resultId, reference, ...change, detail }
    return recordAudit(transaction, entry, now)
  }

  const withId = (ref: RecommendationRef, taskId: string) =>
    db
      .selectFrom('tasks')
      .select(taskColumns)
      .where((eb) => eb.and({ ...taskKeys(ref), state: 'created', task_id: taskId }))
      // The service may return the same task for two requests.
      .orderBy('generation', 'desc')
      .limit(1)

  /** Returns `true` for only one of several concurrent clicks. */
  const change = (
    ref: RecommendationRef,
    taskId: string,
    day: string | null,
    click: TaskClick,
    now: Temporal.Instant,
  ): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('tasks')
        .set({
          done_on: day,
          done_by: click.by,
          outdated_since: instantText(now),
          update_at: null,
        })
        .where((eb) => eb.and({ ...taskKeys(ref), state: 'created', task_id: taskId }))
        .where('done_on', day === null ? 'is not' : 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const outcome = day === null ? 'reopened' : 'done'
      const detail = { task: taskId, ...(day === null ? {} : { day }) }
      await audit(transaction, ref, { action: 'task.done', outcome, detail }, click, now)
      return true
    })

  return {
    async withId(ref, taskId) {
      const row = await withId(ref, taskId).executeTakeFirst()
      return row === undefined ? null : taskOf(row)
    },

    markDone: (ref, taskId, day, click, now) => change(ref, taskId, day, click, now),

    reopen: (ref, taskId, click, now) => change(ref, taskId, null, click, now),

    async aimOf(ref) {
      const row = await db
        .selectFrom('task_aims')
        .select(['aim', 'set_by as by'])
        .where((eb) => eb.and(taskKeys(ref)))
        .executeTakeFirst()
      return row === undefined ? null : { aim: readAim(row.aim), by: row.by || null }
    },

    async rememberAim(ref, aim, now) {
      const values = { ...taskKeys(ref), aim: written(aim), set_by: readFromTexts, set_at: instantText(now) }
      await db
        .insertInto('task_aims')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    setAim: (ref, aim, click, now) =>
      db.transaction().execute(async (transaction) => {
        const changed =
          aim === null
            ? await removed(transaction, ref)
            : await corrected(transaction, ref, aim, click.by, now)
        if (!changed) return false
        const outcome = aim === null ? 'read' : 'corrected'
        await audit(transaction, ref, { action: 'task.aim', outcome, detail: { aim } }, click, now)
        return true
      }),
  }
}

async function removed(transaction: Kysely<Database>, ref: RecommendationRef): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('task_aims')
    .where((eb) => eb.and(taskKeys(ref)))
    .where('set_by', '<>', readFromTexts)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The `set_by` of an aim that was read from the texts. */
const readFromTexts = ''

/** In a fixed order of the fields, so that equal aims give equal text. */
function written({ engines, rival, topics, subreddit }: TaskAim): string {
  return JSON.stringify({ engines, rival, topics, subreddit })
}

/** @returns `false`: the aim was already the same */
async function corrected(
  transaction: Kysely<Database>,
  ref: RecommendationRef,
  aim: TaskAim,
  by: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const set = { aim: written(aim), set_by: by, set_at: instantText(now) }
  const row = await transaction
    .insertInto('task_aims')
    .values({ ...taskKeys(ref), ...set })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'organization_id', 'workspace_id', 'result_id'])
        .doUpdateSet(set)
        .where('task_aims.aim', '<>', sql<string>`excluded.aim`),
    )
    .returning('set_by')
    .executeTakeFirst()
  return row !== undefined
}
