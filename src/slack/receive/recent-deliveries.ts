import { hash } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { replayableMs } from './signature.ts'

/** A minute longer than a delivery can be replayed. */
const retentionMs = replayableMs + 60_000
/** More than 150 a second; above that, older ones are forgotten sooner. */
const maxDeliveries = 100_000

/**
 * Recognizes deliveries that this process has handled: Slack repeats those it thinks unacknowledged, and an attacker
 * may replay one. Changes are also recorded in the store, for other replicas (`idempotency.ts`).
 */
export class RecentDeliveries {
  readonly #wallClock: Clock
  /** Two generations: the older one is dropped as a whole. */
  #young = new Set<string>()
  #old = new Set<string>()
  #rotateAt: number

  /** @param wallClock the real time, even in a demo with another clock */
  constructor(wallClock: Clock) {
    this.#wallClock = wallClock
    this.#rotateAt = wallClock.now().epochMilliseconds + retentionMs
  }

  /** Records the id. @returns whether it was there before */
  has(id: string): boolean {
    this.#rotate()
    // Hashed, since a substring would keep its whole request in memory.
    const key = hash('sha256', id, 'base64url')
    if (this.#young.has(key) || this.#old.has(key)) return true
    this.#young.add(key)
    return false
  }

  #rotate(): void {
    const now = this.#wallClock.now().epochMilliseconds
    if (now < this.#rotateAt && this.#young.size < maxDeliveries) return
    this.#old = now < this.#rotateAt + retentionMs ? this.#young : new Set()
    this.#young = new Set()
    this.#rotateAt = now + retentionMs
  }
}
