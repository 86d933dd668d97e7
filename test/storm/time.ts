/**
 * One machine clock for all processes of a storm, in a file: it runs on by itself, faster than the real time where nothing
 * is to be seen, and steps. Whoever reads it has the newest at once, a process too that was stopped for a while.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Clock } from '../../src/lib/clock.ts'
import { PendingSleeps } from '../pending-sleeps.ts'

/** The real time, also where `Date` tells the storm's. */
export const realNow = Date.now.bind(Date)
/** So often, in real milliseconds, those who sleep look at the time. */
const lookEveryMs = 20
const size = 4 * 8

export class StormClock implements Clock {
  readonly #file: number
  readonly #bytes = Buffer.alloc(size)
  readonly #sleeps = new PendingSleeps()
  #looking: NodeJS.Timeout | null = null

  /** @param path what a {@link StormTime} writes */
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

  /** Whether processes are to meet their fates now. */
  get stormy(): boolean {
    return this.#read()[3] === 1
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#looking ??= setInterval(() => this.#look(), lookEveryMs)
    return this.#sleeps.sleep(this.ms() + ms, signal)
  }

  #look(): void {
    this.#sleeps.wake(this.ms())
    if (this.#sleeps.count > 0 || this.#looking === null) return
    clearInterval(this.#looking)
    this.#looking = null
  }

  #read(): readonly [base: number, since: number, rate: number, stormy: number] {
    readSync(this.#file, this.#bytes, 0, size, 0)
    const at = (index: number) => this.#bytes.readDoubleLE(index * 8)
    return [at(0), at(1), at(2), at(3)]
  }

  close(): void {
    if (this.#looking !== null) clearInterval(this.#looking)
    closeSync(this.#file)
  }

  protected write(values: readonly [base: number, since: number, rate: number, stormy: number]): void {
    for (const [index, value] of values.entries()) this.#bytes.writeDoubleLE(value, index * 8)
    writeSync(this.#file, this.#bytes, 0, size, 0)
  }
}

/** What the driver of a storm moves. */
export class StormTime extends StormClock {
  constructor(path: string, start: Temporal.Instant) {
    super(path, 'w+')
    this.write([start.epochMilliseconds, realNow(), 1, 0])
  }

  /** From now on it runs so fast, and processes meet their fates or don't. */
  run(rate: number, stormy: boolean): void {
    this.write([this.ms(), realNow(), rate, stormy ? 1 : 0])
  }

  step(ms: number): void {
    this.write([this.ms() + ms, realNow(), this.rate, this.stormy ? 1 : 0])
  }
}

/** Makes it the time that this process's `Date` and `Temporal` tell, as a machine's clock is. */
export function setMachineClock(clock: StormClock): void {
  Temporal.Now.instant = () => clock.now()
  globalThis.Date = class extends Date {
    constructor(...given: unknown[]) {
      // Its own constructor takes these in many ways.
      super(...((given.length === 0 ? [clock.ms()] : given) as [number]))
    }
    static override now(): number {
      return Math.floor(clock.ms())
    }
  } as DateConstructor
}
