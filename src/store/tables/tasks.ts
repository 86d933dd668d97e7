import { z } from 'zod'
import type { WorkspaceScope } from '../../api/index.ts'
import type { AuditEntry } from '../audit-entry.ts'
import { StoreError } from '../engines/errors.ts'
import type { TaskReason } from '../reason.ts'
import { recordAudit, withAudit } from './audit.ts'
import { enqueue } from './owed.ts'
import {
  changes,
  type Database,
  type Db,
  instantText,
  type Page,
  type Sql,
  skipLocked,
  sql,
  teamIsConnected,
} from './sql.ts'

export interface RecommendationRef extends WorkspaceScope {
  readonly team: string
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
  readonly createdBy: string
  readonly channel: string
  readonly messageTs: string | null
  /** ISO 8601 instants. */
  readonly startedAt: string
  readonly finishedAt: string | null
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
}

/** One attempt to create a task. It is void once another click has claimed the task. */
export type TaskAttempt = RecommendationRef & Pick<TaskRecord, 'generation' | 'attempt'>

const names = z.array(z.string()).readonly()
export const storedAim = z.object({
  /** As the service spells them. Without one, nothing can be compared. */
  engines: names,
  /** A brand, as the service spells it. Never an own one. */
  rival: z.string().nullable(),
  /** Ids of topics that the channel has named (`FilterName`, `topics`). */
  topics: names,
  /** Without `r/`. Subreddits have no figures; the service's sentiment there is shown instead. */
  subreddit: z.string().nullable(),
})
/** What a task is meant to improve. Empty or `null`: no restriction. */
export type TaskAim = Readonly<z.infer<typeof storedAim>>

/** What a click requests. It loses if the task is no longer in the state that the button was drawn for. */
export type TaskRequest =
  | { readonly kind: 'first' }
  /** "Create anyway", after an unknown attempt. */
  | { readonly kind: 'anyway' }
  /** "Create another", while the newest task has this id. */
  | { readonly kind: 'another'; readonly besides: string }

