/** Time limits, retries, fair queues and loops. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { Clock } from './clock.ts'
import { Problem } from './problem.ts'

/** Made once: each would record where it was made, in a tenth of a millisecond. */
const ended = new DOMException('The wait has ended.', 'AbortError')

/** `null` if it takes longer than `ms`. @param work gets a signal that aborts when the wait ends */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const waitEnded = new AbortController()
  const late = clock.sleep(ms, waitEnded.signal).then(
    () => null,
    () => null,
  )
  const working = work(waitEnded.signal)
  // A later rejection must not crash the process.
  working.catch(() => {})
  try {
    return await Promise.race([working, late])
  } finally {
    waitEnded.abort(ended)
  }
}

/** Awaits `work`, but rejects as soon as the signal aborts; `work` then continues unobserved. */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The promise's value if that needs no I/O, for example because it is cached; otherwise `null`. */
export function atOnce<Value>(promise: Promise<Value>): Promise<Value | null> {
  const { promise: oneTurn, resolve } = Promise.withResolvers<null>()
  setImmediate(resolve, null)
  return Promise.race([promise, oneTurn])
}

export class SendDeadlineError extends Error {
  override readonly name = 'SendDeadlineError'
  constructor() {
    super('delayed past its deadline; not sent')
  }
}

/**
 * For a request that must not be sent late. Between the decision and the first byte lie a queue, a DNS look-up, a
 * connection and a handshake, and a paused process may resume there minutes later.
 *
 * @param maySend called right before the request is written, in the same turn of the event loop; if it returns `false`,
 *   the request fails with a {@link SendDeadlineError}
 */
export function withSendDeadline(maySend: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const onRequestStart = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      // An error thrown here ends the request before it is written.
      if (!maySend()) throw new SendDeadlineError()
      onRequestStart?.(controller, context)
    }
    return dispatch(options, handler)
  }
}

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/** The pause after so many failures: twice as long each time. */
export function backoffMs(failures: number, firstMs = firstPauseMs, longestMs = longestPauseMs): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs)
}

export interface RetryOptions {
  /** The longest time that pauses take in all. The default fits a short outage of the database. */
  readonly forMs?: number
  /** The least pause after an error, in milliseconds; `null`: it is final. Default: 0. */
  readonly leastMs?: (error: unknown) => number | null
  /** Rejects when Sightline stops: there is then one more attempt, at once. */
  readonly late?: Promise<never>
}

/** Repeats work until it succeeds, with longer and longer pauses. Work whose effect isn't certain must be idempotent. */
export async function withRetry<Result>(
  clock: Pick<Clock, 'sleep'>,
  work: () => Promise<Result>,
  { forMs = 15_000, leastMs = () => 0, late = new Promise<never>(() => {}) }: RetryOptions = {},
): Promise<Result> {
  let isStopping = false
  const stopping = late.catch(() => {
    isStopping = true
  })
  let pausedMs = 0
  for (let failures = 1; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      const least = leastMs(error)
      const pauseMs = Math.max(backoffMs(failures), least ?? 0)
      pausedMs += pauseMs
      if (least === null || isStopping || pausedMs > forMs) throw error
      await Promise.race([clock.sleep(pauseMs), stopping])
    }
  }
}

interface Group {
  readonly waiting: Set<() => void>
  running: number
}

/** An item that takes longer waits for a service: it gives up its place, so that the others don't wait with it. */
const placeMs = 2_000
const longestWaitMs = 15_000
/** If the service hangs, more would wait in vain. */
const mostWaiting = 1_000
/** At once, answers to a flood would slow its acknowledgements: p50 of 1.13 times bare Bolt instead of 1.10 (`bench ack`). */
const refusalMs = 1_000

const busyProblem = () =>
  new Problem('busy', 'Too many questions of this workspace came at once. Try again in a minute.')

/** One item per turn of the event loop. Groups take turns, each with at most `atOnce` items at work. */
export class FairQueue {
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #atOnce: number
  /** Groups with items, the one whose turn is next first. */
  readonly #groups = new Map<string, Group>()
  #isScheduled = false

  constructor(clock: Pick<Clock, 'sleep'>, atOnce = Number.POSITIVE_INFINITY) {
    this.#clock = clock
    this.#atOnce = atOnce
  }

  /**
   * @param work waits for its turn where it calls `turn`, and has its place until it ends, or for two seconds
   * @throws {Problem} `busy`: too many wait, or its turn didn't come in time
   */
  async run<T>(name: string, work: (turn: () => Promise<void>) => Promise<T>): Promise<T> {
    let leave = () => {}
    const turn = async () => {
      leave = await this.#enter(name)
    }
    try {
      return await work(turn)
    } finally {
      leave()
    }
  }

