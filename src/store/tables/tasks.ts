import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { taskClaims } from './task-claims.ts'
import { taskLists } from './task-lists.ts'
import type {
  RecommendationRef,
  TaskClaimRequest,
  TaskClaimResult,
  TaskConfirmation,
  TaskRecord,
} from './task-record.ts'
import { taskShows } from './task-shows.ts'

export type {
  RecommendationRef,
  TaskClaimRequest,
  TaskClaimResult,
  TaskRecord,
  TaskRequest,
} from './task-record.ts'

/** How many tasks of a channel are in each state; refused ones are not counted. */
export type TaskCounts = Readonly<Record<'creating' | 'created' | 'unknown', number>>

/**
 * Methods that finish a claim answer `false` when `attempt` is void: someone has claimed it since, or it is final.
 * How an attempt ended is written into the audit with it, in one transaction, so that no crash leaves one out.
 */
export interface TaskStore {
  /**
   * One caller wins and may send the one request; all others get the newest record, and are audited as `taken`.
   * Committed when it answers.
   */
  claim(ref: RecommendationRef, request: TaskClaimRequest): Promise<TaskClaimResult>
  /** `creating` → `created`; also from `unknown`, when the service's answer comes late. */
  created(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    task: { readonly taskId: string; readonly name: string; readonly description: string },
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `creating` → `unknown`: time-out, reset, or an answer that cannot be read. */
  unknown(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    reason: string,
    now: Temporal.Instant,
  ): Promise<boolean>
  /**
   * `creating` → `released`: the service clearly refused. Also from `unknown`, when its answer comes late. Where the
   * attempt was made over an unknown one, that one is still unknown: the task becomes `unknown` again.
   */
  release(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    reason: string,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `unknown` → `created`, because a person has found the task. Audited as theirs. */
  confirmed(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    task: { readonly taskId: string; readonly name: string },
    click: TaskConfirmation,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** Up to `limit` claims made before `olderThan` that are still `creating` become `unknown`: their process died. */
  expireCreating(
    olderThan: Temporal.Instant,
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly TaskRecord[]>
  /** The newest generation that was not refused, else the refused first one; `null`: nobody ever tried. */
  latest(ref: RecommendationRef): Promise<TaskRecord | null>
  /** Ids of all tasks that are known to have been created for the recommendation from Slack. */
  createdIds(ref: RecommendationRef): Promise<readonly string[]>
  /** What was created, or is being created, from a channel's messages; the newest first, without refused ones. */
  ofChannel(
    team: string,
    channel: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly TaskRecord[]>
  /** Of the same tasks as `ofChannel`. */
  countsOfChannel(team: string, channel: string): Promise<TaskCounts>
  /**
   * Since when a state of the recommendation's tasks is not in all its messages; `null`: they are up to date. Set
   * whenever an attempt ends.
   */
  unshownSince(ref: RecommendationRef): Promise<string | null>
  /** All messages say what was known at `since`, as `unshownSince` has told it. */
  shown(ref: RecommendationRef, since: string): Promise<void>
  /** Some messages can't say it as things are: `takeUnshown` hands it out from `at` on, or once something new has happened. */
  showLater(ref: RecommendationRef, since: string, at: Temporal.Instant): Promise<void>
  /**
   * Up to `limit` recommendations whose messages lag behind since before `olderThan`, the longest first: each is handed
   * to one caller, and put off to `now`.
   */
  takeUnshown(
    olderThan: Temporal.Instant,
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly RecommendationRef[]>
}

/** @param shared whether other processes may be at the same rows: those that they hold are passed by */
export function taskStore(db: Kysely<Database>, shared: boolean): TaskStore {
  return { ...taskClaims(db, shared), ...taskLists(db), ...taskShows(db, shared) }
}
