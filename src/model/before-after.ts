/** How the own brand stood before a task and since: what is compared, and what the comparison carries. */
import type { ReportPeriod } from './reports.ts'

/** What a task is meant to move. Empty or `null`: not restricted. */
export interface Aim {
  /** As the service spells them. */
  readonly engines: readonly string[]
  /** A brand, as the service spells it. */
  readonly rival: string | null
  /** Ids of topics that the channel has named (`FilterName`, `topics`). */
  readonly topics: readonly string[]
  /** Without `r/`. There are no numbers of it: what was said there is told. */
  readonly subreddit: string | null
}

/** A task whose effect is looked for. */
export interface FollowedTask {
  /** What the caller knows it by; the stories are keyed by it. */
  readonly id: string
  /** The day it counts from, in the channel's time zone, `YYYY-MM-DD`. */
  readonly from: string
  /** `done`: the team has said on which day it was; else it is the day of its creation. */
  readonly basis: 'created' | 'done'
  readonly aim: Aim
}

/** One measure on one side. */
export interface Measured {
  /** A percentage; `null`: not measured. */
  readonly value: number | null
  /** How many answers stand behind it. */
  readonly answers: number | null
  /** Half the width of its 95 % interval, in points. */
  readonly margin: number | null
}

/** One measure on both sides. */
export interface MeasureChange {
  readonly metric: 'visibility' | 'presence'
  readonly before: Measured
  readonly since: Measured
  /** Points; `null` where a side is missing. */
  readonly change: number | null
  /** Larger than chance explains, over all the weeks in which it is looked at, and than the noise band; `null`: not known. */
  readonly isReliable: boolean | null
}

/** What the aimed measure is set beside. */
export interface Compared {
  /** `engines`: the own brand in all answers beyond the aim. `rivals`: several together, on what is aimed at. `rival`: one. */
  readonly kind: 'engines' | 'rivals' | 'rival'
  /** The rival; else `null`. */
  readonly name: string | null
  /** Of `rivals`: how many. */
  readonly of: number
  /** Visibility. */
  readonly change: MeasureChange
}

export type BeforeAfterVerdict =
  /** Fewer than three complete weeks since, or too small a sample so far. On `readableOn` there will be enough. */
  | { readonly kind: 'too_early'; readonly readableOn: string }
  /** The samples can't carry a sentence, and no week to come changes that. */
  | { readonly kind: 'too_small' }
  /** Days or answers are missing on one side, so that the two are not alike. */
  | { readonly kind: 'data_gap'; readonly side: 'before' | 'since' }
  /** More than chance, and more than what the others did. */
  | { readonly kind: 'up' | 'down'; readonly weeks: number }
  | { readonly kind: 'no_reliable_change'; readonly weeks: number }
  /** More than chance, but the others moved the same way: nothing that the task could claim. */
  | { readonly kind: 'everybody'; readonly direction: 'up' | 'down'; readonly weeks: number }
  /** Not read. `failed`: the service gave no answer; `not_asked`: the questions of this time were used for other tasks. */
  | { readonly kind: 'unavailable'; readonly why: 'failed' | 'not_asked' }

/** A task's story so far. */
export interface BeforeAfter {
  readonly aim: Aim
  readonly from: string
  readonly basis: 'created' | 'done'
  /** The own brand's name as the service writes it; `null`: not read. */
  readonly own: string | null
  /** The four complete weeks before the one of `from`. */
  readonly before: ReportPeriod
  /** The complete weeks after the day, twelve at most; `null`: none yet. */
  readonly since: ReportPeriod | null
  /** How many weeks `since` has. */
  readonly weeksSince: number
  /** No further week is added: the story has its twelve weeks. */
  readonly isFinal: boolean
  /** On what the task aims at: visibility, then presence. Empty: not read. */
  readonly aimed: readonly MeasureChange[]
  /** On all engines: the same two. Empty where the task aims at all of them. */
  readonly overall: readonly MeasureChange[]
  /** The engines that it doesn't aim at; the rivals together; then single ones, a rival that it names first. */
  readonly others: readonly Compared[]
  readonly verdict: BeforeAfterVerdict
  /** In the subreddit that the task names; omitted: it names none, or there is no summary of it. */
  readonly sentiments?: SubredditSentiments
}

/** The service's sentiment for a subreddit before a task's day and now. It isn't a measure of the task's effect. */
export interface SubredditSentiments {
  /** Without `r/`. */
  readonly subreddit: string
  /** The last one before that day; `null`: none. */
  readonly before: DatedSentiment | null
  /** The newest one since; `null`: none yet. */
  readonly since: DatedSentiment | null
}

export interface DatedSentiment {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** The service's word, such as `negative`. */
  readonly sentiment: string
}

/** The weeks of a story, for its chart. Read apart, since it takes more questions than the story. */
export interface BeforeAfterWeeks {
  readonly ownBrand: string
  /** At most two, the one that the task names first. */
  readonly rivals: readonly string[]
  /** Oldest first, by their Mondays; from four weeks before to the newest complete one. */
  readonly weeks: readonly {
    readonly start: string
    /** `before`, the week of the day itself (`during`), or `since`. */
    readonly side: 'before' | 'during' | 'since'
    /** Visibility on what is aimed at. */
    readonly ownScore: number | null
    readonly answers: number | null
    readonly rivals: readonly (number | null)[]
  }[]
}