export interface TaskClick {
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

const columns = sql.raw(`team_id AS team, organization_id AS "organizationId", workspace_id AS "workspaceId",
  result_id AS "resultId", generation, state, attempt, task_id AS "taskId", name, description,
  created_by AS "createdBy", channel_id AS channel, message_ts AS "messageTs", started_at AS "startedAt",
  finished_at AS "finishedAt", reason, reference, open_by AS "openBy",
  open_since AS "openSince", confirmed_by AS "confirmedBy", done_on AS "doneOn", done_by AS "doneBy",
  (SELECT aim FROM task_aims WHERE task_aims.team_id = tasks.team_id
    AND task_aims.organization_id = tasks.organization_id AND task_aims.workspace_id = tasks.workspace_id
    AND task_aims.result_id = tasks.result_id) AS aim`)

type TaskRow = Omit<TaskRecord, 'aim'> & { readonly aim: string | null }

async function tasksOf(db: Db, statement: Sql<TaskRow>): Promise<readonly TaskRecord[]> {
  const rows = await statement.rows(db)
  return rows.map(({ aim, ...row }) => ({ ...row, aim: aim === null ? null : readAim(aim) }))
}

const selectTasks = (db: Db, where: Sql) => tasksOf(db, sql`SELECT ${columns} FROM tasks WHERE ${where}`)
const changeTasks = (db: Db, update: Sql) => tasksOf(db, sql`${update} RETURNING ${columns}`)

export const readAim = (text: string): TaskAim => storedAim.parse(JSON.parse(text))

const taskKeyColumns = sql.raw('team_id, organization_id, workspace_id, result_id, generation')

export const recommendation = ({ team, organizationId, workspaceId, resultId }: RecommendationRef) =>
  sql`team_id = ${team} AND organization_id = ${organizationId} AND workspace_id = ${workspaceId}
    AND result_id = ${resultId}`
const refValues = ({ team, organizationId, workspaceId, resultId }: RecommendationRef) =>
  sql`${team}, ${organizationId}, ${workspaceId}, ${resultId}`

/** The number of a channel's tasks in each state, without refused ones. */
export type TaskCounts = Readonly<Record<'creating' | 'created' | 'unknown' | 'done', number>>

/** Tasks of recommendations: each is created once. */
export function taskStore(db: Database) {
  return { ...taskClaims(db), ...taskLists(db), ...taskMarks(db) }
}

/** The task that a click may claim; `null`: none. */
function requestedGeneration(input: TaskRequest, latest: TaskRecord | null): number | null {
  if (latest === null || input.kind === 'first') return 1
  if (input.kind === 'anyway') return latest.generation
  return latest.state === 'created' && latest.taskId === input.besides ? latest.generation + 1 : null
}

/**
 * Methods that end an attempt return `false` if it is void: another click has claimed the task, or its state is final.
 * Each end is audited in the same transaction.
 */
function taskClaims(db: Database) {
  const { latest } = taskLists(db)

  async function claimAttempt(ref: RecommendationRef, generation: number, request: TaskClaimRequest) {
    const { by, channel, messageTs, input, reference } = request
    const at = instantText(request.now)
    const claimable = input.kind === 'anyway' ? sql`('released', 'unknown')` : sql`('released')`
    // Another attempt doesn't settle the unknown one, so that stays open.
    return sql<Pick<TaskRecord, 'generation' | 'attempt'>>`
      INSERT INTO tasks (team_id, organization_id, workspace_id, result_id, generation, attempt, earlier_unknown, state, created_by, channel_id, message_ts,
        started_at, reference, open_by, open_since)
      VALUES (${refValues(ref)}, ${generation}, 1, 0, 'creating', ${by}, ${channel}, ${messageTs}, ${at}, ${reference},
        ${by}, ${at})
      ON CONFLICT (team_id, organization_id, workspace_id, result_id, generation) DO UPDATE
        SET state = 'creating', created_by = excluded.created_by, channel_id = excluded.channel_id,
          message_ts = excluded.message_ts, started_at = excluded.started_at, reference = excluded.reference,
          attempt = tasks.attempt + 1, finished_at = NULL, reason = NULL,
          earlier_unknown = CASE WHEN tasks.state = 'unknown' THEN 1 ELSE 0 END,
          open_by = CASE WHEN tasks.state = 'unknown' THEN tasks.open_by
            ELSE excluded.open_by END,
          open_since = CASE WHEN tasks.state = 'unknown' THEN tasks.open_since
            ELSE excluded.open_since END
        WHERE tasks.state IN ${claimable}
      RETURNING generation, attempt`.first(db)
  }

  const ends = (now: Temporal.Instant, reason: TaskReason | null) =>
    sql`reason = ${reason}, finished_at = ${instantText(now)}, outdated_since = ${instantText(now)}, update_at = NULL`

  const finish = (
    outcome: string,
    attempt: TaskAttempt,
    from: Sql,
    set: Sql,
    reason: TaskReason | null,
    now: Temporal.Instant,
    click?: TaskClick,
  ): Promise<boolean> =>
    db.transaction(async (transaction) => {
      const [task] = await changeTasks(
        transaction,
        sql`UPDATE tasks SET ${set}, ${ends(now, reason)} WHERE ${recommendation(attempt)} AND generation = ${attempt.generation}
          AND attempt = ${attempt.attempt} AND state IN ${from}`,
      )
      if (task !== undefined) await auditEnd(transaction, task, outcome, reason, now, click)
      if (task?.state === 'created') await announce(transaction, task, now)
      return task !== undefined
    })
  const open = sql`('creating', 'unknown')`

  return {
    /** One caller wins and may send the request. The others get the newest record, and are audited as `taken`. */
    async claim(ref: RecommendationRef, request: TaskClaimRequest): Promise<TaskClaimResult> {
      const previous = await latest(ref)
      const generation = requestedGeneration(request.input, previous)
      const attempt = generation === null ? null : await claimAttempt(ref, generation, request)
      if (attempt !== null) return { won: true, ...attempt }
      const task = (await latest(ref)) ?? previous
      // Rows are never deleted, so the row that won exists.
      if (task === null) throw new StoreError('failed', 'No attempt claimed the task. Please report this.')
      const winner = { state: task.state, by: task.createdBy }
      await auditClick(db, task, request, 'taken', winner, request.now)
      return { won: false, task }
    },
    /** `creating` (or `unknown`, if the service answers late) → `created`. */
    created: (
      attempt: TaskAttempt,
      task: { readonly taskId: string; readonly name: string; readonly description: string },
      now: Temporal.Instant,
    ) => {
      const set = sql`state = 'created', task_id = ${task.taskId}, name = ${task.name}, description = ${task.description}`
      return finish('created', attempt, open, set, null, now)
    },
    /** `creating` → `unknown`: the answer was lost or can't be read. */
    unknown: (attempt: TaskAttempt, reason: TaskReason, now: Temporal.Instant) =>
      finish('unknown', attempt, sql`('creating')`, sql`state = 'unknown'`, reason, now),
    /**
     * `creating` (or `unknown`, if the service answers late) → `released`: the service refused. If this attempt followed an
     * unknown one, the task becomes `unknown` again.
     */
    release: (attempt: TaskAttempt, reason: TaskReason, now: Temporal.Instant) => {
      const set = sql`state = CASE WHEN earlier_unknown = 1 THEN 'unknown' ELSE 'released' END`
      return finish('refused', attempt, open, set, reason, now)
    },
    /** `unknown` → `created`: a person has found the task. It belongs to the attempt that got no answer. */
    confirmed: (
      attempt: TaskAttempt,
      task: { readonly taskId: string; readonly name: string },
      click: TaskClick,
      now: Temporal.Instant,
    ) => {
      const set = sql`state = 'created', task_id = ${task.taskId}, name = ${task.name}, description = '',
        created_by = open_by, confirmed_by = ${click.by}`
      return finish('confirmed', attempt, sql`('unknown')`, set, null, now, click)
    },
    /** Turns up to `limit` tasks that are `creating` since before `olderThan` into `unknown`: their process was killed. */
    expireCreating: (olderThan: Temporal.Instant, now: Temporal.Instant, limit: number) =>
      db.transaction(async (transaction): Promise<readonly TaskRecord[]> => {
        const reason = 'stopped'
        const lost = sql`WITH lost AS (SELECT ${taskKeyColumns} FROM tasks WHERE state = 'creating'
            AND started_at < ${instantText(olderThan)} ORDER BY started_at ${sql.limit(limit)}
            ${skipLocked(db)})
          UPDATE tasks SET state = 'unknown', ${ends(now, reason)}
          WHERE (${taskKeyColumns}) IN (SELECT ${taskKeyColumns} FROM lost)`
        const tasks = await changeTasks(transaction, lost)
        for (const task of tasks) await auditEnd(transaction, task, 'unknown', reason, now)
        return tasks
      }),
  }
}

function taskLists(db: Db) {
  const inChannel = (team: string, channel: string) =>
    sql`team_id = ${team} AND channel_id = ${channel} AND state <> 'released'`
  return {
    /** The newest task, or the newest refused attempt if there is none; `null`: nobody has clicked. */
    async latest(ref: RecommendationRef): Promise<TaskRecord | null> {
      const tasks = await selectTasks(db, sql`${recommendation(ref)} ORDER BY generation DESC`)
      // If a further task was refused, the task before it is still the newest.
      return tasks.find(({ state }) => state !== 'released') ?? tasks[0] ?? null
    },
    async createdIds(ref: RecommendationRef): Promise<readonly string[]> {
      const tasks = await selectTasks(db, sql`${recommendation(ref)} ORDER BY generation`)
      return tasks.flatMap(({ taskId }) => taskId ?? [])
    },
    /** `null`: the recommendation has no such task. */
    async get(ref: RecommendationRef, generation: number): Promise<TaskRecord | null> {
      const [task] = await selectTasks(db, sql`${recommendation(ref)} AND generation = ${generation}`)
      return task ?? null
    },
    /** Newest first, without refused ones. @param page.openFirst those that are marked as done come last */
    forChannel: (
      team: string,
      channel: string,
      { limit, offset, openFirst = false }: Page & { readonly openFirst?: boolean },
    ) =>
      selectTasks(
        db,
        sql`${inChannel(team, channel)}
          ORDER BY ${openFirst ? sql`CASE WHEN done_on IS NULL THEN 0 ELSE 1 END,` : sql``} started_at DESC, result_id, generation DESC
          ${sql.limit(limit)} OFFSET ${offset}`,
      ),
    /** A person's tasks in these channels that are not marked as done, newest first, without refused ones. */
    async openOf(team: string, user: string, channels: readonly string[], limit: number) {
      if (channels.length === 0) return { tasks: [], count: 0 }
      const isOpen = sql`created_by = ${user} AND team_id = ${team} AND channel_id IN (${sql.join(channels)})
        AND state <> 'released' AND done_on IS NULL`
      const newestFirst = sql`ORDER BY started_at DESC, result_id, generation DESC ${sql.limit(limit)}`
      const tasks = await selectTasks(db, sql`${isOpen} ${newestFirst}`)
      const counted = await sql<{ count: number }>`
        SELECT CAST(COUNT(*) AS integer) AS count FROM tasks WHERE ${isOpen}`.first(db)
      return { tasks, count: counted?.count ?? 0 }
    },
    async countsOfChannel(team: string, channel: string): Promise<TaskCounts> {
      const rows = await sql<{ state: string; count: number; done: number }>`
        SELECT state, CAST(COUNT(*) AS integer) AS count, CAST(COUNT(done_on) AS integer) AS done FROM tasks
        WHERE ${inChannel(team, channel)} GROUP BY state`.rows(db)
      const of = (state: TaskRecord['state']) => rows.find((row) => row.state === state)
      const count = (state: TaskRecord['state']) => of(state)?.count ?? 0
      return {
        creating: count('creating'),
        created: count('created'),
        unknown: count('unknown'),
        done: of('created')?.done ?? 0,
      }
    },
  }
}

/** Owes a message about a created task, if its channel has a channel for that. */
async function announce(db: Db, task: TaskRecord, now: Temporal.Instant): Promise<void> {
  const { team, organizationId, workspaceId, resultId, generation } = task
  const settings = await sql<{ channel: string | null }>`
    SELECT announce_tasks_in AS channel FROM channel_settings
      WHERE team_id = ${team} AND channel_id = ${task.channel}`.first(db)
  if (settings === null || settings.channel === null) return
  const about = { organizationId, workspaceId, resultId, generation }
  const owed = { team, kind: 'new_task', key: JSON.stringify(about), channel: settings.channel, about }
  await enqueue(db, [{ ...owed, since: now, lateAt: now.add({ hours: 12 }) }], now)
}

function auditClick(
  db: Db,
  task: TaskRecord,
  { by, channel, messageTs, reference }: TaskClick,
  outcome: string,
  detail: AuditEntry['detail'],
  now: Temporal.Instant,
): Promise<void> {
  const { team, organizationId, workspaceId, resultId: subject, generation, attempt } = task
  const common = { organizationId, workspaceId, generation, attempt, message: messageTs }
  const click = { team, user: by, channel, action: 'task.create', subject, outcome, reference }
  return recordAudit(db, { ...click, detail: { ...common, ...detail } }, now)
}

function auditEnd(
  transaction: Db,
  task: TaskRecord,
  outcome: string,
  reason: TaskReason | null,
  now: Temporal.Instant,
  click: TaskClick = { ...task, by: task.createdBy },
): Promise<void> {
  return auditClick(transaction, task, click, outcome, { task: task.taskId, reason }, now)
}

/** What people enter about a task, audited in the same transaction, and which messages don't show the state of one yet. */
function taskMarks(db: Database) {
  const outdated = (ref: RecommendationRef, since: string) =>
    sql`${recommendation(ref)} AND outdated_since <= ${since}`
  const audited = (
    ref: RecommendationRef,
    { by, channel, messageTs, reference }: TaskClick,
    now: Temporal.Instant,
    entry: { readonly action: string; readonly outcome: string; readonly detail: object },
    change: Sql,
  ): Promise<boolean> =>
    withAudit(
      db,
      now,
      (transaction) => changes(transaction, change),
      (isChanged) => {
        if (!isChanged) return null
        const { team, organizationId, workspaceId, resultId: subject } = ref
        const detail = { organizationId, workspaceId, message: messageTs, ...entry.detail }
        return { team, user: by, channel, subject, reference, ...entry, detail }
      },
    )
  return {
    /** Since when the recommendation's messages are outdated; `null`: they aren't. */
    async outdatedSince(ref: RecommendationRef): Promise<string | null> {
      const row = await sql<{ since: string | null }>`
        SELECT MAX(outdated_since) AS since FROM tasks WHERE ${recommendation(ref)}`.first(db)
      return row?.since ?? null
    },
    /** @param since from `outdatedSince`, before the messages were updated */
    async markUpToDate(ref: RecommendationRef, since: string): Promise<void> {
      await sql`UPDATE tasks SET outdated_since = NULL, update_at = NULL
        WHERE ${outdated(ref, since)}`.execute(db)
    },
    /** Slack refuses to update them for now. */
    async postponeUpdate(ref: RecommendationRef, since: string, at: Temporal.Instant): Promise<void> {
      await sql`UPDATE tasks SET update_at = ${instantText(at)} WHERE ${outdated(ref, since)}`.execute(db)
    },
    /** Recommendations whose messages are outdated since before `olderThan`. Each is returned to one caller. */
    async takeOutdated(olderThan: Temporal.Instant, now: Temporal.Instant, limit: number) {
      const rows = await sql<RecommendationRef>`
        WITH outdated AS (SELECT ${taskKeyColumns} FROM tasks
          WHERE outdated_since < ${instantText(olderThan)} AND (update_at IS NULL OR update_at <= ${instantText(now)})
            AND ${teamIsConnected('tasks')}
          ORDER BY outdated_since ${sql.limit(limit)} ${skipLocked(db)})
        UPDATE tasks SET outdated_since = ${instantText(now)}, update_at = NULL
        WHERE (${taskKeyColumns}) IN (SELECT ${taskKeyColumns} FROM outdated)
        RETURNING team_id AS team, organization_id AS "organizationId", workspace_id AS "workspaceId",
          result_id AS "resultId"`.rows(db)
      return [...new Map(rows.map((ref) => [JSON.stringify(Object.values(ref)), ref])).values()]
    },
    /** The service may return the same task for two requests: the newest one. */
    async withId(ref: RecommendationRef, taskId: string): Promise<TaskRecord | null> {
      const created = sql`${recommendation(ref)} AND state = 'created' AND task_id = ${taskId}`
      return (await selectTasks(db, sql`${created} ORDER BY generation DESC LIMIT 1`))[0] ?? null
    },
    /** @param day `YYYY-MM-DD`; `null`: not done after all. @returns whether that is a change */
    markDone: (
      ref: RecommendationRef,
      taskId: string,
      day: string | null,
      click: TaskClick,
      now: Temporal.Instant,
    ) => {
      const detail = { task: taskId, ...(day === null ? {} : { day }) }
      const entry = { action: 'task.done', outcome: day === null ? 'reopened' : 'done', detail }
      const set = sql`UPDATE tasks SET done_on = ${day}, done_by = ${click.by}, outdated_since = ${instantText(now)},
        update_at = NULL WHERE ${recommendation(ref)} AND state = 'created' AND task_id = ${taskId}
        AND done_on IS ${day === null ? sql`NOT NULL` : sql`NULL`}`
      return audited(ref, click, now, entry, set)
    },
    /** `by`: who corrected it; `null`: it was read from the texts. */
    async aimOf(ref: RecommendationRef) {
      const row = await sql<{ aim: string; by: string | null }>`
        SELECT aim, set_by AS by FROM task_aims WHERE ${recommendation(ref)}`.first(db)
      return row === null ? null : { aim: readAim(row.aim), by: row.by }
    },
    /** Stores the aim that was read from the texts, unless there is one. */
    async rememberAim(ref: RecommendationRef, aim: TaskAim, now: Temporal.Instant): Promise<void> {
      await sql`${insertAim(ref, aim, null, now)} ON CONFLICT DO NOTHING`.execute(db)
    },
    /** @param aim `null`: read from the texts again. @returns whether that is a change */
    setAim: (ref: RecommendationRef, aim: TaskAim | null, click: TaskClick, now: Temporal.Instant) => {
      const entry = { action: 'task.aim', outcome: aim === null ? 'read' : 'corrected', detail: { aim } }
      const set =
        aim === null
          ? sql`DELETE FROM task_aims WHERE ${recommendation(ref)} AND set_by IS NOT NULL`
          : sql`${insertAim(ref, aim, click.by, now)}
            ON CONFLICT (team_id, organization_id, workspace_id, result_id) DO UPDATE
              SET aim = excluded.aim, set_by = excluded.set_by, set_at = excluded.set_at
              WHERE task_aims.aim <> excluded.aim`
      return audited(ref, click, now, entry, set)
    },
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
