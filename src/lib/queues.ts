import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { Problem } from './problem.ts'

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
