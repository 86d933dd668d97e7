import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi, PostOutcome, Task } from '../api/index.ts'
import { newTask, taskCreated } from '../blocks/tasks/task-replies.ts'
import { type TaskAimed, withTaskState } from '../blocks/tasks/task-state.ts'
import { withRetry } from '../lib/async.ts'
import { currentReference } from '../lib/telemetry.ts'
import type { Block, Message } from '../model/message.ts'
import {
  type ClickOutcome,
  idsOf,
  type Recommendation,
  type RecommendationIds,
  type TaskState,
} from '../model/recommendation.ts'
import type { MessageKind } from '../outbox/kind.ts'
import { type MessageAddress, PostError, type Poster } from '../slack/port.ts'
import { retryPauseMs } from '../slack/send/calls.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow, PostedMessage, RecommendationRef, TaskRequest } from '../store/index.ts'
import { type AimScope, aimInTime, type FollowUpWorkspace } from './aims.ts'
import type { TaskKey } from './follow-up.ts'
import { taskState } from './recommendations.ts'

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

interface SyncOptions {
  /** Updates just this message. */
  readonly only?: MessageAddress
  /** How long an update is tried again while Slack doesn't answer, in milliseconds. */
  readonly forMs?: number
  /** The message whose button created no task shows why, until its next update. */
  readonly clicked?: (MessageAddress & { readonly outcome: ClickOutcome }) | undefined
}

type SyncWorkspace = Pick<Workspace, 'poster' | 'store' | 'clock' | 'log'>

/** Slack's error code for a deleted message. */
const deletedCode = 'message_not_found'

/** Permanent refusals of this message. Others may pass: a channel is unarchived, a token renewed, the app invited. */
const permanentRefusals = new Set([
  deletedCode,
  'cant_update_message',
  'edit_window_closed',
  'block_mismatch',
  'invalid_blocks',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
])

/** Minutes before a refused update is retried. */
const retryAfterMinutes = 60

const atOnce = 3

/** Revisions sent per message. After that, other writers keep it up to date. */
const maxRevisions = 8

/** How long an update is tried again while Slack doesn't answer. */
const sendMs = 30_000

/**
 * Updates every message that shows a recommendation's task, in all channels and digests. Messages that Slack no longer
 * lets the app edit stay unchanged; deleted ones are forgotten. If Slack didn't answer, or refused for a temporary
 * reason, `recoverStaleTasks` retries.
 *
 * @returns the messages that could not be updated
 */
