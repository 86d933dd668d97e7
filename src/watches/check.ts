import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi } from '../api/index.ts'
import { withPreface } from '../blocks/digests/notice-preface.ts'
import { evaluationDone, evaluationGone, watchGivenUp } from '../blocks/evaluations/watch-messages.ts'
import { type Evaluation, loadEvaluation } from '../insights/evaluation.ts'
import { fewAtOnce } from '../insights/section.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Message } from '../model/message.ts'
import { PostError, type Poster } from '../slack/port.ts'
import { awaitTurn } from '../slack/send/pace.ts'
import type { EvaluationWatch, Pace, Store } from '../store/index.ts'
import { isTokenRefusal } from '../store/reason.ts'
import { watchDays } from './watch.ts'

interface WatchWorkspaces {
  readonly store: Pick<Store, 'watches' | 'paces'>
  readonly clock: Clock
  readonly log: Log
  /** A workspace's API and poster; `null`: Sightline was removed from the workspace. */
  readonly of: (team: string) => Promise<Ports | null>
}

interface Ports {
  readonly api: Pick<AnalyticsApi, 'websiteEvaluation'>
  readonly poster: Pick<Poster, 'post'>
  /** Rate limits for messages. */
  readonly paces: { readonly workspace: Pace; readonly channel: Pace }
}

/** A claim this old belongs to a process that was killed: one check and one message take far less. */
const leaseSeconds = 180

/** Watches claimed per batch. All are done long before the claims expire. */
const watchesAtOnce = 100

/** A message with an unknown outcome is sent once more after this time, with a note: twice is better than never. */
const uncertainSeconds = 600
/** Stored before the message leaves, since the process may end before Slack answers. */
const uncertain = 'not certain whether it was told'

/** This many failures without a success count as an outage. */
const outageFailures = 4

/** The result of checking one evaluation. */
type Check =
  | { readonly kind: 'seen'; readonly evaluation: Evaluation }
  | { readonly kind: 'gone' }
  /** `down`: the service itself is down; the evaluation and the key are not at fault. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly down: boolean }

/** The checks of one run. Each workspace has its own API key; all share one service. */
interface Checks {
  readonly byTeam: Map<string, Check[]>
  readonly all: Check[]
}

/**
 * Checks every watched evaluation that is due, and reports ended ones by direct message. Called every minute. Each
 * watch is claimed by one caller, and each evaluation is requested once. Failed checks are retried later.
 *
 * @param signal leaves the rest to the next process
 */
export async function checkWatches(workspaces: WatchWorkspaces, signal?: AbortSignal): Promise<void> {
  const checks: Checks = { byTeam: new Map(), all: [] }
  for (;;) {
    const now = workspaces.clock.now()
    const due = await workspaces.store.watches.claimDue(
      now,
      now.add({ seconds: leaseSeconds }),
      watchesAtOnce,
    )
    await checkDue(workspaces, due, checks, signal)
    if (due.length < watchesAtOnce || signal?.aborted) return
  }
}

async function checkDue(
  workspaces: WatchWorkspaces,
  due: readonly EvaluationWatch[],
  checks: Checks,
  signal: AbortSignal | undefined,
): Promise<void> {
  const groups = [...Map.groupBy(due, evaluationKey).values()]
  await fewAtOnce(groups, async (watches) => {
    const [first] = watches
    if (first === undefined) return
    // A failed check doesn't stop the others. It is due again when its claim expires.
    await checkOne(workspaces, first, watches, checks, signal).catch((error: unknown) =>
      workspaces.log.error('a watched evaluation could not be checked', { team: first.team, error }),
    )
  })
}

/** @param watches all watches of the same evaluation */
async function checkOne(
  workspaces: WatchWorkspaces,
  first: EvaluationWatch,
  watches: readonly EvaluationWatch[],
  checks: Checks,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted) return releaseWatches(workspaces, watches)
  const ports = await workspaces.of(first.team)
  if (ports === null) {
    const now = workspaces.clock.now()
    for (const watch of watches) await workspaces.store.watches.end(watch, 'uninstalled', now)
    return
  }
  const teamChecks = checks.byTeam.get(first.team) ?? []
  checks.byTeam.set(first.team, teamChecks)
  const outageCheck = outage(teamChecks) ?? outage(checks.all, ({ down }) => down)
  const check = outageCheck ?? (await checkEvaluation(ports, first))
  if (outageCheck === null) for (const list of [teamChecks, checks.all]) list.push(check)
  for (const [index, watch] of watches.entries()) {
    if (signal?.aborted) return releaseWatches(workspaces, watches.slice(index))
    await settle({ ...workspaces, ...ports, signal }, watch, check)
  }
}

