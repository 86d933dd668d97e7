/** The plain data that the reports are made of: what `insights` computes and `blocks` draws. */
import type { Period } from '../api/enums.ts'
import type { FilterName } from '../store/tables/channels.ts'
import type { TrendFinding } from './trend.ts'

/** The change of one metric between the previous period and this one (specification, part 2.4). */
export interface MetricChange {
  /** `null`: the service gave no value ("n/a"). */
  readonly value: number | null
  /** `null`: there is no previous value ("new"). */
  readonly previous: number | null
  /** As the service names it, for example `%`; `''` when it named none. */
  readonly unit: string
  /** `value - previous`, in the metric's unit (points for a percentage); `null` when either is missing. */
  readonly delta: number | null
  /** Whether the change is good: `avg_ranking` is better when lower, all others when higher. */
  readonly verdict: 'better' | 'worse' | 'same' | 'new' | 'unknown'
  /** It lies between 0 and 1 in a unit not known, and is shown with two decimals. */
  readonly isFraction?: boolean
  /** Whether the change is larger than chance explains; `null` or absent where no sample size says so. */
  readonly beyondChance?: boolean | null
  /** Half the width of the 95 % interval around `value`, in points; `null` or absent where the sample is not known. */
  readonly margin?: number | null
  /** Whether it is larger than the channel's noise band and than chance: only such a change is marked ▲ or ▼. */
  readonly isNews?: boolean
}

/** How many answers stand behind a figure; `null`: the service gave no number. */
export interface SampleSizes {
  readonly now: number | null
  readonly before: number | null
}

/** One brand's place in one report. */
export interface BrandStanding {
  readonly brand: string
  readonly mine: boolean
  /** Place by visibility score, 1 is best; `null` when the brand has no score. */
  readonly rank: number | null
  /** Another brand has the same place. */
  readonly tied?: boolean
  /** Place by the previous period's scores of the same rows; `null` when the brand had none. */
  readonly previousRank: number | null
  /** It has a score, and its place is beyond so many brands: there is no `rank`. */
  readonly beyond?: number
  readonly visibility: MetricChange
  readonly presence: MetricChange
  readonly averageRanking: MetricChange
  readonly mentions: MetricChange
  /**
   * The brand's mentions over all brands' of the same query, as a percentage. Where the report leaves brands out
   * (`brandsLeftOut`), it is the share among the brands read, an upper bound, and has to be called that.
   */
  readonly shareOfVoice: MetricChange
  /** The answers looked at for this brand (`presence_rate_total`). */
  readonly answers: SampleSizes
}

/** What a report is counted by: the aggregation periods of the brand table. */
export type PeriodUnit = Period

/** A closed range of days, dates as `YYYY-MM-DD`, both ends included. */
export interface ReportPeriod {
  readonly unit: PeriodUnit
  readonly start: string
  readonly end: string
  /** IANA name of the zone in which the days were counted. */
  readonly timeZone: string
  /** The last day that has begun, where the period had not ended when it was asked for. */
  readonly soFar?: string
  /** The year in which it was asked for, in its zone: days of this year are written without it. */
  readonly thisYear?: number
}

/**
 * What the answers that are counted are narrowed to (specification, part 4.4), all of it together. Empty lists and
 * `null` narrow nothing.
 */
export interface BrandFilters {
  /** Kinds of site that name a competitor, as the service spells them. */
  readonly competitorTypes: readonly string[]
  readonly keywordTypes: readonly string[]
  readonly funnelStages: readonly string[]
  /** From here on the service's ids. */
  readonly personas: readonly string[]
  readonly topics: readonly string[]
  /** UUIDs. */
  readonly thematics: readonly string[]
  readonly strengths: readonly string[]
  readonly weaknesses: readonly string[]
  /** Only prompts with neither strength nor weakness. */
  readonly neutralsOnly: boolean
  /** Free text. */
  readonly search: string | null
}

export interface NamedFilters extends BrandFilters {
  /** What the channel calls the ids; omitted where it names none of them. */
  readonly called?: readonly FilterName[]
}

export interface VisibilityReport {
  /** The period that the numbers belong to. */
  readonly period: ReportPeriod
  /** The period that was asked for, where it had no data and the newest one with data is shown instead. */
  readonly instead: ReportPeriod | null
  /**
   * The days that the previous values belong to: the period before, or of a running period the same days of it.
   * `null`: there are no previous values.
   */
  readonly comparedWith: ReportPeriod | null
  /** The engines asked for; empty means all. */
  readonly engines: readonly string[]
  /** The brands asked for; empty means all. */
  readonly brands: readonly string[]
  /** Where they narrow anything, ranks and shares of voice are among what matches them. */
  readonly filters: NamedFilters
  /**
   * By rank; brands without a score last, by name. Where brands were asked for: those of them that the service knows
   * and the own ones, with rank and share of voice still counted among all brands.
   */
  readonly standings: readonly BrandStanding[]
  /** The best ranked of the brands marked as one's own; `null` when none of those read is marked. */
  readonly own: BrandStanding | null
  /** How many brands have a place, shown or not. */
  readonly ranked: number
  /** The answers behind the figures; where brands differ, the own brand's or the most. */
  readonly answers: SampleSizes
  /** The smallest change of the own visibility that would be news, in points; `null`: not known. */
  readonly smallestNews: number | null
  /** Mentions of all brands read in the period; `null` when the service gave none. */
  readonly totalMentions: number | null
  /** How many brands the service has beyond those read. */
  readonly brandsLeftOut: number
  /** The newest collect inside the period, if the collects could be read. */
  readonly collect: { readonly date: string; readonly total: number | null } | null
  readonly coverage: Coverage
  /** Values that were omitted. */
  readonly impossible: readonly ImpossibleValue[]
  /** All scores lie between 0 and 1 and have no percent sign: what they mean is not known, and no change is told. */
  readonly isFraction: boolean
  /** Changes of at most this many points are not news. */
  readonly noiseBand: number
  readonly headline: Headline
  /** What the headline's change comes from; omitted where there is no such change, or nothing to say about it. */
  readonly why?: ChangeReasons
}

