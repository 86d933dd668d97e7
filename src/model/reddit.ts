/** One subreddit's newest summary, and what changed since the one before it. */
export interface RedditItem {
  readonly id: string
  readonly subreddit: string
  /** `YYYY-MM-DD`, or `null` when the service gave none. */
  readonly date: string | null
  readonly description: string
  readonly sentiment: string | null
  /** The sentiment before; `null`: not known. */
  readonly previousSentiment: string | null
  /** How the sentiment turned; `changed` where the two words have no order that we know. */
  readonly turned: 'better' | 'worse' | 'changed' | null
  readonly themes: readonly string[]
  readonly weeklyVisitors: string | null
  readonly weeklyContributors: string | null
  readonly isNew: boolean
}

export interface RedditNews {
  /** True in a subscription's first digest: what exists is recorded, nothing is called new. */
  readonly baseline: boolean
  /** Newest first. */
  readonly items: readonly RedditItem[]
  /** Subreddits asked for that have no summary. */
  readonly missing: readonly string[]
  /** Of the day it was asked: dates of this year are shown without it. */
  readonly thisYear?: number
}
