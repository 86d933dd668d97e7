import { hash } from 'node:crypto'
import { problemMessage } from '../../blocks/kit/problem.ts'
import { type FairQueue, withRetry, withTimeout } from '../../lib/async.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import { Problem, type Reported } from '../../lib/problem.ts'
import type { CommandOutcome, LogFields } from '../../lib/telemetry.ts'
import type { Refusals } from '../../model/permission.ts'
import { isPermitted } from '../plan.ts'
import type { Answer } from '../port.ts'
import { untilReceived } from '../send/calls.ts'
import type { SlackContext } from '../send/client.ts'
import type { Handlers } from './handlers.ts'
import { replayableMs } from './http-receiver.ts'
import type { Identities } from './identity.ts'

/** Time reserved before the deadline to tell waiting people that Sightline stopped. */
const finalAnswersMs = 3_000

const stoppedProblem = () =>
  new Problem(
    'stopped',
    'Sightline stopped before it finished this. Check in a minute: it may be done by then.',
  )

/**
 * Tracks work after acknowledgements, and acknowledgements that contain the answer. Bolt's `stop()` waits for neither,
 * so they are drained here.
 */
export class InFlight {
  readonly #clock: Clock
  readonly #running = new Map<Promise<void>, (problem: Problem) => void>()
  readonly #answering = new Set<Promise<void>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#running.size
  }

  /** For work that handles its own errors. `late` rejects before the shutdown deadline, so the person can be told. */
  run(work: (late: Promise<never>) => Promise<void>): void {
    const late = Promise.withResolvers<never>()
    late.promise.catch(() => {})
    const running = work(late.promise).finally(() => this.#running.delete(running))
    this.#running.set(running, late.reject)
  }

  async answer(work: () => Promise<void>): Promise<void> {
    const answering = work().finally(() => this.#answering.delete(answering))
    this.#answering.add(answering)
    await answering
  }

  /** Waits at most `ms` milliseconds until every acknowledgement is sent. */
  answered(ms: number): Promise<unknown> {
    const done = async () => {
      while (this.#answering.size > 0) await Promise.allSettled(this.#answering)
    }
    return withTimeout(this.#clock, ms, done)
  }

  /** Waits at most `ms` milliseconds for running work. @returns how many were still running */
  async drain(ms: number): Promise<number> {
    const done = async () => {
      while (this.#running.size > 0) await Promise.allSettled(this.#running.keys())
    }
    const finalAnswers = Math.min(finalAnswersMs, ms)
    await withTimeout(this.#clock, ms - finalAnswers, done)
    for (const rejectLate of this.#running.values()) rejectLate(stoppedProblem())
    await withTimeout(this.#clock, finalAnswers, done)
    return this.#running.size
  }
}

/** A minute longer than a delivery can be replayed. */
const retentionMs = replayableMs + 60_000
/** More than 150 a second; above that, older ones are forgotten sooner. */
const maxDeliveries = 100_000

/**
 * Recognizes deliveries that this process has handled: Slack repeats those it thinks unacknowledged, and an attacker
 * may replay one. Changes are also recorded in the store, for other replicas (`idempotency.ts`).
 * @param wallClock the real time, even in a demo with another clock
 * @returns records a delivery's id; `true`: it was there before. One without an id is always new
 */
export function recentDeliveries(wallClock: Clock): (id: unknown) => boolean {
  const ids = new Cache<true>({ clock: wallClock, ttlMs: retentionMs, max: maxDeliveries })
  return (id) => {
    if (typeof id !== 'string') return false
    // Hashed, since a substring would keep its whole request in memory.
    const key = hash('sha256', id, 'base64url')
    if (ids.get(key)) return true
    ids.set(key, true)
    return false
  }
}

export interface ListenerTools extends Identities, Pick<SlackContext, 'clock' | 'log' | 'meter'> {
  readonly inFlight: InFlight
  /** Workspaces start their work in turn, so that a burst is acknowledged before any of its work begins. */
  readonly startQueue: FairQueue
  /** Logs the error; returns the sentence for the person, with the same reference. */
  reportFailure(error: unknown, fields: LogFields): Reported
  /** Starts work that no one waits for. Its failure is only logged. */
  inBackground(fields: LogFields, work: () => Promise<unknown>): void
}

/** Runs the work of an acknowledged delivery. If it fails, the person is told why as soon as Slack can be reached. */
export function createRunAfterAck(
  { plan, errorToReport }: Pick<Handlers, 'plan' | 'errorToReport'>,
  tools: Pick<ListenerTools, 'startQueue' | 'reportFailure' | 'inFlight' | 'clock' | 'log'>,
) {
  const { inFlight, startQueue, reportFailure, clock, log } = tools
  /**
   * @param refusals what the person may not do, and so isn't suggested after a failure
   * @param more.ended called with the outcome once the person has an answer
   * @param more.retry what was typed after `/sightline `, offered again if the failure may pass
   */
  return (
    answer: Pick<Answer, 'ephemeral'>,
    fields: LogFields & { readonly team: string },
    refusals: () => Promise<Refusals>,
    work: () => Promise<void>,
    more: { readonly ended?: (outcome: CommandOutcome) => void; readonly retry?: string } = {},
  ) =>
    inFlight.run(async (late) => {
      await startQueue.run(fields.team, (turn) => turn())
      const problemOf = async (error: unknown) => {
        const reported = await errorToReport(fields.team, error)
        const { from, suggestion, isPassing, ...problem } = reportFailure(reported, fields)
        const isOffered = suggestion !== null && isPermitted(await plan(suggestion), await refusals())
        const message = problemMessage({
          ...problem,
          suggestion: isOffered ? suggestion : null,
          retry: isPassing ? (more.retry ?? null) : null,
        })
        return { message, from, reference: problem.reference }
      }
      const problem = await Promise.race([late, work()]).then(() => null, problemOf)
      if (problem !== null) {
        const { message, reference } = problem
        await withRetry(clock, () => answer.ephemeral(message), untilReceived(late)).catch((error: unknown) =>
          log.error('could not report an error to the person', { ...fields, reference, error }),
        )
      }
      more.ended?.(problem?.from ?? 'answered')
    })
}
