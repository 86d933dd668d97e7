/** Compares the own brand before and since a task: what is compared, and what the comparison proves. */
import type { ReportPeriod } from './reports.ts'

/** What a task is meant to improve. Empty or `null`: not restricted. */
export interface Aim {
  /** As the service spells them. */
  readonly engines: readonly string[]
  /** A brand, as the service spells it. */
  readonly rival: string | null
  /** Ids of topics that the channel has named (`FilterName`, `topics`). */
  readonly topics: readonly string[]
  /** Without `r/`. Subreddits have no figures; the service's sentiment there is shown instead. */
  readonly subreddit: string | null
}

/** A task to compare before and since. */
export interface FollowedTask {
  /** The caller's id for it; stories are keyed by it. */
  readonly id: string
  /** The day from which it counts, in the channel's time zone, `YYYY-MM-DD`. */
  readonly from: string
  /** `done`: the day on which the team says it was done; `created`: the day of its creation. */
  readonly basis: 'created' | 'done'
  readonly aim: Aim
}

/** One measure on one side. */
export interface Measured {
  /** A percentage; `null`: not measured. */
  readonly value: number | null
  /** The number of answers behind it. */
  readonly answers: number | null
  /** Half the width of its 95 % interval, in points. */
  readonly margin: number | null
}

/** One measure on both sides. */
export interface MeasureChange {
  readonly metric: 'visibility' | 'presence'
  readonly before: Measured
  readonly since: Measured
  /** Points; `null` if a side is missing. */
  readonly change: number | null
  /** Beyond chance, allowing for all weekly looks; `null`: unknown. */
  readonly isReliable: boolean | null
}

/** What the aimed measure is compared with. */
export interface Compared {
  /**
   * `engines`: the own brand in all answers outside the aim. `rivals`: several averaged, within the aim. `rival`: one.
   */
  readonly kind: 'engines' | 'rivals' | 'rival'
  /** The name of a `rival`; otherwise `null`. */
  readonly name: string | null
  /** For `rivals`: how many. */
  readonly of: number
  /** Visibility. */
  readonly change: MeasureChange
}

export type BeforeAfterVerdict =
  /** Fewer than three complete weeks since, or the sample is still too small. From `readableOn` it will be enough. */
  | { readonly kind: 'too_early'; readonly readableOn: string }
  /** The samples are too small for a verdict, and further weeks won't change that. */
  | { readonly kind: 'too_small' }
  /** Days or answers are missing on one side, so the two can't be compared. */
  | { readonly kind: 'data_gap'; readonly side: 'before' | 'since' }
  /** More than chance explains, and more than the others changed. */
  | { readonly kind: 'up' | 'down'; readonly weeks: number }
  | { readonly kind: 'no_reliable_change'; readonly weeks: number }
  /** More than chance explains, but others changed in the same way, so it can't be attributed to the task. */
  | { readonly kind: 'shared_change'; readonly direction: 'up' | 'down'; readonly weeks: number }
  /** Not read. `failed`: the service didn't answer; `out_of_requests`: other tasks used up the requests this time. */
  | { readonly kind: 'unavailable'; readonly why: 'failed' | 'out_of_requests' }

/** A task's story so far. */
export interface BeforeAfter {
  readonly aim: Aim
  readonly from: string
  readonly basis: 'created' | 'done'
  /** The own brand's name as the service writes it; `null`: not read. */
  readonly own: string | null
  /** The four complete weeks before the one of `from`. */
  readonly before: ReportPeriod
  /** The complete weeks after the week of `from`, at most twelve; `null`: none yet. */
  readonly since: ReportPeriod | null
  /** The number of weeks in `since`. */
  readonly weeksSince: number
  /** The story has all its twelve weeks. */
  readonly isFinal: boolean
  /** Within the task's aim: visibility, then presence. Empty: not read. */
  readonly aimed: readonly MeasureChange[]
  /** The same two in all answers. Empty if the aim isn't restricted. */
  readonly overall: readonly MeasureChange[]
  /** The own brand outside the aim; the rivals' mean; single rivals, starting with the one that the task names. */
  readonly others: readonly Compared[]
  readonly verdict: BeforeAfterVerdict
  /** In the subreddit that the task names; omitted if it names none, or if there is no summary of it. */
  readonly sentiments?: SubredditSentiments
}

/** The service's sentiment for a subreddit before a task's day and now. It isn't a measure of the task's effect. */
export interface SubredditSentiments {
  /** Without `r/`. */
  readonly subreddit: string
  /** The last one before the day; `null`: none. */
  readonly before: DatedSentiment | null
  /** The newest one after the day; `null`: none yet. */
  readonly since: DatedSentiment | null
}

export interface DatedSentiment {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** The service's word, such as `negative`. */
  readonly sentiment: string
}

/** The weeks of a story, for its chart. Read separately, because it takes more requests than the story. */
export interface BeforeAfterWeeks {
  readonly ownBrand: string
  /** At most two; a rival that the task names comes first. */
  readonly rivals: readonly string[]
  /** Oldest first, from four weeks before to the newest complete one. `start` is a Monday. */
  readonly weeks: readonly {
    readonly start: string
    /** `before`, the week of the day itself (`during`), or `since`. */
    readonly side: 'before' | 'during' | 'since'
    /** Visibility within the aim. */
    readonly ownScore: number | null
    readonly answers: number | null
    readonly rivals: readonly (number | null)[]
  }[]
}
