import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi, PostOutcome, Task } from '../api/index.ts'
import type { TaskAimed } from '../blocks/tasks/task-forms.ts'
import { newTask, taskCreated } from '../blocks/tasks/task-replies.ts'
import { withRetry } from '../lib/async.ts'
import { currentReference } from '../lib/telemetry.ts'
import type { Message } from '../model/message.ts'
import type { TaskState } from '../model/recommendation.ts'
import type { MessageKind } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow, RecommendationRef, TaskRequest } from '../store/index.ts'
import { type AimScope, aimInTime, type FollowUpWorkspace } from './aims.ts'
import type { TaskKey } from './follow-up.ts'
import { trackMessage } from './message-sync.ts'
import { taskState } from './state.ts'

/** The outcome of a click. `reference` appears in the log and the audit. */
export type TaskCreation =
  | {
      /**
       * - `created`: this call created it.
       * - `unknown`: this call sent the request, but it is unknown whether the service created the task.
       * - `taken`: another call created it, is creating it, or has an unknown outcome. Nothing was sent.
       */
      readonly outcome: 'created' | 'unknown' | 'taken'
      readonly state: TaskState
      readonly reference: string
    }
  /** The service refused; the claim is free again. */
  | { readonly outcome: 'refused'; readonly error: ApiError; readonly reference: string }

/** Well below the claim's lifetime (`recoverStaleTasks`), but enough to connect and exchange the API key. */
const sendWithinSeconds = 60

/**
 * Creates a recommendation's task with at most one POST, even if several people click on several replicas. The claim is
 * committed before the request leaves. Only its winner sends the request, either in time or not at all, and never
 * again. The outcome is committed together with its audit row.
 *
 * @param announce called once the claim is won and before the request leaves, to show that the task is being
 * created; not awaited
 */
export async function createTask(
  workspace: Pick<Workspace, 'store' | 'clock' | 'log'> & { readonly api: Pick<AnalyticsApi, 'createTask'> },
  ref: RecommendationRef,
  input: TaskRequest,
  creator: { readonly user: string; readonly channel: string; readonly messageTs: string | null },
  announce: () => void,
): Promise<TaskCreation> {
  const { api, store, clock, log } = workspace
  const reference = currentReference()
  const claimedAt = clock.now()
  const { user: by, ...place } = creator
  const claim = await store.tasks.claim(ref, { by, ...place, now: claimedAt, input, reference })
  if (!claim.won) return { outcome: 'taken', state: taskState(claim.task), reference }

  announce()
  const attempt = { ...ref, generation: claim.generation, attempt: claim.attempt }
  // Others may take over an old claim, so a process that was suspended must not send its request late.
  const sendBy = claimedAt.add({ seconds: sendWithinSeconds })
  const maySend = () => Temporal.Instant.compare(clock.now(), sendBy) < 0
  const fields = { team: ref.team, channel: creator.channel, user: creator.user, reference }
  /** The task's state as known without the database. */
  let stateFromService: TaskState
  let sent: PostOutcome<Task>
  try {
    sent = await api.createTask(ref, ref.resultId, { maySend })
  } catch (error) {
    // The service refused, so no task was created.
    if (!(error instanceof ApiError)) throw error
    const { code } = error
    log.warn('the service refused to create a task', { ...fields, code, status: error.status })
    await withRetry(clock, () => store.tasks.release(attempt, code, clock.now()))
    return { outcome: 'refused', error, reference }
  }
  if (sent.outcome === 'done') {
    const { id: taskId, name, description } = sent.value
    const task = { taskId, name, description }
    stateFromService = { kind: 'created', ...task, by, at: clock.now().toString() }
    const isRecorded =
      (await withRetry(clock, () => store.tasks.created(attempt, task, clock.now()))) ||
      // Its commit was not confirmed, and was repeated.
      (await store.tasks.withId(ref, taskId).catch(() => null)) !== null
    // In the meantime someone clicked "Create anyway", so this process must have been suspended for minutes.
    if (!isRecorded)
      log.error('a task was created after its claim had expired', { ...fields, detail: taskId })
  } else {
    const { code } = sent.error
    stateFromService = { kind: 'unknown', by, at: claimedAt.toString(), reason: code }
    log.warn('the creation of a task has an unknown outcome', { ...fields, code })
    await withRetry(clock, () => store.tasks.unknown(attempt, code, clock.now()))
  }
  // The outcome is recorded, so failing to read it back is not an error.
  const state = await store.tasks.latest(ref).then(taskState, () => stateFromService)
  return { outcome: sent.outcome === 'done' ? 'created' : 'unknown', state, reference }
}

// The ephemeral message to the person who created a task. It shows the task's aim, which they can correct.

/** May take long, because the task itself is already shown. */
const aimWithinMs = 10_000

/**
 * Also if the aim can't be told, because the task exists.
 * @param scope of the message's channel
 * @param isShown the clicked message shows the task
 */
export async function createdMessage(
  workspace: FollowUpWorkspace & Pick<Workspace, 'log'>,
  scope: Promise<AimScope>,
  ref: RecommendationRef,
  state: Extract<TaskState, { kind: 'created' }>,
  isShown = true,
): Promise<Message> {
  let aimed: TaskAimed | null = null
  try {
    aimed = await aimInTime(workspace, await scope, { ...ref, ...state }, aimWithinMs)
  } catch (error) {
    workspace.log.warn('could not read a task’s aim', { team: ref.team, error })
  }
  return taskCreated(ref, state, aimed, isShown)
}

const announced = ({ about }: OutboxRow): TaskKey => JSON.parse(about)

/** Announces a channel’s new task where its settings say. The store owes it with the task’s creation or confirmation. */
export const newTaskKind: MessageKind = {
  compose: async ({ store }, row) => {
    const { generation, ...ref } = announced(row)
    const task = await store.tasks.get({ team: row.team, ...ref }, generation)
    const settings = task === null ? null : await store.channels.get(row.team, task.channel)
    // A channel that people have since removed from the settings gets nothing more.
    if (settings?.announceTasksIn !== row.channel || task === null) return { skip: 'no_longer_so' }
    const state = taskState(task)
    return { message: newTask(ref, state, task), effect: { shown: state } }
  },
  // The message then shows what becomes of the task.
  arrived: async (workspace, row, posted, effect) => {
    const { generation: _, ...ref } = announced(row)
    const { shown: task } = effect as { readonly shown: TaskState }
    await trackMessage(workspace, row, posted, [{ ...ref, task }])
  },
}
