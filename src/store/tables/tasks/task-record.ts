/** The records of a recommendation's tasks, and of the attempts to create one. */
import { z } from 'zod'
import type { TaskReason } from '../../reason.ts'
import { type Db, rowsOf, type Sql, sql } from '../sql.ts'

export interface RecommendationRef {
  readonly team: string
  readonly organizationId: string
  readonly workspaceId: string
  readonly resultId: string
}

/**
 * A task, or the attempt to create one.
 * - `creating`: one caller has claimed it, and may have sent the request.
 * - `created`: the service created it; final.
 * - `unknown`: the service may have created it. Only "Create anyway" claims it again.
 * - `released`: the service refused; it can be claimed again.
 */
export interface TaskRecord extends RecommendationRef {
  /** Number of this task among the recommendation's tasks, from 1. */
  readonly generation: number
  readonly state: 'creating' | 'created' | 'unknown' | 'released'
  readonly attempt: number
  readonly taskId: string | null
  readonly name: string | null
  readonly description: string | null
  /** Slack user id of the person who clicked. */
  readonly createdBy: string
  /** The channel in which the person clicked. */
  readonly channel: string
  readonly messageTs: string | null
  /** ISO 8601 instants. */
  readonly startedAt: string
  readonly finishedAt: string | null
  /** Why it is `released` or `unknown`. */
  readonly reason: TaskReason | null
  /** Users quote it, so that the attempt can be found in the log and the audit. */
  readonly reference: string | null
  /** Who made the first attempt that may have created the task, and when. "Create anyway" may have followed it. */
  readonly openBy: string
  readonly openSince: string
  /** Slack user id of the person who found the task of an unknown attempt. */
  readonly confirmedBy: string | null
  /** `YYYY-MM-DD`: the day on which the team finished it, as a user entered it. Shown only for the newest created task. */
  readonly doneOn: string | null
  /** Who entered it; if `doneOn` is `null`, who reopened the task. */
  readonly doneBy: string | null
  /** The same for all tasks of a recommendation. `null`: the texts were not read yet. */
  readonly aim: TaskAim | null
  /** Who corrected the aim; `null`: it was read from the texts. */
  readonly aimBy: string | null
}

/** What a task is meant to improve. Empty or `null`: no restriction. */
export interface TaskAim {
  readonly engines: readonly string[]
  readonly rival: string | null
  readonly topics: readonly string[]
  readonly subreddit: string | null
}

/** What a click requests. It loses if the task is no longer in the state that the button was drawn for. */
export type TaskRequest =
  /** The first task. */
  | { readonly kind: 'first' }
  /** "Create anyway", after an unknown attempt. */
  | { readonly kind: 'anyway' }
  /** "Create another", while the newest task has this id. */
  | { readonly kind: 'another'; readonly besides: string }

/** A click that changes a task. */
export interface TaskClick {
  /** Slack user id. */
  readonly by: string
  readonly channel: string
  readonly messageTs: string | null
  readonly reference: string | null
}

export interface TaskClaimRequest extends TaskClick {
  readonly now: Temporal.Instant
  readonly input: TaskRequest
}

export type TaskClaimResult =
  | { readonly won: true; readonly generation: number; readonly attempt: number }
  | { readonly won: false; readonly task: TaskRecord }

const aimOfTask = `FROM task_aims WHERE task_aims.team_id = tasks.team_id
  AND task_aims.organization_id = tasks.organization_id AND task_aims.workspace_id = tasks.workspace_id
  AND task_aims.result_id = tasks.result_id`
const columns = sql.raw(`team_id AS team, organization_id AS "organizationId", workspace_id AS "workspaceId",
  result_id AS "resultId", generation, state, attempt, task_id AS "taskId", name, description,
  created_by AS "createdBy", channel_id AS channel, message_ts AS "messageTs", started_at AS "startedAt",
  finished_at AS "finishedAt", reason, reference, open_by AS "openBy",
  open_since AS "openSince", confirmed_by AS "confirmedBy", done_on AS "doneOn", done_by AS "doneBy",
  (SELECT aim ${aimOfTask}) AS aim, (SELECT set_by ${aimOfTask}) AS "aimBy"`)

type TaskRow = Omit<TaskRecord, 'aim'> & { readonly aim: string | null }

/** Tasks that a statement reads, or returns from a change. */
async function tasksOf(db: Db, statement: Sql): Promise<readonly TaskRecord[]> {
  const rows = await rowsOf<TaskRow>(db, statement)
  return rows.map(({ aim, ...row }) => ({ ...row, aim: aim === null ? null : readAim(aim) }))
}

export const selectTasks = (db: Db, where: Sql) =>
  tasksOf(db, sql`SELECT ${columns} FROM tasks WHERE ${where}`)
export const changeTasks = (db: Db, update: Sql) => tasksOf(db, sql`${update} RETURNING ${columns}`)

export const storedAim = z.object({
  engines: z.array(z.string()),
  rival: z.string().nullable(),
  topics: z.array(z.string()),
  subreddit: z.string().nullable(),
})

export const readAim = (text: string): TaskAim => storedAim.parse(JSON.parse(text))

export const taskKeyColumns = sql.raw('team_id, organization_id, workspace_id, result_id, generation')

/** The tasks of a recommendation, or its aim. */
export const recommendation = ({ team, organizationId, workspaceId, resultId }: RecommendationRef) =>
  sql`team_id = ${team} AND organization_id = ${organizationId} AND workspace_id = ${workspaceId}
    AND result_id = ${resultId}`
export const refValues = ({ team, organizationId, workspaceId, resultId }: RecommendationRef) =>
  sql`${team}, ${organizationId}, ${workspaceId}, ${resultId}`
