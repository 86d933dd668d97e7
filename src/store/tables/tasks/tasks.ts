import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import { StoreError } from '../../engines/errors.ts'
import { prepared } from '../../engines/prepared.ts'
import type { TaskReason } from '../../reason.ts'
import type { Database } from '../../schema.ts'
import { type AuditEntry, recordAudit } from '../audit.ts'
import { instantText, keyIn } from '../sql.ts'
import { type TaskMarks, taskMarks } from './task-marks.ts'
import { type TaskMessages, taskMessages } from './task-messages.ts'
import {
  type RecommendationRef,
  type TaskClaimRequest,
  type TaskClaimResult,
  type TaskClick,
  type TaskRecord,
  type TaskRequest,
  taskColumns,
  taskKeyColumns,
  taskKeys,
  taskOf,
} from './task-record.ts'

export type {
  RecommendationRef,
  TaskAim,
  TaskClaimRequest,
  TaskClaimResult,
  TaskRecord,
  TaskRequest,
} from './task-record.ts'

/** The number of a channel's tasks in each state, without refused ones. */
export type TaskCounts = Readonly<Record<'creating' | 'created' | 'unknown', number>>

/**
 * Methods that end an attempt return `false` if it is void: another click has claimed the task, or its state is final.
 * Each end is audited in the same transaction.
 */
