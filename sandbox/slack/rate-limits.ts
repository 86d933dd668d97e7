/** Slack's rate limits, as token buckets in real time. Figures: docs.slack.dev/apis/web-api/rate-limits */

/** Calls per minute for each tier; Slack says “at least”. */
export type Tier = 'tier1' | 'tier2' | 'tier3' | 'tier4' | 'special'

const PER_MINUTE: Record<Tier, number> = { tier1: 1, tier2: 20, tier3: 50, tier4: 100, special: 600 }
/** `tier1` contains `apps.connections.open`, which a client repeats often while it reconnects. */
const BURST: Record<Tier, number> = { tier1: 20, tier2: 20, tier3: 50, tier4: 100, special: 600 }

/** `chat.postMessage`: one per second and channel, in bursts of up to three; “several hundred” per minute in total. */
const POSTS = { channelBurst: 3, channelPerSecond: 1, workspaceBurst: 500, workspacePerSecond: 500 / 60 }

interface Bucket {
  tokens: number
  at: number
}

/** @param now real, monotonic milliseconds */
export function createRateLimits(now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  const take = (key: string, burst: number, perSecond: number): number | undefined => {
    const bucket = buckets.get(key) ?? { tokens: burst, at: now() }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * perSecond)
    bucket.at = now()
    buckets.set(key, bucket)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
    bucket.tokens -= 1
    return undefined
  }
  return {
    /** Whole seconds to wait (at least 1) if the call comes too soon; undefined if it may run. */
    check: (method: string, tier: Tier, channel?: string): number | undefined => {
      if (method !== 'chat.postMessage') return take(method, BURST[tier], PER_MINUTE[tier] / 60)
      return (
        take(`${method} ${channel ?? ''}`, POSTS.channelBurst, POSTS.channelPerSecond) ??
        take(method, POSTS.workspaceBurst, POSTS.workspacePerSecond)
      )
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

// Limits the events delivered to an app. docs.slack.dev/apis/events-api#rate-limiting

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
