import { hash } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'

/** A signed request can be sent again for ten minutes: five before, five after the time that it carries. */
const rememberedMs = 11 * 60_000
/** So many in that time would be more than 150 a second; older ones go sooner then. */
const most = 100_000

/**
 * Tells deliveries that this process has handled already: Slack delivers again what it thinks was not acknowledged,
 * and somebody may replay what they have overheard. What changes something is keyed in the store besides, for other
 * replicas.
 */
export class RecentDeliveries {
  readonly #wallClock: Clock
  /** Two generations, so that forgetting costs nothing. */
  #young = new Set<string>()
  #old = new Set<string>()
  #turnAt: number

  /** @param wallClock tells the real time, whatever a demo's clock says */
  constructor(wallClock: Clock) {
    this.#wallClock = wallClock
    this.#turnAt = wallClock.now().epochMilliseconds + rememberedMs
  }

  /** True from the second time on. */
  has(id: string): boolean {
    this.#turn()
    // An id cut out of a request would keep the whole request in memory.
    const key = hash('sha256', id, 'base64url')
    if (this.#young.has(key) || this.#old.has(key)) return true
    this.#young.add(key)
    return false
  }

  #turn(): void {
    const now = this.#wallClock.now().epochMilliseconds
    if (now < this.#turnAt && this.#young.size < most) return
    this.#old = now < this.#turnAt + rememberedMs ? this.#young : new Set()
    this.#young = new Set()
    this.#turnAt = now + rememberedMs
  }
}
