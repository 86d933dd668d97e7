/** Deliveries: acknowledged within three seconds, each worked on once, and waited for when the process ends. */

import { hash } from 'node:crypto'
import type { App, Receiver, ReceiverEvent } from '@slack/bolt'
import { problemMessage } from '../../blocks/kit/problem.ts'
import { type FairQueue, withRetry, withTimeout } from '../../lib/async.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import { Problem, type Reported } from '../../lib/problem.ts'
import {
  type ArrivalKind,
  type CommandOutcome,
  type Log,
  type LogFields,
  type Meter,
  withReference,
} from '../../lib/telemetry.ts'
import type { Refusals } from '../../model/permission.ts'
import { isPermitted } from '../plan.ts'
import type { Answer } from '../port.ts'
import { untilReceived } from '../send/calls.ts'
import type { SlackContext } from '../send/client.ts'
import type { Identities } from './access.ts'
import type { Handlers } from './handlers.ts'
import { replayableMs } from './http-receiver.ts'

const kinds: Readonly<Record<string, ArrivalKind>> = {
  block_actions: 'action',
  view_submission: 'submission',
  block_suggestion: 'options',
  shortcut: 'shortcut',
  message_action: 'shortcut',
  event_callback: 'event',
}

function kindOf(body: ReceiverEvent['body']): ArrivalKind {
  if (typeof body.command === 'string') return 'command'
  return kinds[body.type] ?? 'other'
}

/**
 * Records the question in a delivery. @returns answers it; `null`: nothing to answer here
 * @throws if it can't be recorded
 */
export type RecordQuestion = (body: ReceiverEvent['body']) => Promise<(() => void) | null>

/** The question of an event couldn't be recorded in time, so Slack has to bring the event again. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError'
  constructor() {
    super('the question could not be recorded in time')
  }
}

interface Around {
  readonly meter: Meter
  readonly log: Log
  /** Called with every delivery, before its question is recorded. */
  readonly arrived: (body: ReceiverEvent['body']) => void
  readonly record: RecordQuestion
}

/**
 * Gives each delivery a log reference, and measures how long the acknowledgement takes: from the moment the whole
 * request has arrived (and its signature has passed) until the answer is sent.
 *
 * An acknowledgement that fails is logged, not thrown. A closing socket can't send one, but Slack doesn't repeat a
 * command or a click, so the work still has to be done.
 *
 * A question is recorded before its event is acknowledged: another process can then answer it, whenever this one ends.
 * While it can't be recorded the event is not acknowledged, so that Slack brings it again
 * (https://docs.slack.dev/apis/events-api). Bolt itself acknowledges events before their listeners run.
 */
export function watchDeliveries(receiver: Receiver, { meter, log, arrived, record }: Around): Receiver {
  const receive = async (app: App, event: ReceiverEvent) => {
    const arrivedAt = performance.now()
    const ack: ReceiverEvent['ack'] = async (...response) => {
      try {
        await event.ack(...response)
      } catch (error) {
        log.warn('a delivery could not be acknowledged', { action: kindOf(event.body), error })
        return
      }
      meter.acknowledged(kindOf(event.body), (performance.now() - arrivedAt) / 1_000)
    }
    arrived(event.body)
    const answer = await record(event.body)
    await app.processEvent({ ...event, ack })
    answer?.()
  }
  return {
    // A receiver only calls `processEvent`, so that is the one method replaced.
    init: (app) => {
      const value = (event: ReceiverEvent) => withReference(() => receive(app, event))
      receiver.init(Object.create(app, { processEvent: { value } }))
    },
    start: (...how) => receiver.start(...how),
    stop: (...how) => receiver.stop(...how),
  }
}

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
 * may replay one. Changes are also recorded in the store, for other replicas (`createIdempotency`).
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