export async function syncTaskMessages(
  workspace: SyncWorkspace,
  ref: RecommendationRef,
  { only, forMs = sendMs, clicked }: SyncOptions = {},
): Promise<readonly MessageAddress[]> {
  // Read first: later changes sync themselves.
  const { store, clock } = workspace
  const since = only === undefined ? await store.tasks.outdatedSince(ref) : null
  const messages = (await store.messages.copies(ref)).filter(
    ({ channel, ts }) => only === undefined || (channel === only.channel && ts === only.ts),
  )
  // Slack allows about fifty updates a minute, so a few at a time, newest (most read) first.
  const waiting = messages.toReversed().values()
  const failures: (MessageAddress & { readonly outcome: Exclude<Sending, 'sent'> })[] = []
  const worker = async () => {
    for (const message of waiting) {
      const isClicked = message.channel === clicked?.channel && message.ts === clicked.ts
      const shown = isClicked ? clicked.outcome : undefined
      const outcome = await rewriteMessage(workspace, ref, message, forMs, shown)
      if (outcome !== 'sent') failures.push({ channel: message.channel, ts: message.ts, outcome })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const someEnded = (ending: Sending) => failures.some(({ outcome }) => outcome === ending)
  if (since === null || someEnded('unanswered')) return failures
  if (someEnded('refused now'))
    await store.tasks.postponeUpdate(ref, since, clock.now().add({ minutes: retryAfterMinutes }))
  else await store.tasks.markUpToDate(ref, since)
  return failures
}

type Sending = 'sent' | 'refused for good' | 'refused now' | 'unanswered'

/**
 * Several people, tasks and replicas may rewrite the same message at the same time. The store's revision orders the
 * writers. A writer that finds a newer revision after its call to Slack sends that one, so the last update Slack
 * receives is the newest.
 */
async function rewriteMessage(
  workspace: SyncWorkspace,
  ref: RecommendationRef,
  original: PostedMessage,
  forMs: number,
  clicked: ClickOutcome | undefined,
): Promise<Sending> {
  const { store } = workspace
  let current: PostedMessage | null = original
  for (let attempts = 0; attempts < maxRevisions && current !== null; attempts += 1) {
    // Read after the message: an older state could overwrite a newer one.
    const state = taskState(await store.tasks.latest(ref))
    const { blocks: shown } = current
    // Another click may have come since.
    const said = state.kind === 'none' ? clicked : undefined
    const blocks = withTaskState(shown as readonly Block[], ref, state, said)
    const unchanged = JSON.stringify(blocks) === JSON.stringify(current.blocks)
    // Without a task there is nothing to show. Any other state is resent, because an earlier call may have failed.
    if (unchanged && state.kind === 'none') return 'sent'
    const message: Message = { text: current.text, blocks }
    if (!unchanged && !(await store.messages.rewrite(current, message))) {
      current = await store.messages.get(original.team, original.channel, original.ts)
      continue
    }
    const outcome = await send(workspace, original, message, forMs)
    if (outcome !== 'sent') return outcome
    const written = unchanged ? current.revision : current.revision + 1
    current = await store.messages.get(original.team, original.channel, original.ts)
    if (current === null || current.revision <= written) return 'sent'
  }
  // Other writers keep updating it, and each sends the newest revision.
  return 'sent'
}

/** Sends the current message. The update is idempotent, so a rate-limited or unanswered call is retried. */
async function send(
  { poster, store, clock, log }: SyncWorkspace,
  original: PostedMessage,
  message: Message,
  forMs: number,
): Promise<Sending> {
  const { team, channel, ts } = original
  try {
    await withRetry(clock, () => poster.update({ channel, ts }, message), {
      forMs,
      leastMs: retryPauseMs,
    })
    return 'sent'
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    if (error.code === deletedCode) await store.messages.forget(team, channel, ts)
    log.warn('could not update a copy of a recommendation', { team, channel, code: error.code })
    if (error.outcome !== 'refused') return 'unanswered'
    return permanentRefusals.has(error.code) ? 'refused for good' : 'refused now'
  }
}

/** A recommendation in a message, with the task state shown there. */
export type ShownRecommendation = RecommendationIds & Pick<Recommendation, 'task'>

/** Those of the recommendations that the message shows. */
export function shownIn<T extends RecommendationIds>(
  { blocks }: Message,
  recommendations: readonly T[],
): readonly T[] {
  if (recommendations.length === 0) return []
  const text = JSON.stringify(blocks)
  return recommendations.filter(({ resultId }) => text.includes(JSON.stringify(resultId).slice(1, -1)))
}

/** Stores a message that shows recommendations, so that it is updated when their tasks change. May be repeated. */
export async function trackMessage(
  workspace: Pick<Workspace, 'poster' | 'store' | 'clock' | 'log'>,
  { team }: Pick<OutboxRow, 'team'>,
  { channel, message, ts }: MessageAddress & { readonly message: Message },
  recommendations: readonly ShownRecommendation[],
): Promise<void> {
  const { store, clock } = workspace
  const shown = shownIn(message, recommendations)
  if (shown.length === 0) return
  await store.messages.remember({ ...message, team, channel, ts }, shown, clock.now())
  // A task may have been created since the message was composed.
  for (const { task, ...recommendation } of shown) {
    const ref = { team, ...idsOf(recommendation) }
    const current = taskState(await store.tasks.latest(ref))
    if (JSON.stringify(current) !== JSON.stringify(task))
      await syncTaskMessages(workspace, ref, { only: { channel, ts } })
  }
}

/** Requests end sooner, so a claim this old belongs to a process that was killed or suspended. */
const claimSeconds = 120

/** After this time an attempt's messages are updated, unless its process was killed or Slack didn't answer. */
const showSeconds = 120

/** Tasks per pass; the next pass takes the rest. */
const tasksAtOnce = 50

interface TaskWorkspaces extends Pick<Workspace, 'store' | 'clock' | 'log'> {
  /** Access to a workspace's messages; `null`: Sightline was removed from the workspace. */
  readonly of: (team: string) => Promise<{ readonly poster: Poster } | null>
}

/**
 * Finishes what a killed process left behind. Each task is handled by one caller:
 * - A task being created gets the outcome "unknown". Its request is not repeated.
 * - Messages that don't show a task's outcome yet are updated.
 */
export async function recoverStaleTasks(workspaces: TaskWorkspaces): Promise<void> {
  const { store, clock, log } = workspaces
  const now = clock.now()
  const olderThan = (seconds: number) => now.subtract({ seconds })
  const rewrite = async (task: Parameters<typeof syncTaskMessages>[1]) => {
    const workspace = await workspaces.of(task.team)
    // A single attempt, because the next pass follows in a minute.
    if (workspace !== null)
      await syncTaskMessages({ store, clock, log, poster: workspace.poster }, task, { forMs: 0 })
  }
  for (const stale of await store.tasks.expireCreating(olderThan(claimSeconds), now, tasksAtOnce)) {
    const { team, channel, reference } = stale
    log.warn('a task was being created when its process ended; its outcome is unknown', {
      team,
      channel,
      ...(reference === null ? {} : { reference }),
    })
    await rewrite(stale)
  }
  for (const ref of await store.tasks.takeOutdated(olderThan(showSeconds), now, tasksAtOnce))
    await rewrite(ref)
}
