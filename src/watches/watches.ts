import { ApiError } from '../api/errors.ts'
import { withPreface } from '../blocks/digests/notices.ts'
import {
  evaluationDone,
  evaluationGone,
  type WatchView,
  watchGivenUp,
} from '../blocks/evaluations/evaluation.ts'
import { fewAtOnce } from '../lib/async.ts'
import { Problem } from '../lib/problem.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Message } from '../model/message.ts'
import { endOf, type MessageKind, resendAfterMs } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'
import { auditEntry, type EvaluationWatch, type WatchRef } from '../store/index.ts'
import { codeOf } from '../store/reason.ts'
import { loadEvaluation } from './evaluation.ts'

/** After this many days without a result, a watch ends with a message. */
export const watchDays = 30

type WatchWorkspace = Pick<Workspace, 'api' | 'store' | 'clock'>

/**
 * Watches an evaluation for one person, unless it has ended.
 * @returns the evaluation now; `null` if the service doesn't answer, which doesn't prevent watching
 * @throws {Problem} when the service doesn't know it
 */
export async function startWatching(
  workspace: WatchWorkspace,
  ref: WatchRef,
  channel: string,
): Promise<Evaluation | null> {
  const check = await checkEvaluation(workspace, ref)
  if (check.kind === 'gone')
    throw new Problem(
      'evaluation_unknown',
      'The analytics service no longer has this website evaluation, so there’s nothing to wait for.',
    )
  const evaluation = check.kind === 'seen' ? check.evaluation : null
  if (evaluation?.isFinal) return evaluation
  await workspace.store.watches.start(ref, channel, workspace.clock.now(), (done) =>
    entry(ref, channel, 'evaluation.watch', done ? 'watching' : 'was watching already'),
  )
  return evaluation
}

export async function stopWatching(workspace: WatchWorkspace, ref: WatchRef, channel: string): Promise<void> {
  await workspace.store.watches.stop(ref, workspace.clock.now(), (done) =>
    entry(ref, channel, 'evaluation.unwatch', done ? 'stopped' : 'was not watching'),
  )
}

const entry = (ref: WatchRef, channel: string, action: string, outcome: string) =>
  auditEntry({ ...ref, channel }, action, ref.evaluationId, outcome)

interface WatchWorkspaces extends Pick<Workspace, 'store' | 'clock' | 'log'> {
  /** `null`: Sightline was removed from the workspace. */
  readonly of: (team: string) => Promise<Ports | null>
}

type Ports = Pick<Workspace, 'api' | 'outbox'>

/** A claim this old belongs to a process that was killed: one check takes far less. */
const leaseSeconds = 180

/** Watches claimed per batch. All are done long before the claims expire. */
const watchesAtOnce = 100

/** After this long, nobody waits for the message any more. */
const lateDays = 7

/** This many failures without a success count as an outage. */
const outageFailures = 4

type Check =
  | { readonly kind: 'seen'; readonly evaluation: Evaluation }
  | { readonly kind: 'gone' }
  /** `down`: the service itself is down; the evaluation and the key are not at fault. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly down: boolean }

/** Called every minute; each evaluation is requested once. @param signal leaves the rest to the next process */
export async function checkWatches(workspaces: WatchWorkspaces, signal?: AbortSignal): Promise<void> {
  const checks: Check[] = []
  for (;;) {
    const now = workspaces.clock.now()
    const due = await workspaces.store.watches.claimDue(
      now,
      now.add({ seconds: leaseSeconds }),
      watchesAtOnce,
    )
    const groups = Map.groupBy(due, ({ team, organizationId, workspaceId, evaluationId }) =>
      JSON.stringify([team, organizationId, workspaceId, evaluationId]),
    )
    await fewAtOnce([...groups.values()], async (watches) => {
      const [first] = watches
      if (first === undefined) return
      // A failed check doesn't stop the others. What it left is due again when its claims expire.
      await checkOne(workspaces, first, watches, checks, signal).catch((error: unknown) =>
        workspaces.log.error('a watched evaluation could not be checked', { team: first.team, error }),
      )
    })
    if (due.length < watchesAtOnce || signal?.aborted) return
  }
}