/** What a change is split by. */
export type SplitDimension = 'engine' | 'funnelStage' | 'keywordType' | 'siteType'

/** One part's share of a change. */
export interface SplitPart {
  /** As the service spells it. */
  readonly part: string
  /** The part's own scores; `beyondChance` holds for as many comparisons as there are parts. */
  readonly visibility: MetricChange
  readonly answers: SampleSizes
  /** How many points of the whole change come from this part. */
  readonly contribution: number
  /** Whether the part moved by more than chance, and by more than the noise of the others. */
  readonly isCause: boolean
}

/** A change of a score, split into parts that together make up all answers. */
export interface ChangeSplit {
  readonly dimension: SplitDimension
  /** The largest contribution first. */
  readonly parts: readonly SplitPart[]
  /** Points that come from a different share of answers for each part, not from a change of any. */
  readonly mix: number
  readonly isMixCause: boolean
  /** The change at an equal mix, in points, and whether it is beyond chance. */
  readonly within: { readonly change: number; readonly beyondChance: boolean }
  /** Whether what the causes leave over is within chance. */
  readonly isRestChance: boolean
}

export interface ChangeReasons {
  /** The brand whose change it is. */
  readonly of: BrandStanding
  readonly splits: readonly ChangeSplit[]
  /** What the change can't be split by: a part could not be read, or the parts don't make up the whole. */
  readonly unsplit: readonly { readonly dimension: SplitDimension; readonly reason: 'unread' | 'no_sum' }[]
}

/** A number that the service gave and that can't be, for example a score of 1E16. It is omitted. */
export interface ImpossibleValue {
  readonly brand: string
  readonly metric: 'visibility' | 'presence' | 'mentions' | 'averageRanking'
  readonly value: number
  /** It is that of the period before. */
  readonly isPrevious: boolean
}

/** The own brand in an earlier period; its figures of then are the `value`s. */
export interface OwnBefore {
  readonly own: BrandStanding
  readonly period: ReportPeriod
  /** How many brands had a place. */
  readonly of: number
}

/** How much was collected in one period, up to today. */
interface Covered {
  readonly days: number
  /** Days with a collect; `null`: the collects were not all read. */
  readonly collected: number | null
  /** Days that are usually collected in as long a period; `null`: not known. */
  readonly usual: number | null
  readonly answers: number | null
}

/** How much was collected in a period, and in the days that it is compared with. */
export interface Coverage {
  readonly now: Covered
  readonly before: Covered
  /** The side on which days or answers are missing, so that its figures are not like the others. */
  readonly gap: { readonly side: 'now' | 'before'; readonly by: 'days' | 'answers' } | null
}

/** The biggest thing in a report. The sentence itself is written in `blocks`. */
export type Headline =
  | { readonly kind: 'no_data' }
  /** `mover`: the brand whose change is the largest news; `null`: none is. */
  | { readonly kind: 'no_own_brand'; readonly leader: BrandStanding; readonly mover: BrandStanding | null }
  /** The own brand is listed, but has no visibility score in this period. */
  | { readonly kind: 'own_unmeasured'; readonly own: BrandStanding; readonly leader: BrandStanding }
  /** No answer names the own brand, and earlier ones did. `isCertain`: more than chance explains. */
  | { readonly kind: 'own_vanished'; readonly last: OwnBefore; readonly isCertain: boolean }
  /**
   * The own brand has a score, and had none in the period before, when other brands had. `last`: where it was seen
   * before that; `null`: in none of the earlier periods looked at.
   */
  | {
      readonly kind: 'own_returned'
      readonly own: BrandStanding
      readonly last: OwnBefore | null
      readonly isCertain: boolean
    }
  /** Nothing was measured before. */
  | { readonly kind: 'first_period'; readonly own: BrandStanding; readonly of: number }
  /** Something was measured before, but no comparison is possible. */
  | { readonly kind: 'not_compared'; readonly own: BrandStanding }
  /** Days or answers are missing (`coverage`), which may explain any change. */
  | {
      readonly kind: 'data_gap'
      readonly own: BrandStanding
      /** Points by which the own score changed at an equal mix of engines, if that is news in spite of the gap. */
      readonly within: number | null
    }
  /** Rivals that were ahead by more than chance, and are behind by more than chance now. Best first. */
  | { readonly kind: 'overtook'; readonly own: BrandStanding; readonly rivals: readonly BrandStanding[] }
  | { readonly kind: 'overtaken'; readonly own: BrandStanding; readonly rivals: readonly BrandStanding[] }
  | { readonly kind: 'own_change'; readonly own: BrandStanding }
  /** The own brand's slow climb or slide over weeks, in a week without a change of its own. */
  | { readonly kind: 'trend'; readonly own: BrandStanding; readonly trend: TrendFinding }
  | { readonly kind: 'rival_change'; readonly own: BrandStanding; readonly rival: BrandStanding }
  | {
      readonly kind: 'quiet'
      readonly own: BrandStanding
      readonly of: number
      /** The best rivals of which the sample can't say whether they are ahead or behind. */
      readonly level: readonly BrandStanding[]
    }

/** A part of an answer that could not be had, beside the parts that could. */
export type Section<T> =
  | { readonly ok: true; readonly data: T }
  /** `reason` is for the reader. `subject` names the part, where it has a name: a result id, an engine. */
  | { readonly ok: false; readonly reason: string; readonly subject?: string }
