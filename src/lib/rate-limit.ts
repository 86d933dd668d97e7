import type { Clock } from './clock.ts'

const windowMs = 60_000

/**
 * @param wallClock the real time, even in a demo with another clock
 * @returns takes one; `false` if the limit is reached for this minute
 */
export function rateLimit(max: number, wallClock: Clock): () => boolean {
  let used = 0
  let until = 0
  return () => {
    const now = wallClock.now().epochMilliseconds
    // The clock may have been set back.
    if (now >= until || now < until - windowMs) {
      until = now + windowMs
      used = 0
    }
    if (used >= max) return false
    used += 1
    return true
  }
}

/**
 * Logs an event at most once a minute, so that strangers who can cause it at will can't fill the log.
 * @returns calls `write` now or counts the event; `count` is the number of events since the last call
 */
export function logThrottle(wallClock: Clock): (write: (count: number) => void) => void {
  const mayWrite = rateLimit(1, wallClock)
  let count = 0
  return (write) => {
    count += 1
    if (!mayWrite()) return
    write(count)
    count = 0
  }
}