/** @param watches all watches of the same evaluation */
async function checkOne(
  workspaces: WatchWorkspaces,
  first: EvaluationWatch,
  watches: readonly EvaluationWatch[],
  checks: Check[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store, clock } = workspaces
  if (signal?.aborted) {
    for (const watch of watches) await store.watches.postpone(watch, clock.now())
    return
  }
  const ports = await workspaces.of(first.team)
  if (ports === null) {
    for (const watch of watches) await store.watches.end(watch, 'uninstalled', clock.now())
    return
  }
  // Spares a service that is down. A single unreadable evaluation is no outage.
  const isOutage =
    checks.length >= outageFailures && checks.every((check) => check.kind === 'failed' && check.down)
  const check = (isOutage && checks.at(-1)) || (await checkEvaluation(ports, first))
  checks.push(check)
  for (const watch of watches) await settle({ ...workspaces, ...ports }, watch, check)
}

async function checkEvaluation({ api }: Pick<Ports, 'api'>, ref: WatchRef): Promise<Check> {
  try {
    const evaluation = await loadEvaluation(api, ref, ref.evaluationId, { fresh: true })
    return evaluation === null ? { kind: 'gone' } : { kind: 'seen', evaluation }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const down = error.code === 'unavailable' || error.code === 'timeout'
    return { kind: 'failed', sentence: error.userMessage, down }
  }
}

async function settle(
  { store, clock, outbox }: WatchWorkspaces & Ports,
  watch: EvaluationWatch,
  check: Check,
): Promise<void> {
  const now = clock.now()
  const how = endingOf(watch, check, now)
  if (how === null) return void (await store.watches.postpone(watch, nextCheck(watch, now)))
  const { evaluationId, channel, createdAt } = watch
  const about: WatchEnd = { watch: { evaluationId, channel, createdAt }, how }
  const outcome = how.kind === 'done' ? (how.evaluation.status ?? '') : how.kind
  await store.watches.end(watch, outcome, now, { about, lateAt: now.add({ hours: 24 * lateDays }) })
  outbox.wake()
}

/** `null` if the watch continues. */
function endingOf(watch: EvaluationWatch, check: Check, now: Temporal.Instant): WatchEnd['how'] | null {
  if (check.kind === 'gone') return { kind: 'gone' }
  if (check.kind === 'seen' && check.evaluation.isFinal) return { kind: 'done', evaluation: check.evaluation }
  const age = Temporal.Instant.from(watch.createdAt).until(now)
  if (age.total('hours') < watchDays * 24) return null
  return { kind: 'given_up', why: check.kind === 'seen' ? 'It isn’t done yet.' : check.sentence }
}

/** Checks are frequent at first and rarer later. Delays are just below the interval, so an early wake-up isn't wasted. */
function nextCheck({ createdAt }: EvaluationWatch, now: Temporal.Instant): Temporal.Instant {
  const hours = Temporal.Instant.from(createdAt).until(now).total('hours')
  return now.add(hours < 1 ? { seconds: 50 } : hours < 24 ? { minutes: 9 } : { minutes: 59 })
}

export interface WatchEnd {
  readonly watch: WatchView
  readonly how:
    | { readonly kind: 'done'; readonly evaluation: Evaluation }
    | { readonly kind: 'gone' }
    /** `why`: the state at the last check, as a sentence. */
    | { readonly kind: 'given_up'; readonly why: string }
}

/** Tells a person, by direct message, how a watched evaluation ended. If that fails, only the log says so. */
export const evaluationKind: MessageKind = {
  resendAfterMs,
  compose: async (_, { about, unknowns }) => ({
    message: withPreface(messageOf(JSON.parse(about)), { again: unknowns > 0 }),
  }),
  unsent: async ({ log }, { team, id }, unsent) => {
    const code = codeOf(unsent.reason)
    log.warn('a watched evaluation could not be reported', { team, delivery: id, code })
    return { ending: endOf(unsent) }
  },
}

export function messageOf({ watch, how }: WatchEnd): Message {
  switch (how.kind) {
    case 'done':
      return evaluationDone(how.evaluation, watch)
    case 'gone':
      return evaluationGone(watch)
    case 'given_up':
      return watchGivenUp(watch, watchDays, how.why)
  }
}