interface TaskClaims {
  /** One caller wins and may send the request. The others get the newest record, and are audited as `taken`. */
  claim(ref: RecommendationRef, request: TaskClaimRequest): Promise<TaskClaimResult>
  /** `creating` (or `unknown`, if the service answers late) → `created`. */
  created(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    task: { readonly taskId: string; readonly name: string; readonly description: string },
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `creating` → `unknown`: the answer was lost or can't be read. */
  unknown(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    reason: TaskReason,
    now: Temporal.Instant,
  ): Promise<boolean>
  /**
   * `creating` (or `unknown`, if the service answers late) → `released`: the service refused. If this attempt followed an
   * unknown one, the task becomes `unknown` again.
   */
  release(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    reason: TaskReason,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `unknown` → `created`: a person has found the task. */
  confirmed(
    ref: RecommendationRef,
    generation: number,
    attempt: number,
    task: { readonly taskId: string; readonly name: string },
    click: TaskClick,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** Turns up to `limit` tasks that are `creating` since before `olderThan` into `unknown`: their process was killed. */
  expireCreating(
    olderThan: Temporal.Instant,
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly TaskRecord[]>
}

interface TaskLists {
  /** The newest task that was not refused; if all were, the newest refused one. `null`: there was no attempt. */
  latest(ref: RecommendationRef): Promise<TaskRecord | null>
  /** Ids of all tasks that Sightline created for the recommendation. */
  createdIds(ref: RecommendationRef): Promise<readonly string[]>
  /** A channel's tasks, newest first, without refused ones. */
  forChannel(
    team: string,
    channel: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly TaskRecord[]>
  /** Counts of the tasks that `forChannel` lists. */
  countsOfChannel(team: string, channel: string): Promise<TaskCounts>
}

export interface TaskStore extends TaskClaims, TaskLists, TaskMarks, TaskMessages {}

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function taskStore(db: Kysely<Database>, shared: boolean): TaskStore {
  return { ...taskClaims(db, shared), ...taskLists(db), ...taskMarks(db), ...taskMessages(db, shared) }
}

/** The generation to claim; `null`: the button is out of date. */
function requestedGeneration(input: TaskRequest, latest: TaskRecord | null): number | null {
  if (latest === null || input.kind === 'first') return 1
  if (input.kind === 'anyway') return latest.generation
  return latest.state === 'created' && latest.taskId === input.besides ? latest.generation + 1 : null
}

function taskClaims(db: Kysely<Database>, shared: boolean): TaskClaims {
  const { latest } = taskLists(db)

  async function claimAttempt(ref: RecommendationRef, generation: number, request: TaskClaimRequest) {
    const { by, channel, messageTs, now, input, reference } = request
    const started = {
      state: 'creating',
      created_by: by,
      channel_id: channel,
      message_ts: messageTs,
      started_at: instantText(now),
      reference,
    } as const
    const open = { open_by: by, open_since: instantText(now) }
    return db
      .insertInto('tasks')
      .values({ ...taskKeys(ref), generation, attempt: 1, earlier_unknown: 0, ...started, ...open })
      .onConflict((conflict) =>
        conflict
          .columns(['team_id', 'organization_id', 'workspace_id', 'result_id', 'generation'])
          .doUpdateSet((eb) => ({
            ...started,
            attempt: eb('tasks.attempt', '+', 1),
            earlier_unknown: sql<0 | 1>`CASE WHEN tasks.state = 'unknown' THEN 1 ELSE 0 END`,
            // Another attempt doesn't settle the unknown one.
            open_by: sql<string>`CASE WHEN tasks.state = 'unknown'
              THEN COALESCE(tasks.open_by, tasks.created_by) ELSE excluded.open_by END`,
            open_since: sql<string>`CASE WHEN tasks.state = 'unknown'
              THEN COALESCE(tasks.open_since, tasks.started_at) ELSE excluded.open_since END`,
            finished_at: null,
            reason: null,
          }))
          .where('tasks.state', 'in', input.kind === 'anyway' ? ['released', 'unknown'] : ['released']),
      )
      .returning(['generation', 'attempt'])
      .executeTakeFirst()
  }

  /** Ends an attempt that is in one of the states `from`, and audits it. */
  function finish(
    outcome: string,
    attempt: RecommendationRef & { readonly generation: number; readonly attempt: number },
    from: readonly TaskRecord['state'][],
    set: UpdateObject<Database, 'tasks'> & { readonly reason: TaskReason | null },
    now: Temporal.Instant,
    click?: TaskClick,
  ): Promise<boolean> {
    return db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('tasks')
        .set({ ...set, finished_at: instantText(now), outdated_since: instantText(now), update_at: null })
        .where((eb) =>
          eb.and({ ...taskKeys(attempt), generation: attempt.generation, attempt: attempt.attempt }),
        )
        .where('state', 'in', from)
        .returning(taskColumns)
        .executeTakeFirst()
      if (row === undefined) return false
      await auditEnd(transaction, taskOf(row), outcome, set.reason, now, click)
      return true
    })
  }

  return {
    async claim(ref, request) {
      const previous = await latest(ref)
      const generation = requestedGeneration(request.input, previous)
      const attempt = generation === null ? undefined : await claimAttempt(ref, generation, request)
      if (attempt !== undefined) return { won: true, ...attempt }
      const task = (await latest(ref)) ?? previous
      // Rows are never deleted, so the row that won exists.
      if (task === null) throw new StoreError('failed', 'No attempt claimed the task. Please report this.')
      const winner = { state: task.state, by: task.createdBy }
      await auditClick(db, task, request, 'taken', winner, request.now)
      return { won: false, task }
    },

    created: (ref, generation, attempt, { taskId, name, description }, now) =>
      finish(
        'created',
        { ...ref, generation, attempt },
        ['creating', 'unknown'],
        { state: 'created', task_id: taskId, name, description, reason: null },
        now,
      ),

    unknown: (ref, generation, attempt, reason, now) =>
      finish('unknown', { ...ref, generation, attempt }, ['creating'], { state: 'unknown', reason }, now),

    release: (ref, generation, attempt, reason, now) =>
      finish(
        'refused',
        { ...ref, generation, attempt },
        ['creating', 'unknown'],
        {
          state: sql<
            'unknown' | 'released'
          >`CASE WHEN earlier_unknown = 1 THEN 'unknown' ELSE 'released' END`,
          reason,
        },
        now,
      ),

    confirmed: (ref, generation, attempt, { taskId, name }, click, now) =>
      finish(
        'confirmed',
        { ...ref, generation, attempt },
        ['unknown'],
        {
          state: 'created',
          task_id: taskId,
          name,
          description: '',
          // The task belongs to the attempt that got no answer, not to a later one.
          created_by: sql<string>`COALESCE(open_by, created_by)`,
          confirmed_by: click.by,
          reason: null,
        },
        now,
        click,
      ),

    expireCreating: (olderThan, now, limit) =>
      db.transaction().execute(async (transaction) => {
        const reason = 'stopped'
        const lost = await transaction
          .with('lost', (query) =>
            query
              .selectFrom('tasks')
              .select(taskKeyColumns)
              .where('state', '=', 'creating')
              .where('started_at', '<', instantText(olderThan))
              .orderBy('started_at')
              .limit(limit)
              .$if(shared, (rows) => rows.forUpdate().skipLocked()),
          )
          .updateTable('tasks')
          .set({
            state: 'unknown',
            reason,
            finished_at: instantText(now),
            outdated_since: instantText(now),
            update_at: null,
          })
          .where(keyIn(taskKeyColumns, 'lost'))
          .returning(taskColumns)
          .execute()
        const tasks = lost.map(taskOf)
        for (const task of tasks) await auditEnd(transaction, task, 'unknown', reason, now)
        return tasks
      }),
  }
}

function taskLists(db: Kysely<Database>): TaskLists {
  const tasksOfChannel = (team: string, channel: string) =>
    db
      .selectFrom('tasks')
      .where('team_id', '=', team)
      .where('channel_id', '=', channel)
      .where('state', '<>', 'released')
  const newestFirst = prepared(db, ['team', 'organizationId', 'workspaceId', 'resultId'], (ref) =>
    db
      .selectFrom('tasks')
      .select(taskColumns)
      .where((eb) => eb.and(taskKeys(ref)))
      .orderBy('generation', 'desc'),
  )
  return {
    async latest({ team, organizationId, workspaceId, resultId }) {
      const rows = await newestFirst({ team, organizationId, workspaceId, resultId })
      // If a further task was refused, the task before it is still the newest.
      const newest = rows.find(({ state }) => state !== 'released') ?? rows[0]
      return newest === undefined ? null : taskOf(newest)
    },

    async createdIds(ref) {
      const rows = await db
        .selectFrom('tasks')
        .select('task_id as id')
        .where((eb) => eb.and(taskKeys(ref)))
        .orderBy('generation')
        .execute()
      return rows.flatMap(({ id }) => id ?? [])
    },

    async forChannel(team, channel, { limit, offset }) {
      const rows = await tasksOfChannel(team, channel)
        .select(taskColumns)
        .orderBy('started_at', 'desc')
        .orderBy('result_id')
        .orderBy('generation', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(taskOf)
    },

    async countsOfChannel(team, channel) {
      const rows = await tasksOfChannel(team, channel)
        .select(({ fn }) => ['state', fn.countAll<number | string>().as('count')])
        .groupBy('state')
        .execute()
      // PostgreSQL's driver returns 64-bit counts as text.
      const count = (state: TaskRecord['state']) =>
        Number(rows.find((row) => row.state === state)?.count ?? 0)
      return { creating: count('creating'), created: count('created'), unknown: count('unknown') }
    },
  }
}

/** Audits the outcome of a click. */
function auditClick(
  db: Kysely<Database>,
  task: TaskRecord,
  { by, channel, messageTs, reference }: TaskClick,
  outcome: string,
  detail: AuditEntry['detail'],
  now: Temporal.Instant,
): Promise<void> {
  const { team, organizationId, workspaceId, resultId, generation, attempt } = task
  const common = { organizationId, workspaceId, generation, attempt, message: messageTs }
  return recordAudit(
    db,
    {
      team,
      user: by,
      channel,
      action: 'task.create',
      subject: resultId,
      outcome,
      detail: { ...common, ...detail },
      reference,
    },
    now,
  )
}

/** Audits the end of an attempt. @param click omitted: the click that started the attempt */
function auditEnd(
  transaction: Transaction<Database>,
  task: TaskRecord,
  outcome: string,
  reason: TaskReason | null,
  now: Temporal.Instant,
  click: TaskClick = { ...task, by: task.createdBy },
): Promise<void> {
  return auditClick(transaction, task, click, outcome, { task: task.taskId, reason }, now)
}
