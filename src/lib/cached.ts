import type { Clock } from './clock.ts'

/**
 * What Slack said lately, so that it is not asked again for each command: at most `limit` answers, for `minutes`, and
 * for `untoldMs` that it said nothing.
 */
export class SlackAnswers<T> {
  readonly #clock: Clock
  readonly #ms: number
  readonly #limit: number
  readonly #untoldMs: number
  readonly #known = new Map<string, { readonly until: number; readonly value: Promise<T | null> }>()

  constructor(clock: Clock, minutes: number, limit: number, untoldMs: number) {
    this.#clock = clock
    this.#ms = minutes * 60_000
    this.#limit = limit
    this.#untoldMs = untoldMs
  }

  /** The answer of that key, asked at most once at a time. `null`: Slack tells nothing. A rejection isn't remembered. */
  async get(key: string, ask: () => Promise<T | null>): Promise<T | null> {
    const known = this.#known.get(key)
    if (known !== undefined && known.until > this.#clock.now().epochMilliseconds) return known.value
    return this.renew(key, ask)
  }

  /** Asks whatever is remembered, and remembers that. */
  async renew(key: string, ask: () => Promise<T | null>): Promise<T | null> {
    const now = this.#clock.now().epochMilliseconds
    const value = ask()
    this.#known.delete(key)
    this.#known.set(key, { until: now + this.#ms, value })
    if (this.#known.size > this.#limit)
      for (const oldest of this.#known.keys().take(1)) this.#known.delete(oldest)
    const answer = await value.catch((error: unknown) => {
      if (this.#known.get(key)?.value === value) this.#known.delete(key)
      throw error
    })
    const asked = this.#known.get(key)
    if (answer === null && asked?.value === value)
      this.#known.set(key, { until: Math.min(asked.until, now + this.#untoldMs), value })
    return answer
  }
}
