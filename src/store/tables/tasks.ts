import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import { StoreError } from '../engines/errors.ts'
import { prepared } from '../engines/prepared.ts'
import type { TaskReason } from '../reason.ts'
import type { Database } from '../schema.ts'
import { recordAudit } from './audit.ts'
import { instantText, keyIn } from './sql.ts'
import {
  type RecommendationRef,
  type TaskClaimRequest,
  type TaskClaimResult,
  type TaskConfirmation,
  type TaskRecord,
  type TaskRequest,
  taskColumns,
  taskKeyColumns,
  taskKeys,
} from './task-record.ts'

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
    reason: TaskReason,
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
    reason: TaskReason,
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

type TaskClaims = Pick<
  TaskStore,
  'claim' | 'created' | 'unknown' | 'release' | 'confirmed' | 'expireCreating'
>

/** The generation that a wish is for; `null`: what it saw is no longer so. */
function wantedGeneration(input: TaskRequest, latest: TaskRecord | null): number | null {
  if (latest === null || input.kind === 'first') return 1
  if (input.kind === 'anyway') return latest.generation
  return latest.state === 'created' && latest.taskId === input.besides ? latest.generation + 1 : null
}

/** Who may send a task's request, and how it ended. */
export function taskClaims(db: Kysely<Database>, shared: boolean): TaskClaims {
  const { latest } = taskLists(db)

  async function won(ref: RecommendationRef, generation: number, request: TaskClaimRequest) {
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
            // What the unknown attempt may have made is not settled by a second one.
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

  /** Ends an attempt, if it still stands in one of these states, together with its line in the audit. */
  function finish(
    outcome: string,
    attempt: RecommendationRef & { readonly generation: number; readonly attempt: number },
    from: readonly TaskRecord['state'][],
    set: UpdateObject<Database, 'tasks'> & { readonly reason: TaskReason | null },
    now: Temporal.Instant,
    click?: TaskConfirmation,
  ): Promise<boolean> {
    return db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('tasks')
        .set({ ...set, finished_at: instantText(now), unshown_since: instantText(now), show_after: null })
        .where((eb) =>
          eb.and({ ...taskKeys(attempt), generation: attempt.generation, attempt: attempt.attempt }),
        )
        .where('state', 'in', from)
        .returning(taskColumns)
        .executeTakeFirst()
      if (row === undefined) return false
      await auditAttempt(transaction, row, outcome, set.reason, now, click)
      return true
    })
  }

  return {
    async claim(ref, request) {
      const before = await latest(ref)
      const generation = wantedGeneration(request.input, before)
      const claimed = generation === null ? undefined : await won(ref, generation, request)
      if (claimed !== undefined) return { won: true, ...claimed }
      const task = (await latest(ref)) ?? before
      // Rows are never deleted, so a lost claim has lost to something that can be read.
      if (task === null) throw new StoreError('failed', 'A task was claimed by nobody. Please report this.')
      await auditTaken(db, ref, request, task)
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
          // The task is of the attempt that was never answered, whoever else has tried since.
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
            unshown_since: instantText(now),
            show_after: null,
          })
          .where(keyIn(taskKeyColumns, 'lost'))
          .returning(taskColumns)
          .execute()
        for (const row of lost) await auditAttempt(transaction, row, 'unknown', reason, now)
        return lost
      }),
  }
}

type TaskLists = Pick<TaskStore, 'latest' | 'createdIds' | 'ofChannel' | 'countsOfChannel'>

/** What is read of tasks. */
export function taskLists(db: Kysely<Database>): TaskLists {
  const ofChannel = (team: string, channel: string) =>
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
      // A refused further task leaves the one before it as the newest.
      return rows.find(({ state }) => state !== 'released') ?? rows[0] ?? null
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

    ofChannel: (team, channel, { limit, offset }) =>
      ofChannel(team, channel)
        .select(taskColumns)
        .orderBy('started_at', 'desc')
        .orderBy('result_id')
        .orderBy('generation', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),

    async countsOfChannel(team, channel) {
      const rows = await ofChannel(team, channel)
        .select(({ fn }) => ['state', fn.countAll<number | string>().as('count')])
        .groupBy('state')
        .execute()
      // PostgreSQL counts in 64 bits, which its driver hands over as text.
      const count = (wanted: string) => Number(rows.find(({ state }) => state === wanted)?.count ?? 0)
      return { creating: count('creating'), created: count('created'), unknown: count('unknown') }
    },
  }
}

