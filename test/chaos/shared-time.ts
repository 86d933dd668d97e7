/**
 * One time for all processes of a chaos run, in a file: whoever reads it has the newest at once, a process too that stood
 * still for a while, as with a machine's own clock. The driver moves it, much faster than real time.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Clock } from '../../src/lib/clock.ts'

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

export class SharedClock implements Clock {
  readonly #file: number
  readonly #bytes = Buffer.alloc(8)
  readonly #sleepers = new Set<Sleeper>()

  /** @param path what a {@link SharedTime} writes */
  constructor(path: string, flags: 'r' | 'w+' = 'r') {
    this.#file = openSync(path, flags)
  }

  now(): Temporal.Instant {
    readSync(this.#file, this.#bytes, 0, 8, 0)
    return Temporal.Instant.fromEpochMilliseconds(this.#bytes.readDoubleLE())
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sleeper = {
      until: this.now().epochMilliseconds + ms,
      wake: () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
    }
    const onAbort = () => {
      this.#sleepers.delete(sleeper)
      reject(signal?.reason)
    }
    this.#sleepers.add(sleeper)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
    return promise
  }

  /** Wakes who has slept long enough: to be called when the time was moved. */
  moved(): void {
    const now = this.now().epochMilliseconds
    const due = [...this.#sleepers].filter(({ until }) => until <= now)
    for (const sleeper of due.sort((a, b) => a.until - b.until)) {
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  protected write(ms: number): void {
    this.#bytes.writeDoubleLE(ms)
    writeSync(this.#file, this.#bytes, 0, 8, 0)
  }
}

export class SharedTime extends SharedClock {
  constructor(path: string, start: Temporal.Instant) {
    super(path, 'w+')
    this.write(start.epochMilliseconds)
  }

  advance(ms: number): void {
    this.write(this.now().epochMilliseconds + ms)
    this.moved()
  }
}
