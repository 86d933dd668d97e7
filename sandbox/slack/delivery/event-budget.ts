/** Limits the events delivered to an app. docs.slack.dev/apis/events-api#rate-limiting */

const MOST_AN_HOUR = 30_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * A budget for the last hour, counted by the minute.
 * @param now the sandbox's time in milliseconds
 */
export function createEventBudget(now: () => number, mostAnHour: number = MOST_AN_HOUR) {
  const delivered = new Map<number, number>()
  let lastNoticeMinute = Number.NEGATIVE_INFINITY
  return {
    /**
     * Counts one event, and decides whether to deliver it, drop it, or drop it and notify the app (once per minute).
     */
    spend: (): 'deliver' | 'drop' | 'tell' => {
      const minute = Math.floor(now() / MINUTE_MS)
      for (const old of delivered.keys()) if (old <= minute - HOUR_MS / MINUTE_MS) delivered.delete(old)
      const spent = [...delivered.values()].reduce((sum, count) => sum + count, 0)
      if (spent < mostAnHour) {
        delivered.set(minute, (delivered.get(minute) ?? 0) + 1)
        return 'deliver'
      }
      if (lastNoticeMinute === minute) return 'drop'
      lastNoticeMinute = minute
      return 'tell'
    },
  }
}

export type EventBudget = ReturnType<typeof createEventBudget>
