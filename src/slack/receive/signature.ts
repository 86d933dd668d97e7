import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

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
