import type { BrandChange } from './reports.ts'

/** The visibility of the own brand, the leader and the nearest rivals, week by week. Weeks are named by their Monday. */
export interface Trend {
  readonly brands: readonly string[]
  readonly unit: string
  /** Oldest first, without weeks that have too few answers. */
  readonly weeks: readonly TrendWeek[]
  /** Weeks after the first of `weeks` without data, or with far fewer answers. */
  readonly leftOut: readonly string[]
  /** The own brand's last change if it was told in an earlier week and began in one of these. */
  readonly change: BrandChange | null
  /** When the newest week was read, if the service is unavailable now; `null`: it is up to date. */
  readonly asOf: string | null
  /** The channel's notes in these weeks, oldest first; omitted if there are none. */
  readonly notes?: readonly ChartNote[]
}

export interface ChartNote {
  readonly day: string
  readonly text: string
}

export interface TrendWeek {
  readonly start: string
  /** In the order of the brands; `null`: unknown. */
  readonly scores: readonly (number | null)[]
}
