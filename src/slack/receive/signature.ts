import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../lib/clock.ts'

/** Slack: a request more than five minutes from now may be a replay. */
const windowSeconds = 300

/** How long a signed request can be replayed: from five minutes before its time until five minutes after it. */
export const replayableMs = 2 * windowSeconds * 1_000

/**
 * Whether Slack signed these bytes within five minutes before or after now
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack). Bolt accepts any future time, which would give
 * a replay more time.
 *
 * @param nowMs since 1970
 */
export function isSignedBySlack(
  body: Buffer,
  headers: IncomingHttpHeaders,
  signingSecret: string,
  nowMs: number,
): boolean {
  const { 'x-slack-request-timestamp': time, 'x-slack-signature': signature } = headers
  if (typeof time !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(nowMs / 1000 - Number(time)) > windowSeconds) return false
  const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(body, time, signingSecret))]
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** @param time in seconds since 1970 */
export function signatureOf(body: string | Buffer, time: string, signingSecret: string): string {
  return `v0=${createHmac('sha256', signingSecret).update(`v0:${time}:`).update(body).digest('hex')}`
}

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
