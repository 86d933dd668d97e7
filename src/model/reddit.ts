export interface RedditItem {
  readonly id: string
  readonly subreddit: string
  /** `YYYY-MM-DD`; `null`: the service gave none. */
  readonly date: string | null
  readonly description: string
  readonly sentiment: string | null
  readonly previousSentiment: string | null
  /** How the sentiment changed; `changed`: the two words have no order that Sightline knows. */
  readonly turned: 'better' | 'worse' | 'changed' | null
  /** A turn that is certain with this summary: two have it now, or it went from positive to negative, or back, at once. */
  readonly certainTurn: {
    readonly previousSentiment: string
    readonly turned: NonNullable<RedditItem['turned']>
  } | null
  readonly themes: readonly string[]
  readonly weeklyVisitors: string | null
  readonly weeklyContributors: string | null
  readonly isNew: boolean
}

export interface RedditNews {
  /** True in a subscription's first digest: existing summaries are recorded, and none counts as new. */
  readonly baseline: boolean
  readonly items: readonly RedditItem[]
  readonly missing: readonly string[]
  /** The year of the request: dates in it are shown without their year. */
  readonly thisYear?: number
}
