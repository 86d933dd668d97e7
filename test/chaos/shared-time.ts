/**
 * One clock for all processes of a chaos run, kept in a file. Like a machine's clock, it gives every reader the latest time
 * at once, even a process that was paused. The driver moves it, much faster than real time.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Clock } from '../../src/lib/clock.ts'
import { PendingSleeps } from '../pending-sleeps.ts'

export class SharedClock implements Clock {
  readonly #file: number
  readonly #bytes = Buffer.alloc(8)
  readonly #sleeps = new PendingSleeps()

  /** @param path the file that a {@link SharedTime} writes */
  constructor(path: string, flags: 'r' | 'w+' = 'r') {
    this.#file = openSync(path, flags)
  }

  now(): Temporal.Instant {
    readSync(this.#file, this.#bytes, 0, 8, 0)
    return Temporal.Instant.fromEpochMilliseconds(this.#bytes.readDoubleLE())
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#sleeps.sleep(this.now().epochMilliseconds + ms, signal)
  }

  /** Ends sleeps whose time has come. Call it after the time moved. */
  moved(): void {
    this.#sleeps.wake(this.now().epochMilliseconds)
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
