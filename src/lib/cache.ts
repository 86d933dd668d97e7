import type { Clock } from './clock.ts'

export interface CacheOptions<Value> {
  readonly clock: Clock
  /** How long a value is valid; `null`: until it is evicted. */
  readonly ttlMs: number | null
  /** Beyond this many entries the least recently used one is evicted. */
  readonly max: number
  /** Called for each value that is deleted, replaced, expired or evicted. */
  readonly onEvict?: (value: Value, key: string) => void
}

interface Entry<Value> {
  readonly value: Value
  readonly from: number
  readonly until: number
}

/** Expired values may take memory for this long while others are added. */
const sweepMs = 60_000

export class Cache<Value> {
  readonly #clock: Clock
  readonly #ttlMs: number
  readonly #max: number
  readonly #onEvict: (value: Value, key: string) => void
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry<Value>>()
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor({ clock, ttlMs, max, onEvict = () => {} }: CacheOptions<Value>) {
    this.#clock = clock
    this.#ttlMs = ttlMs ?? Number.POSITIVE_INFINITY
    this.#max = max
    this.#onEvict = onEvict
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (!this.#isValid(entry)) {
      this.delete(key)
      return undefined
    }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** @param ttlMs for this value */
  set(key: string, value: Value, ttlMs = this.#ttlMs): void {
    if (this.#entries.get(key)?.value !== value) this.delete(key)
    this.#entries.delete(key)
    const from = this.#now()
    if (Math.abs(from - this.#sweptAt) >= sweepMs) {
      this.#sweptAt = from
      this.deleteExpired()
    }
    this.#entries.set(key, { value, from, until: from + ttlMs })
    if (this.#entries.size > this.#max) for (const oldest of this.#entries.keys().take(1)) this.delete(oldest)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#onEvict(entry.value, key)
  }

  /** Deletes expired values, which otherwise happens at their next lookup, or within a minute if others are added. */
  deleteExpired(): void {
    for (const [key, entry] of this.#entries) if (!this.#isValid(entry)) this.delete(key)
  }

  values(): readonly Value[] {
    return [...this.#entries.values()].filter((entry) => this.#isValid(entry)).map(({ value }) => value)
  }

  /** Setting the clock back must not extend a value's lifetime. */
  #isValid({ from, until }: Entry<Value>): boolean {
    if (until === Number.POSITIVE_INFINITY) return true
    const now = this.#now()
    return from <= now && now < until
  }

  #now(): number {
    return this.#clock.now().epochMilliseconds
  }
}

/** Caches answers. Callers with the same key share a pending request. Rejections aren't cached. */
export class AnswerCache<Answer> {
  readonly #answers: Cache<Promise<Answer>>

  constructor(options: Omit<CacheOptions<Promise<Answer>>, 'onEvict'>) {
    this.#answers = new Cache(options)
  }

  /** @param ttlMs for this answer; default: the cache's */
  get(
    key: string,
    ask: () => Promise<Answer>,
    ttlMs?: (answer: Answer) => number | undefined,
  ): Promise<Answer> {
    const cached = this.#answers.get(key)
    if (cached !== undefined) return cached
    const pending = ask()
    this.#answers.set(key, pending)
    pending.then(
      (answer) => {
        const ms = ttlMs?.(answer)
        if (ms !== undefined && this.#answers.get(key) === pending) this.#answers.set(key, pending, ms)
      },
      () => {
        if (this.#answers.get(key) === pending) this.#answers.delete(key)
      },
    )
    return pending
  }

  /** Asks again, even if an answer is cached, and caches the new one. */
  renew(
    key: string,
    ask: () => Promise<Answer>,
    ttlMs?: (answer: Answer) => number | undefined,
  ): Promise<Answer> {
    this.#answers.delete(key)
    return this.get(key, ask, ttlMs)
  }

  delete(key: string): void {
    this.#answers.delete(key)
  }
}
