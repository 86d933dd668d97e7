/** What is kept of a recommendation's tasks, and what a click asks for. */
import { sql } from 'kysely'
import type { TaskReason } from '../reason.ts'

export interface RecommendationRef {
  readonly team: string
  readonly organizationId: string
  readonly workspaceId: string
  readonly resultId: string
}

/**
 * A task, or the attempt to create one.
 * - `creating`: one caller has it and its request may have left.
 * - `created`: the service has it; final.
 * - `unknown`: nobody knows whether the service has it. Claimed again only deliberately.
 * - `released`: the service clearly refused; free to be claimed.
 */
export interface TaskRecord extends RecommendationRef {
  /** 1 for the first task of the recommendation; a deliberate further one counts up. */
  readonly generation: number
  readonly state: 'creating' | 'created' | 'unknown' | 'released'
  readonly attempt: number
  readonly taskId: string | null
  readonly name: string | null
  readonly description: string | null
  /** Slack user id of who clicked. */
  readonly createdBy: string
  /** Where they clicked. */
  readonly channel: string
  readonly messageTs: string | null
  /** ISO 8601 instants. */
  readonly startedAt: string
  readonly finishedAt: string | null
  /** Why it is `released` or `unknown`. */
  readonly reason: TaskReason | null
  /** What a person quotes to find the attempt in the log and the audit. */
  readonly reference: string | null
  /** Of the first attempt whose outcome is still open: a deliberate second one may follow an unknown one. */
  readonly openBy: string
  readonly openSince: string
  /** Slack user id of who found the task after its creation's outcome was unknown. */
  readonly confirmedBy: string | null
}

/** What a click asks for. Anything else than what it saw when it was drawn makes it lose. */
export type TaskRequest =
  /** The recommendation's task. */
  | { readonly kind: 'first' }
  /** "Create anyway": over an attempt whose outcome is unknown. */
  | { readonly kind: 'anyway' }
  /** A further task, beside the newest one, which has this id. */
  | { readonly kind: 'another'; readonly besides: string }

export interface TaskClaimRequest {
  /** Slack user id. */
  readonly by: string
  readonly channel: string
  readonly messageTs: string | null
  readonly now: Temporal.Instant
  readonly input: TaskRequest
  /** Of this attempt. */
  readonly reference: string
}

/** A person's click that settles an attempt of somebody. */
export interface TaskConfirmation {
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
  // Rows of an older schema have no open attempt of their own.
  sql<string>`COALESCE(open_by, created_by)`.as('openBy'),
  sql<string>`COALESCE(open_since, started_at)`.as('openSince'),
  'confirmed_by as confirmedBy',
] as const

/** What a row is found by. */
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
