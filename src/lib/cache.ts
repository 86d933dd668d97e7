import { YieldQueue } from './async.ts'
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
  renew(...question: Parameters<AnswerCache<Answer>['get']>): Promise<Answer> {
    this.#answers.delete(question[0])
    return this.get(...question)
  }

  delete(key: string): void {
    this.#answers.delete(key)
  }
}

/**
 * Shares one pending answer between callers with the same question. Callers that joined continue after the first one, each
 * in its own turn of the event loop (ADR 4).
 *
 * @param keyOf equal for questions with the same answer
 */
export function singleFlight<Owner extends object, Question, Answer>(
  keyOf: (question: Question) => string,
  ask: (owner: Owner, question: Question) => Promise<Answer>,
): (owner: Owner, question: Question) => Promise<Answer> {
  const yieldQueue = new YieldQueue()
  const pendingOf = new WeakMap<Owner, Map<string, Promise<Answer>>>()
  return (owner, question) => {
    const key = keyOf(question)
    const pending = pendingOf.get(owner) ?? new Map<string, Promise<Answer>>()
    pendingOf.set(owner, pending)
    const shared = pending.get(key)
    if (shared !== undefined) {
      const pass = () => yieldQueue.pass()
      return shared.finally(pass)
    }
    const answer = ask(owner, question).finally(() => pending.delete(key))
    pending.set(key, answer)
    return answer
  }
}

/**
 * Computes a value once per object and key, and caches it as long as the object exists. For values that many digests
 * compute from the same answer. Callers must not change the value.
 *
 * Measured: without any memoization, 1,000 digests take about a quarter more CPU time (docs/performance.md).
 */
export function memoizeFor<Of extends object, Made>(): (of: Of, key: string, make: () => Made) => Made {
  const cache = new WeakMap<Of, Map<string, Made>>()
  return (of, key, make) => {
    const byKey = cache.get(of) ?? new Map<string, Made>()
    cache.set(of, byKey)
    const cached = byKey.get(key)
    if (cached !== undefined) return cached
    const value = make()
    byKey.set(key, value)
    return value
  }
}

/** Computes a value once, at its first use. Each Intl formatter would otherwise add milliseconds to the start. */
export function lazy<T>(make: () => T): () => T {
  let computed: { readonly value: T } | null = null
  return () => {
    computed ??= { value: make() }
    return computed.value
  }
}
