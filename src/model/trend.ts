/** The own brand's visibility up to a report's week, beside its nearest rivals'. Weeks are named by their Monday. */
export interface Trend {
  readonly ownBrand: string
  /** At most two, the nearest in visibility first. */
  readonly rivals: readonly string[]
  /** As the service names it, for example `%`. */
  readonly unit: string
  /** Oldest first, without weeks that have too few answers. */
  readonly weeks: readonly TrendWeek[]
  /** Weeks after the first of `weeks` without data, or with far fewer answers. */
  readonly leftOut: readonly string[]
  /** A climb or slide that chance doesn't explain; `null`: none. */
  readonly finding: TrendFinding | null
  /** The newest week if it is the highest or lowest in a while, by more than chance; `null`: it isn't. */
  readonly extreme: TrendExtreme | null
  /** The channel's notes in these weeks, oldest first; omitted if there are none. */
  readonly notes?: readonly ChartNote[]
}

/** One of the channel's notes, as charts and reviews show it. */
export interface ChartNote {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly text: string
}

export interface TrendWeek {
  readonly start: string
  readonly score: number
  /** The number of answers behind the score. */
  readonly answers: number
  /** The rivals' scores, in their order; `null`: unknown. */
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
  /** The number of weeks after `since` in which the score moved in that direction, out of `of`. */
  readonly moved: number
  readonly of: number
}

export interface TrendExtreme {
  readonly kind: 'highest' | 'lowest'
  /** The newest earlier week that wasn't lower, or higher; `null`: none of those read. */
  readonly since: string | null
  /** The number of weeks over which this holds. */
  readonly weeks: number
}
