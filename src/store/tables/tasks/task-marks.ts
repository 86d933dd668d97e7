import { recordAudit } from '../audit.ts'
import { changes, type Database, type Db, instantText, rowsOf, sql } from '../sql.ts'
import {
  type RecommendationRef,
  readAim,
  recommendation,
  refValues,
  selectTasks,
  type TaskAim,
  type TaskClick,
  type TaskRecord,
} from './task-record.ts'

/** What people enter about a task: the day it was done, and a corrected aim. Changes are audited in the same transaction. */
export function taskMarks(db: Database) {
  const audited = (
    ref: RecommendationRef,
    { by, channel, messageTs, reference }: TaskClick,
    now: Temporal.Instant,
    entry: { readonly action: string; readonly outcome: string; readonly detail: object },
    change: (transaction: Db) => Promise<boolean>,
  ): Promise<boolean> =>
    db.transaction(async (transaction) => {
      if (!(await change(transaction))) return false
      const { team, organizationId, workspaceId, resultId: subject } = ref
      const detail = { organizationId, workspaceId, message: messageTs, ...entry.detail }
      await recordAudit(transaction, { team, user: by, channel, subject, reference, ...entry, detail }, now)
      return true
    })
  const setDone = (
    ref: RecommendationRef,
    taskId: string,
    day: string | null,
    click: TaskClick,
    now: Temporal.Instant,
  ) => {
    const detail = { task: taskId, ...(day === null ? {} : { day }) }
    const entry = { action: 'task.done', outcome: day === null ? 'reopened' : 'done', detail }
    return audited(ref, click, now, entry, (transaction) =>
      changes(
        transaction,
        sql`UPDATE tasks SET done_on = ${day}, done_by = ${click.by}, outdated_since = ${instantText(now)},
          update_at = NULL WHERE ${recommendation(ref)} AND state = 'created' AND task_id = ${taskId}
          AND done_on IS ${day === null ? sql`NOT NULL` : sql`NULL`}`,
      ),
    )
  }
  return {
    /** The service may return the same task for two requests: the newest one. */
    async withId(ref: RecommendationRef, taskId: string): Promise<TaskRecord | null> {
      const created = sql`${recommendation(ref)} AND state = 'created' AND task_id = ${taskId}`
      return (await selectTasks(db, sql`${created} ORDER BY generation DESC LIMIT 1`))[0] ?? null
    },
    /** @param day `YYYY-MM-DD`. @returns whether it was not done yet */
    markDone: (
      ref: RecommendationRef,
      taskId: string,
      day: string,
      click: TaskClick,
      now: Temporal.Instant,
    ) => setDone(ref, taskId, day, click, now),
    /** @returns whether it was done */
    reopen: (ref: RecommendationRef, taskId: string, click: TaskClick, now: Temporal.Instant) =>
      setDone(ref, taskId, null, click, now),
    /** `by`: who corrected it; `null`: it was read from the texts. */
    async aimOf(
      ref: RecommendationRef,
    ): Promise<{ readonly aim: TaskAim; readonly by: string | null } | null> {
      const stored = sql`SELECT aim, set_by AS by FROM task_aims WHERE ${recommendation(ref)}`
      const [row] = await rowsOf<{ aim: string; by: string | null }>(db, stored)
      return row === undefined ? null : { aim: readAim(row.aim), by: row.by }
    },
    /** Stores the aim that was read from the texts, unless there is one. */
    async rememberAim(ref: RecommendationRef, aim: TaskAim, now: Temporal.Instant): Promise<void> {
      await sql`${insertAim(ref, aim, null, now)} ON CONFLICT DO NOTHING`.execute(db)
    },
    /** @param aim `null`: read from the texts again. @returns whether that is a change */
    setAim: (ref: RecommendationRef, aim: TaskAim | null, click: TaskClick, now: Temporal.Instant) =>
      audited(
        ref,
        click,
        now,
        { action: 'task.aim', outcome: aim === null ? 'read' : 'corrected', detail: { aim } },
        (transaction) =>
          changes(
            transaction,
            aim === null
              ? sql`DELETE FROM task_aims WHERE ${recommendation(ref)} AND set_by IS NOT NULL`
              : sql`${insertAim(ref, aim, click.by, now)}
                ON CONFLICT (team_id, organization_id, workspace_id, result_id) DO UPDATE
                  SET aim = excluded.aim, set_by = excluded.set_by, set_at = excluded.set_at
                  WHERE task_aims.aim <> excluded.aim`,
          ),
      ),
  }
}

const insertAim = (
  ref: RecommendationRef,
  { engines, rival, topics, subreddit }: TaskAim,
  by: string | null,
  now: Temporal.Instant,
) =>
  sql`INSERT INTO task_aims (team_id, organization_id, workspace_id, result_id, aim, set_by, set_at)
    VALUES (${refValues(ref)}, ${JSON.stringify({ engines, rival, topics, subreddit })}, ${by}, ${instantText(now)})`
