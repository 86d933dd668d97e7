import { type Kysely, sql, type UpdateObject } from 'kysely'
import { StoreError } from '../engines/errors.ts'
import type { Database } from '../schema.ts'
import { auditAttempt, auditTaken } from './task-audit.ts'
import { taskLists } from './task-lists.ts'
import {
  type RecommendationRef,
  type TaskClaimRequest,
  type TaskConfirmation,
  type TaskRecord,
  type TaskRequest,
  taskColumns,
  taskKeyColumns,
  taskKeys,
} from './task-record.ts'
import type { TaskStore } from './tasks.ts'
import { instantText } from './text.ts'

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
    set: UpdateObject<Database, 'tasks'> & { readonly reason: string | null },
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
        const reason = 'Sightline stopped before the service had answered.'
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
          .where((eb) =>
            eb(
              eb.refTuple('team_id', 'organization_id', 'workspace_id', 'result_id', 'generation'),
              'in',
              eb
                .selectFrom('lost')
                .select(taskKeyColumns)
                .$asTuple('team_id', 'organization_id', 'workspace_id', 'result_id', 'generation'),
            ),
          )
          .returning(taskColumns)
          .execute()
        for (const row of lost) await auditAttempt(transaction, row, 'unknown', reason, now)
        return lost
      }),
  }
}