async function releaseWatches(
  { store, clock }: WatchWorkspaces,
  watches: readonly EvaluationWatch[],
): Promise<void> {
  for (const watch of watches) await store.watches.postpone(watch, clock.now(), watch.outcome)
}

/**
 * Skips further requests while the service is down, so that checks don't wait for time-outs. A single unreadable
 * evaluation is not an outage.
 */
function outage(
  checks: readonly Check[],
  counts: (check: Extract<Check, { kind: 'failed' }>) => boolean = () => true,
): Check | null {
  const isDown =
    checks.length >= outageFailures && checks.every((check) => check.kind === 'failed' && counts(check))
  return isDown ? (checks.at(-1) ?? null) : null
}

function evaluationKey({ team, organizationId, workspaceId, evaluationId }: EvaluationWatch): string {
  return JSON.stringify([team, organizationId, workspaceId, evaluationId])
}

async function checkEvaluation({ api }: Ports, watch: EvaluationWatch): Promise<Check> {
  try {
    const evaluation = await loadEvaluation(api, watch, watch.evaluationId, { fresh: true })
    return evaluation === null ? { kind: 'gone' } : { kind: 'seen', evaluation }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const down = error.code === 'unavailable' || error.code === 'timeout'
    return { kind: 'failed', sentence: error.userMessage, down }
  }
}

/** The signal ends a wait. The next process continues. */
type WatchContext = WatchWorkspaces & Ports & { readonly signal: AbortSignal | undefined }

/** A watch that can't be settled is logged and doesn't stop the others. */
async function settle(context: WatchContext, watch: EvaluationWatch, check: Check): Promise<void> {
  try {
    const ending = endingOf(context, watch, check)
    if (ending !== null) await notify(context, watch, ending)
    else await context.store.watches.postpone(watch, nextCheck(context, watch), watch.outcome)
  } catch (error) {
    context.log.error('a watched evaluation could not be checked', { team: watch.team, error })
  }
}

interface Ending {
  readonly message: Message
  readonly outcome: string
}

/** `null` if the watch continues. */
function endingOf({ clock }: WatchWorkspaces, watch: EvaluationWatch, check: Check): Ending | null {
  if (check.kind === 'gone') return { message: evaluationGone(watch), outcome: 'gone' }
  if (check.kind === 'seen' && check.evaluation.isFinal)
    return { message: evaluationDone(check.evaluation, watch), outcome: check.evaluation.status ?? '' }
  const age = Temporal.Instant.from(watch.createdAt).until(clock.now())
  if (age.total('hours') < watchDays * 24) return null
  const why = check.kind === 'seen' ? 'It isn’t done yet.' : check.sentence
  return { message: watchGivenUp(watch, watchDays, why), outcome: 'given up' }
}

/** Checks are frequent at first and rarer later. Delays are just below the interval, so an early wake-up isn't wasted. */
function nextCheck({ clock }: WatchWorkspaces, { createdAt }: EvaluationWatch): Temporal.Instant {
  const now = clock.now()
  const hours = Temporal.Instant.from(createdAt).until(now).total('hours')
  return now.add(hours < 1 ? { seconds: 50 } : hours < 24 ? { minutes: 9 } : { minutes: 59 })
}

/** Sends one message at the allowed rate, unless the watch was stopped in the meantime. */
async function notify(
  context: WatchContext,
  watch: EvaluationWatch,
  { message, outcome }: Ending,
): Promise<void> {
  const { store, poster, clock, log, signal } = context
  try {
    await awaitTurn(context, { team: watch.team, channel: watch.user }, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
    return releaseWatches(context, [watch])
  }
  const again = watch.outcome === uncertain
  const renewed = await store.watches.extendClaim(
    watch,
    clock.now().add({ seconds: leaseSeconds }),
    uncertain,
  )
  if (renewed === null) return
  try {
    await poster.post(renewed.user, withPreface(message, { again, insteadOf: null }))
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    const now = clock.now()
    log.warn('a watched evaluation could not be reported', { team: renewed.team, code: error.code, error })
    if (error.outcome === 'rate_limited' || error.outcome === 'not_sent' || isTokenRefusal(error.code)) {
      await store.watches.postpone(
        renewed,
        now.add({ seconds: error.retryAfterSeconds ?? 60 }),
        watch.outcome,
      )
    } else if (error.outcome === 'unknown' && !again) {
      await store.watches.postpone(renewed, now.add({ seconds: uncertainSeconds }), uncertain)
    } else await store.watches.end(renewed, error.outcome === 'unknown' ? uncertain : error.code, now)
    return
  }
  await store.watches.end(renewed, outcome, clock.now())
}
