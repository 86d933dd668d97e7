import type { Clock } from './clock.ts'

const quietMs = 60_000

/**
 * Says at most once a minute what strangers can bring about as often as they like: whoever sends thousands of requests
 * must not fill the log.
 * @param wallClock tells the real time, whatever a demo's clock says
 * @returns says it now, or counts it for the next time; `count` is how often it has happened since it was said last
 */
export function logThrottle(wallClock: Clock): (say: (count: number) => void) => void {
  let happened = 0
  let quietUntil = 0
  return (say) => {
    happened += 1
    const now = wallClock.now().epochMilliseconds
    if (now < quietUntil) return
    say(happened)
    happened = 0
    quietUntil = now + quietMs
  }
}
