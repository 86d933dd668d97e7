/** The own brand's visibility in the weeks up to a report's, beside its nearest rivals'. Weeks are named by their Monday. */
export interface Trend {
  readonly ownBrand: string
  /** At most two, the nearest in visibility first. */
  readonly rivals: readonly string[]
  /** As the service names it, for example `%`. */
  readonly unit: string
  /** Oldest first; a week without enough answers is not among them. */
  readonly weeks: readonly TrendWeek[]
  /** Weeks after the first of these that had no data, or far fewer answers. */
  readonly leftOut: readonly string[]
  /** A climb or slide that chance doesn't explain; `null`: none. */
  readonly finding: TrendFinding | null
  /** The newest week is the highest or lowest in a while, by more than chance; `null`: it isn't. */
  readonly extreme: TrendExtreme | null
  /** What people wrote down in these weeks, the oldest first; omitted: nothing. */
  readonly notes?: readonly ChartNote[]
}

/** An event of the channel's own, as charts and reviews name it. */
export interface ChartNote {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly text: string
}

export interface TrendWeek {
  readonly start: string
  readonly score: number
  /** How many answers the score is counted from. */
  readonly answers: number
  /** The rivals' scores, in their order; `null`: not known. */
  readonly rivals: readonly (number | null)[]
}

export interface TrendFinding {
  readonly direction: 'up' | 'down'
  /** The week before it began. */
  readonly since: string
  readonly from: number
  /** The newest week. */
  readonly until: string
  readonly to: number
  /** The answers of the newest week. */
  readonly answers: number
  /** In how many of the measured weeks after `since` the score went that way. */
  readonly moved: number
  readonly of: number
}

export interface TrendExtreme {
  readonly kind: 'highest' | 'lowest'
  /** The newest week before it that wasn't lower, or higher; `null`: none of those read. */
  readonly since: string | null
  /** Over how many weeks that can be said. */
  readonly weeks: number
}
