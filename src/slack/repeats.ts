/** Newer deliveries than these are what Slack repeats: within minutes. */
const remembered = 5_000

/**
 * Tells deliveries that this process has handled already: Slack delivers again what it thinks was not acknowledged,
 * and Bolt runs the listener again. What changes something is keyed in the store besides, for other replicas.
 */
export class Repeats {
  readonly #seen = new Set<string>()

  /** True from the second time on. */
  has(id: string): boolean {
    if (this.#seen.has(id)) return true
    this.#seen.add(id)
    if (this.#seen.size > remembered)
      for (const oldest of this.#seen.values().take(1)) this.#seen.delete(oldest)
    return false
  }
}
