import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi } from '../api/index.ts'
import { evaluationDone, evaluationGone, watchGivenUp } from '../blocks/evaluations/evaluation-told.ts'
import { type Evaluation, loadEvaluation } from '../insights/evaluation.ts'
import { fewAtOnce } from '../insights/section.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Message } from '../model/message.ts'
import { PostError, type Poster } from '../slack/port.ts'
import { awaitTurn } from '../slack/send/pace.ts'
import type { EvaluationWatch, Pace, Store } from '../store/index.ts'
import { watchDays } from './watch.ts'

interface CheckDeps {
  readonly store: Pick<Store, 'watches' | 'paces'>
  readonly clock: Clock
  readonly log: Log
  /** How a workspace asks and tells; `null`: Sightline is no longer in it. */
  readonly of: (team: string) => Promise<Ports | null>
}

interface Ports {
  readonly api: Pick<AnalyticsApi, 'websiteEvaluation'>
  readonly poster: Pick<Poster, 'post'>
  /** How fast messages may leave. */
  readonly paces: { readonly workspace: Pace; readonly channel: Pace }
}

/** Whoever claims a watch and hasn't finished by then has died. One look and one message are far quicker. */
const leaseSeconds = 180

/** So many are claimed at once: all of them are done long before the claim ends. */
const watchesAtOnce = 100

/** A message that may or may not have arrived is sent once more, after this time: twice harms less than never. */
const unsureSeconds = 600
const unsure = 'not certain whether it was told'

/** So many failures in a row, and nothing else, are an outage. */
const failuresOfAnOutage = 4

/** How one look at an evaluation ended. */
type Look =
  | { readonly kind: 'seen'; readonly evaluation: Evaluation }
  | { readonly kind: 'gone' }
  /** `down`: it says nothing about the one evaluation, or about the key. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly down: boolean }

/** Those of one run. Each workspace has a key of its own, of which its looks tell; the service is one for all. */
interface Looks {
  readonly byTeam: Map<string, Look[]>
  readonly all: Look[]
}

/**
 * Looks at every evaluation that somebody watches and that is due, and tells by direct message what has come to an end.
 * Called every minute; each watch is one caller's, and each evaluation is asked for once. What can't be asked now is
 * looked at later.
 *
 * @param signal leaves the rest to the next process
 */
export async function checkWatches(deps: CheckDeps, signal?: AbortSignal): Promise<void> {
  const seen: Looks = { byTeam: new Map(), all: [] }
  for (;;) {
    const now = deps.clock.now()
    const due = await deps.store.watches.claimDue(now, now.add({ seconds: leaseSeconds }), watchesAtOnce)
    await checkDue(deps, due, seen, signal)
    if (due.length < watchesAtOnce || signal?.aborted) return
  }
}

async function checkDue(
  deps: CheckDeps,
  due: readonly EvaluationWatch[],
  looks: Looks,
  signal: AbortSignal | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const groups = [...Map.groupBy(due, evaluationKey).values()]
  await fewAtOnce(groups, async (watches) => {
    const [first] = watches
    if (first === undefined) return
    if (signal?.aborted) return handBack(deps, watches)
    const ports = await deps.of(first.team)
    if (ports === null) {
      for (const watch of watches) await deps.store.watches.end(watch, 'uninstalled', now)
      return
    }
    const seen = looks.byTeam.get(first.team) ?? []
    looks.byTeam.set(first.team, seen)
    const known = outage(seen) ?? outage(looks.all, ({ down }) => down)
    const look = known ?? (await lookAt(ports, first))
    if (known === null) for (const all of [seen, looks.all]) all.push(look)
    for (const [index, watch] of watches.entries()) {
      if (signal?.aborted) return handBack(deps, watches.slice(index))
      await settle({ ...deps, ...ports, signal }, watch, look)
    }
  })
}

async function handBack({ store, clock }: CheckDeps, watches: readonly EvaluationWatch[]): Promise<void> {
  for (const watch of watches) await store.watches.putOff(watch, clock.now(), watch.outcome)
}

