/**
 * One machine clock for all processes of a storm, kept in a file. It advances on its own, faster than real time where
 * nothing happens, and can step. Every reader gets the latest time at once, even a process that was paused.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { SandboxClock } from '../../sandbox/clock.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { PendingSleeps } from '../pending-sleeps.ts'

/** The real time, even where `Date` returns storm time. */
export const realNow = Date.now.bind(Date)
/** How often sleepers check the time, in real milliseconds. */
const checkEveryMs = 20
const size = 4 * 8

export class StormClock implements Clock {
  readonly #file: number
  readonly #bytes = Buffer.alloc(size)
  readonly #sleeps = new PendingSleeps()
  #checkTimer: NodeJS.Timeout | null = null

  /** @param path the file that a {@link StormTime} writes */
  constructor(path: string, flags: 'r' | 'w+' = 'r') {
    this.#file = openSync(path, flags)
  }

  now(): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(this.ms()))
  }

  ms(): number {
    const [base, since, rate] = this.#read()
    return base + (realNow() - since) * rate
  }

  /** How fast it runs. */
  get rate(): number {
    return this.#read()[2]
  }

  /** Whether processes may meet their fates now. */
  get stormy(): boolean {
    return this.#read()[3] === 1
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#checkTimer ??= setInterval(() => this.#check(), checkEveryMs)
    return this.#sleeps.sleep(this.ms() + ms, signal)
  }

  #check(): void {
    this.#sleeps.wake(this.ms())
    if (this.#sleeps.count > 0 || this.#checkTimer === null) return
    clearInterval(this.#checkTimer)
    this.#checkTimer = null
  }

  #read(): readonly [base: number, since: number, rate: number, stormy: number] {
    readSync(this.#file, this.#bytes, 0, size, 0)
    const at = (index: number) => this.#bytes.readDoubleLE(index * 8)
    return [at(0), at(1), at(2), at(3)]
  }

  close(): void {
    if (this.#checkTimer !== null) clearInterval(this.#checkTimer)
    closeSync(this.#file)
  }

  protected write(values: readonly [base: number, since: number, rate: number, stormy: number]): void {
    for (const [index, value] of values.entries()) this.#bytes.writeDoubleLE(value, index * 8)
    writeSync(this.#file, this.#bytes, 0, size, 0)
  }
}

/** The clock that the driver of a storm controls. */
export class StormTime extends StormClock {
  constructor(path: string, start: Temporal.Instant) {
    super(path, 'w+')
    this.write([start.epochMilliseconds, realNow(), 1, 0])
  }

  /** The rate while nothing needs the real speed. */
  #wanted = 1
  #realSpeeds = 0

  /** Sets the rate, and whether processes meet their fates. */
  run(rate: number, stormy: boolean): void {
    this.#wanted = rate
    this.write([this.ms(), realNow(), this.#realSpeeds > 0 ? 1 : rate, stormy ? 1 : 0])
  }

  /** Runs at real speed until the work is done. */
  async atRealSpeed<T>(work: () => Promise<T>): Promise<T> {
    this.#realSpeeds += 1
    this.run(this.#wanted, this.stormy)
    try {
      return await work()
    } finally {
      this.#realSpeeds -= 1
      this.run(this.#wanted, this.stormy)
    }
  }

  step(ms: number): void {
    this.write([this.ms() + ms, realNow(), this.rate, this.stormy ? 1 : 0])
  }
}

/** As the sandbox's Slack and service take it. What was moved ahead is noticed soon. */
export function asSandboxClock(clock: StormClock): SandboxClock {
  const listeners = new Set<() => void>()
  setInterval(() => {
    for (const listener of listeners) listener()
  }, 100).unref()
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    advance: () => {},
    onAdvance: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Makes this process's `Date` and `Temporal` return its time, as if it were the machine's clock. */
export function setMachineClock(clock: StormClock): void {
  Temporal.Now.instant = () => clock.now()
  globalThis.Date = class extends Date {
    constructor(...given: unknown[]) {
      // The constructor of `Date` has many overloads.
      super(...((given.length === 0 ? [clock.ms()] : given) as [number]))
    }
    static override now(): number {
      return Math.floor(clock.ms())
    }
  } as DateConstructor
}
