/** The records of a recommendation's tasks, and of the attempts to create one. */
import { sql } from 'kysely'
import type { TaskReason } from '../../reason.ts'

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
  /** When a digest's owner was asked about it; `null`: not yet. */
  readonly askedAt: string | null
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

export interface TaskClaimRequest {
  /** Slack user id. */
  readonly by: string
  readonly channel: string
  readonly messageTs: string | null
  readonly now: Temporal.Instant
  readonly input: TaskRequest
  readonly reference: string
}

/** A click that changes a task. */
export interface TaskClick {
  /** Slack user id. */
  readonly by: string
  readonly channel: string
  readonly messageTs: string | null
  readonly reference: string | null
}

export type TaskClaimResult =
  | { readonly won: true; readonly generation: number; readonly attempt: number }
  | { readonly won: false; readonly task: TaskRecord }

export const taskColumns = [
  'team_id as team',
  'organization_id as organizationId',
  'workspace_id as workspaceId',
  'result_id as resultId',
  'generation',
  'state',
  'attempt',
  'task_id as taskId',
  'name',
  'description',
  'created_by as createdBy',
  'channel_id as channel',
  'message_ts as messageTs',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'reason',
  'reference',
  // Rows from schema 1 don't have these.
  sql<string>`COALESCE(open_by, created_by)`.as('openBy'),
  sql<string>`COALESCE(open_since, started_at)`.as('openSince'),
  'confirmed_by as confirmedBy',
  'done_on as doneOn',
  'done_by as doneBy',
  'asked_at as askedAt',
  aimColumn('aim').as('aim'),
  aimColumn('set_by').as('aimBy'),
] as const

function aimColumn(column: 'aim' | 'set_by') {
  return sql<string | null>`(SELECT ${sql.ref(`task_aims.${column}`)} FROM task_aims
    WHERE task_aims.team_id = tasks.team_id AND task_aims.organization_id = tasks.organization_id
    AND task_aims.workspace_id = tasks.workspace_id AND task_aims.result_id = tasks.result_id)`
}

/** A row of `taskColumns`. */
export type TaskRow = Omit<TaskRecord, 'aim'> & { readonly aim: string | null }

export const taskOf = ({ aim, aimBy, ...row }: TaskRow): TaskRecord => ({
  ...row,
  aim: aim === null ? null : readAim(aim),
  aimBy: aimBy || null,
})

/** Checked although we wrote it. A part that can't be read doesn't restrict anything. */
export function readAim(text: string): TaskAim {
  const { engines, rival, topics, subreddit }: Readonly<Record<string, unknown>> = JSON.parse(text)
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    engines: texts(engines),
    rival: textOf(rival),
    topics: texts(topics),
    subreddit: textOf(subreddit),
  }
}

export const taskKeyColumns = [
  'team_id',
  'organization_id',
  'workspace_id',
  'result_id',
  'generation',
] as const

export const taskKeys = (ref: RecommendationRef) => ({
  team_id: ref.team,
  organization_id: ref.organizationId,
  workspace_id: ref.workspaceId,
  result_id: ref.resultId,
})