/**
 * A service that is down needs no further questions in this pass, and nobody else has to wait for its time-outs. One
 * evaluation that can't be read is no outage.
 */
function outage(
  looks: readonly Look[],
  counts: (look: Extract<Look, { kind: 'failed' }>) => boolean = () => true,
): Look | null {
  const isDown =
    looks.length >= failuresOfAnOutage && looks.every((look) => look.kind === 'failed' && counts(look))
  return isDown ? (looks.at(-1) ?? null) : null
}

function evaluationKey({ team, organizationId, workspaceId, evaluationId }: EvaluationWatch): string {
  return JSON.stringify([team, organizationId, workspaceId, evaluationId])
}

async function lookAt({ api }: Ports, watch: EvaluationWatch): Promise<Look> {
  try {
    const evaluation = await loadEvaluation(api, watch, watch.evaluationId, { fresh: true })
    return evaluation === null ? { kind: 'gone' } : { kind: 'seen', evaluation }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const down = error.code === 'unavailable' || error.code === 'timeout'
    return { kind: 'failed', sentence: error.userMessage, down }
  }
}

/** With the signal that ends a wait: the rest is then for the next process. */
type Telling = CheckDeps & Ports & { readonly signal: AbortSignal | undefined }

/** A watch that can't be settled is logged, stops no other, and is due again when its claim ends. */
async function settle(deps: Telling, watch: EvaluationWatch, look: Look): Promise<void> {
  try {
    const ending = endingOf(deps, watch, look)
    if (ending !== null) await tell(deps, watch, ending)
    else await deps.store.watches.putOff(watch, nextLook(deps, watch), watch.outcome)
  } catch (error) {
    deps.log.error('a watched evaluation could not be settled', { team: watch.team, error })
  }
}

interface Ending {
  readonly message: Message
  readonly outcome: string
}

/** `null`: it goes on. */
function endingOf({ clock }: CheckDeps, watch: EvaluationWatch, look: Look): Ending | null {
  if (look.kind === 'gone') return { message: evaluationGone(watch), outcome: 'gone' }
  if (look.kind === 'seen' && look.evaluation.isFinal)
    return { message: evaluationDone(look.evaluation, watch), outcome: look.evaluation.status ?? '' }
  const age = Temporal.Instant.from(watch.createdAt).until(clock.now())
  if (age.total('hours') < watchDays * 24) return null
  const why = look.kind === 'seen' ? 'It is not done yet.' : look.sentence
  return { message: watchGivenUp(watch, watchDays, why), outcome: 'given up' }
}

/** Often at first, when somebody waits for it; seldom later. A little less than what is meant, for a wake-up that comes early. */
function nextLook({ clock }: CheckDeps, { createdAt }: EvaluationWatch): Temporal.Instant {
  const now = clock.now()
  const hours = Temporal.Instant.from(createdAt).until(now).total('hours')
  return now.add(hours < 1 ? { seconds: 50 } : hours < 24 ? { minutes: 9 } : { minutes: 59 })
}

/** One message when it is its turn, if the watch has not been stopped meanwhile. */
async function tell(deps: Telling, watch: EvaluationWatch, { message, outcome }: Ending): Promise<void> {
  const { store, poster, clock, log, signal } = deps
  try {
    await awaitTurn(deps, { team: watch.team, channel: watch.user }, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
    return handBack(deps, [watch])
  }
  const kept = await store.watches.keep(watch, clock.now().add({ seconds: leaseSeconds }))
  if (kept === null) return
  try {
    await poster.post(kept.user, message)
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    const now = clock.now()
    log.warn('a watched evaluation could not be told', { team: kept.team, code: error.code, error })
    if (error.outcome === 'rate_limited') {
      await store.watches.putOff(kept, now.add({ seconds: error.retryAfterSeconds ?? 60 }), kept.outcome)
    } else if (error.outcome === 'unknown' && kept.outcome !== unsure) {
      await store.watches.putOff(kept, now.add({ seconds: unsureSeconds }), unsure)
    } else await store.watches.end(kept, error.outcome === 'unknown' ? unsure : error.code, now)
    return
  }
  await store.watches.end(kept, outcome, clock.now())
}