  async #enter(name: string): Promise<() => void> {
    const group = this.#groups.get(name) ?? { waiting: new Set(), running: 0 }
    if (Number.isFinite(this.#atOnce) && group.waiting.size >= mostWaiting) {
      await this.#clock.sleep(refusalMs)
      throw busyProblem()
    }
    this.#groups.set(name, group)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    group.waiting.add(resolve)
    this.#schedule()
    if (group.running + group.waiting.size > this.#atOnce)
      void this.#clock.sleep(longestWaitMs).then(() => {
        if (group.waiting.delete(resolve)) reject(busyProblem())
      })
    await promise
    let hasPlace = true
    const leave = () => {
      if (!hasPlace) return
      hasPlace = false
      group.running -= 1
      if (group.running === 0 && group.waiting.size === 0) this.#groups.delete(name)
      this.#schedule()
    }
    if (Number.isFinite(this.#atOnce)) void this.#clock.sleep(placeMs).then(leave)
    return leave
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startNext()
    })
  }

  #startNext(): void {
    for (const [name, group] of this.#groups) {
      const [start] = group.running < this.#atOnce ? group.waiting : []
      if (start === undefined) continue
      group.waiting.delete(start)
      group.running += 1
      this.#groups.delete(name)
      this.#groups.set(name, group)
      start()
      this.#schedule()
      return
    }
  }
}

/** Callers continue one at a time, each in its own turn of the event loop, so that a thousand don't block it. */
export class YieldQueue {
  #last: Promise<void> = Promise.resolve()

  pass(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn())
    return this.#last
  }
}

/** Concurrent calls for one answer: gentle on the service, and still quick for a dozen parts. */
const AT_ONCE = 4

/**
 * Runs `work` on every item, a few at a time, and returns results in the items' order. A failure doesn't stop the other
 * items. Rejects with the first failure once all calls have ended, because the caller may then close the database.
 */
export async function fewAtOnce<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting)
      try {
        results[index] = await work(item)
      } catch (error) {
        failures.push(error)
      }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}

export interface LoopHealth {
  /** End of the last successful run, or the loop's start before one succeeded. */
  readonly lastSuccess: Temporal.Instant
  /** Code of the last run's failure, for example the store's `unreachable`; `null`: it succeeded. */
  readonly lastFailure: string | null
  /** Start of the current run; `null`: it sleeps. */
  readonly runningSince: Temporal.Instant | null
}

interface LoopOptions {
  readonly clock: Clock
  /** Ends the loop; the current run may finish. */
  readonly signal: AbortSignal
  /** Work due later than this is left to the next wake-up. */
  readonly mostMs: number
  run(): Promise<void>
  /** Called at each wake-up during a run. */
  joined?(): void
  /** When the next work is due; `null`: none. Omitted: the loop runs only when woken. */
  dueAt?(): Promise<Temporal.Instant | null>
  /** Called at each failure. @returns its code */
  failed(error: unknown): string
}

/** Pause before work that is due but was not done, for example because another process has claimed it. */
const retryMs = 1_000

export function startLoop({ clock, signal, mostMs, run, joined, dueAt, failed }: LoopOptions) {
  let requests = 0
  let running: Promise<void> | null = null
  let resting = Promise.resolve()
  let sleepAbort = new AbortController()
  let lastSuccess = clock.now()
  let lastFailure: string | null = null
  let runningSince: Temporal.Instant | null = null
  signal.addEventListener('abort', () => sleepAbort.abort(), { once: true })

  /** A wake-up during a run causes another run, since the current one has already read the clock. */
  const runAll = async () => {
    for (let done = 0; done < requests && !signal.aborted; ) {
      done = requests
      runningSince = clock.now()
      try {
        await run()
        lastSuccess = clock.now()
        lastFailure = null
      } catch (error) {
        lastFailure = failed(error)
      }
    }
    requests = 0
    running = null
    runningSince = null
    resting = rest(sleepAbort.signal)
  }
  const rest = async (woken: AbortSignal) => {
    if (dueAt === undefined || lastFailure !== null || woken.aborted) return
    try {
      const at = await dueAt()
      const ms = at === null ? mostMs : at.epochMilliseconds - clock.now().epochMilliseconds
      if (ms >= mostMs) return
      await clock.sleep(ms > 0 ? ms : retryMs, woken)
    } catch (error) {
      if (!woken.aborted) failed(error)
      return
    }
    void wake()
  }
  /** Runs now, or once more after the current run. Resolves when done, and never rejects. */
  const wake = (): Promise<void> => {
    if (signal.aborted) return running ?? Promise.resolve()
    requests += 1
    if (running !== null) {
      joined?.()
      return running
    }
    sleepAbort.abort()
    sleepAbort = new AbortController()
    running = runAll()
    return running
  }
  return {
    wake,
    idle: async () => {
      await running
      // The last query must end before the database is closed.
      if (signal.aborted) await resting
    },
    health: (): LoopHealth => ({ lastSuccess, lastFailure, runningSince }),
  }
}
