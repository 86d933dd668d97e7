import cron from 'node-cron'
import type { Clock } from '../../lib/clock.ts'

export const everyMs = 60_000
/** Tolerated delay of a wake-up, so that a busy machine isn't mistaken for a missing timer. */
const graceMs = 5_000

/**
 * Wakes at every full minute. A watchdog covers missing wake-ups: when clocks go back, node-cron doesn't fire for up to
 * two hours in that zone.
 *
 * @param clock real time, which node-cron uses as well
 * @param missed called when the watchdog had to step in
 */
export function everyMinute(
  clock: Pick<Clock, 'sleep'>,
  wake: () => void,
  missed: () => void,
): { stop(): Promise<void> } {
  let watched = new AbortController()
  const watch = () => {
    watched.abort()
    watched = new AbortController()
    clock.sleep(everyMs + graceMs, watched.signal).then(
      () => {
        missed()
        woken()
      },
      () => {},
    )
  }
  const woken = () => {
    watch()
    wake()
  }
  // The watchdog logs missed wake-ups.
  const timer = cron.schedule('* * * * *', woken, { suppressMissedWarning: true })
  watch()
  return {
    stop: async () => {
      watched.abort()
      await timer.destroy()
    },
  }
}
