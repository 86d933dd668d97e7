import { type Kysely, sql } from 'kysely'
import { StoreError } from './errors.ts'
import type { Database } from './schema.ts'
import { instantText } from './text.ts'

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
  readonly reason: string | null
}

/** What a click asks for. Anything else than what it saw when it was drawn makes it lose. */
export type TaskWish =
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
  readonly wish: TaskWish
}

export type TaskClaimResult =
  | { readonly won: true; readonly generation: number; readonly attempt: number }
  | { readonly won: false; readonly task: TaskRecord }

/** Methods that finish a claim answer `false` when `attempt` is void: someone has claimed it since, or it is final. */
export interface TaskStore {
  /** One caller wins and may send the one request; all others get the newest record. Committed when it answers. */
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
  /** Claims made before `olderThan` that are still `creating` become `unknown`: their process died. */
  expireCreating(olderThan: Temporal.Instant, now: Temporal.Instant): Promise<readonly TaskRecord[]>
  /** The newest generation that was not refused, else the refused first one; `null`: nobody ever tried. */
  latest(ref: RecommendationRef): Promise<TaskRecord | null>
  /** What was created, or is being created, from a channel's messages; the newest first, without refused ones. */
  ofChannel(
    team: string,
    channel: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly TaskRecord[]>
}

const columns = [
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
] as const

const keys = (ref: RecommendationRef) => ({
  team_id: ref.team,
  organization_id: ref.organizationId,
  workspace_id: ref.workspaceId,
  result_id: ref.resultId,
})

/** The generation that a wish is for; `null`: what it saw is no longer so. */
function wantedGeneration(wish: TaskWish, latest: TaskRecord | null): number | null {
  if (latest === null || wish.kind === 'first') return 1
  if (wish.kind === 'anyway') return latest.generation
  return latest.state === 'created' && latest.taskId === wish.besides ? latest.generation + 1 : null
}

export function taskStore(db: Kysely<Database>): TaskStore {
  async function latest(ref: RecommendationRef): Promise<TaskRecord | null> {
    const row = await db
      .selectFrom('tasks')
      .select(columns)
      .where((eb) => eb.and(keys(ref)))
      // A refused further task leaves the one before it as the newest.
      .orderBy(sql`CASE WHEN state = 'released' THEN 1 ELSE 0 END`)
      .orderBy('generation', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  }

  /** The row that a claim may still change, if it is in one of these states. */
  const held = (
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    states: readonly TaskRecord['state'][],
  ) =>
    db
      .updateTable('tasks')
      .where((eb) => eb.and({ ...keys(ref), generation, attempt }))
      .where('state', 'in', states)
      .returning('attempt')

  return {
    async claim(ref, { by, channel, messageTs, now, wish }) {
      const before = await latest(ref)
      const generation = wantedGeneration(wish, before)
      if (generation !== null) {
        const started = {
          state: 'creating',
          created_by: by,
          channel_id: channel,
          message_ts: messageTs,
          started_at: instantText(now),
        } as const
        const won = await db
          .insertInto('tasks')
          .values({ ...keys(ref), generation, attempt: 1, earlier_unknown: 0, ...started })
          .onConflict((conflict) =>
            conflict
              .columns(['team_id', 'organization_id', 'workspace_id', 'result_id', 'generation'])
              .doUpdateSet((eb) => ({
                ...started,
                attempt: eb('tasks.attempt', '+', 1),
                earlier_unknown: sql<0 | 1>`CASE WHEN tasks.state = 'unknown' THEN 1 ELSE 0 END`,
                finished_at: null,
                reason: null,
              }))
              .where('tasks.state', 'in', wish.kind === 'anyway' ? ['released', 'unknown'] : ['released']),
          )
          .returning(['generation', 'attempt'])
          .executeTakeFirst()
        if (won !== undefined) return { won: true, ...won }
      }
      const task = (await latest(ref)) ?? before
      // Rows are never deleted, so a lost claim has lost to something that can be read.
      if (task === null) throw new StoreError('failed', 'A task was claimed by nobody. Please report this.')
      return { won: false, task }
    },

    async created(ref, generation, attempt, task, now) {
      const row = await held(ref, generation, attempt, ['creating', 'unknown'])
        .set({
          state: 'created',
          task_id: task.taskId,
          name: task.name,
          description: task.description,
          finished_at: instantText(now),
          reason: null,
        })
        .executeTakeFirst()
      return row !== undefined
    },

    async unknown(ref, generation, attempt, reason, now) {
      const row = await held(ref, generation, attempt, ['creating'])
        .set({ state: 'unknown', reason, finished_at: instantText(now) })
        .executeTakeFirst()
      return row !== undefined
    },

    async release(ref, generation, attempt, reason, now) {
      const row = await held(ref, generation, attempt, ['creating', 'unknown'])
        .set({
          state: sql<
            'unknown' | 'released'
          >`CASE WHEN earlier_unknown = 1 THEN 'unknown' ELSE 'released' END`,
          reason,
          finished_at: instantText(now),
        })
        .executeTakeFirst()
      return row !== undefined
    },

    expireCreating: (olderThan, now) =>
      db
        .updateTable('tasks')
        .set({
          state: 'unknown',
          reason: 'Sightline stopped before the service had answered.',
          finished_at: instantText(now),
        })
        .where('state', '=', 'creating')
        .where('started_at', '<', instantText(olderThan))
        .returning(columns)
        .execute(),

    latest,

    ofChannel: (team, channel, { limit, offset }) =>
      db
        .selectFrom('tasks')
        .select(columns)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('state', '<>', 'released')
        .orderBy('started_at', 'desc')
        .orderBy('result_id')
        .orderBy('generation', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  }
}
