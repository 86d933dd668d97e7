import type { Clock } from '../../lib/clock.ts'

/** A short memory of answers, bounded in entries: when it is full, the one not asked for longest goes. */
export class Cache {
  readonly #entries = new Map<string, { readonly value: unknown; readonly until: number }>()
  readonly #clock: Clock
  readonly #lifeMs: number
  readonly #maxEntries: number

  /** `seconds` 0 switches it off. */
  constructor(clock: Clock, seconds: number, maxEntries: number) {
    this.#clock = clock
    this.#lifeMs = seconds * 1000
    this.#maxEntries = maxEntries
  }

  get enabled(): boolean {
    return this.#lifeMs > 0
  }

  /** The value, or `undefined` when there is none or it is too old. */
  get(key: string): unknown {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (entry.until <= this.#clock.now().epochMilliseconds) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: unknown): void {
    if (!this.enabled) return
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: this.#clock.now().epochMilliseconds + this.#lifeMs })
    if (this.#entries.size <= this.#maxEntries) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      break
    }
  }
}