type TaskShows = Pick<TaskStore, 'unshownSince' | 'shown' | 'showLater' | 'takeUnshown'>

/** Which tasks' states are not in all their messages yet. */
export function taskShows(db: Kysely<Database>, shared: boolean): TaskShows {
  return {
    async unshownSince(ref) {
      const row = await db
        .selectFrom('tasks')
        .select(({ fn }) => fn.max('unshown_since').as('since'))
        .where((eb) => eb.and(taskKeys(ref)))
        .executeTakeFirst()
      return row?.since ?? null
    },

    async shown(ref, since) {
      await db
        .updateTable('tasks')
        .set({ unshown_since: null, show_after: null })
        .where((eb) => eb.and(taskKeys(ref)))
        // What has happened since has its own time, which is later.
        .where('unshown_since', '<=', since)
        .execute()
    },

    async showLater(ref, since, at) {
      await db
        .updateTable('tasks')
        .set({ show_after: instantText(at) })
        .where((eb) => eb.and(taskKeys(ref)))
        .where('unshown_since', '<=', since)
        .execute()
    },

    async takeUnshown(olderThan, now, limit) {
      const rows = await db
        .with('behind', (query) =>
          query
            .selectFrom('tasks')
            .select(taskKeyColumns)
            .where('unshown_since', '<', instantText(olderThan))
            .where((eb) => eb.or([eb('show_after', 'is', null), eb('show_after', '<=', instantText(now))]))
            .orderBy('unshown_since')
            .limit(limit)
            .$if(shared, (due) => due.forUpdate().skipLocked()),
        )
        .updateTable('tasks')
        .set({ unshown_since: instantText(now), show_after: null })
        .where(keyIn(taskKeyColumns, 'behind'))
        .returning([
          'team_id as team',
          'organization_id as organizationId',
          'workspace_id as workspaceId',
          'result_id as resultId',
        ])
        .execute()
      return [...new Map(rows.map((ref) => [JSON.stringify(taskKeys(ref)), ref])).values()]
    },
  }
}

/** What the audit says of clicks on a recommendation's buttons: who, from which message, and what came of it. */

/** A click that came second. @param task what it lost to */
export function auditTaken(
  db: Kysely<Database>,
  { team, organizationId, workspaceId, resultId }: RecommendationRef,
  { by, channel, messageTs, reference, now }: TaskClaimRequest,
  task: TaskRecord,
): Promise<void> {
  const { generation, attempt, state, createdBy } = task
  return recordAudit(
    db,
    {
      team,
      user: by,
      channel,
      action: 'task.create',
      subject: resultId,
      outcome: 'taken',
      detail: { organizationId, workspaceId, generation, attempt, message: messageTs, state, by: createdBy },
      reference,
    },
    now,
  )
}

/** How an attempt ended. @param click whose it is, where somebody else settled it */
export function auditAttempt(
  transaction: Transaction<Database>,
  task: TaskRecord,
  outcome: string,
  reason: TaskReason | null,
  now: Temporal.Instant,
  click: TaskConfirmation = {
    by: task.createdBy,
    channel: task.channel,
    messageTs: task.messageTs,
    reference: task.reference,
  },
): Promise<void> {
  const { organizationId, workspaceId, generation, attempt, taskId } = task
  return recordAudit(
    transaction,
    {
      team: task.team,
      user: click.by,
      channel: click.channel,
      action: 'task.create',
      subject: task.resultId,
      outcome,
      detail: {
        organizationId,
        workspaceId,
        generation,
        attempt,
        message: click.messageTs,
        task: taskId,
        reason,
      },
      reference: click.reference,
    },
    now,
  )
}
