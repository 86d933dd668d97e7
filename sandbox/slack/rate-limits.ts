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
