import cron from 'node-cron'
import type { Clock } from '../../lib/clock.ts'

export const everyMs = 60_000
/** A wake-up may come so much later than a minute after the one before: a busy machine is no missing timer. */
const graceMs = 5_000

/**
 * Wakes at each full minute. Where node-cron gives no wake-up for a minute, the watchdog does: in a zone with summer
 * time node-cron is silent for up to two hours when the clocks go back.
 *
 * @param clock real time, by which node-cron goes as well
 * @param missed told when the watchdog had to wake
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
  // What it misses is told by the watchdog, in the log.
  const timer = cron.schedule('* * * * *', woken, { suppressMissedWarning: true })
  watch()
  return {
    stop: async () => {
      watched.abort()
      await timer.destroy()
    },
  }
}
