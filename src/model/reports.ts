import * as z from 'zod'
import { ApiError } from '../api/errors.ts'
import type { Period } from '../api/schemas.ts'
import type { FilterName } from '../store/tables/channels.ts'

/** The reports' plain data: `insights` computes it and `blocks` renders it. */

/** The change of one metric between the previous period and this one (specification, part 2.4). */
export interface MetricChange {
  /** `null`: the service gave no value ("n/a"). */
  readonly value: number | null
  /** `null`: there is no previous value ("new"). */
  readonly previous: number | null
  /** As the service names it, for example `%`; `''` if it names none. */
  readonly unit: string
  /** Between the two as shown, in the metric's unit (points for a percentage); `null` if either is missing. */
  readonly delta: number | null
  /** Whether the change is good: `avg_ranking` is better when lower, all others when higher. */
  readonly verdict: 'better' | 'worse' | 'same' | 'new' | 'unknown'
  /** The value lies between 0 and 1 in an unknown unit. It is shown with two decimals. */
  readonly isFraction?: boolean
  /** Half the width of the 95 % interval around `value`, in points; `null` or absent if the sample is unknown. */
  readonly margin?: number | null
  /** Whether the change is more than ordinary variation: only such a change is marked ▲ or ▼. */
  readonly isNews?: boolean
}

export type MetricName = 'visibility' | 'presence' | 'averageRanking' | 'mentions' | 'shareOfVoice'

/** The number of answers behind a figure; `null`: the service gave none. */
export interface SampleSizes {
  readonly now: number | null
  readonly before: number | null
}

export interface BrandStanding extends Readonly<Record<MetricName, MetricChange>> {
  readonly brand: string
  readonly mine: boolean
  /** Rank by visibility score, 1 is best; `null` if the brand has no score, or is `beyond` the brands read. */
  readonly rank: number | null
  readonly tied?: boolean
  /** Rank by the previous period's scores of the same rows; `null` if unknown. */
  readonly previousRank: number | null
  /** Set if it has a score but ranks below this many brands that were read; it then has no `rank`. */
  readonly beyond?: number
  /** Of all brands' mentions, in percent. If brands are left out, an upper bound, which the text must say. */
  readonly shareOfVoice: MetricChange
  /** The number of answers examined for this brand (`presence_rate_total`). */
  readonly answers: SampleSizes
}

/** The unit of a report's period: the aggregation periods of the brand table. */
export type PeriodUnit = Period

/** A closed range of days, dates as `YYYY-MM-DD`, both ends included. */
export interface ReportPeriod {
  readonly unit: PeriodUnit
  readonly start: string
  readonly end: string
  /** IANA name of the time zone of the days. */
  readonly timeZone: string
  /** The last day that has begun, if the period hadn't ended at the time of the request. */
  readonly soFar?: string
  /** The year of the request, in its time zone: days of this year are written without it. */
  readonly thisYear?: number
}

const texts = z.array(z.string()).readonly()

/** Filters of the counted answers (part 4.4), combined with "and". Empty lists and `null` filter nothing. */
export const brandFilters = z.object({
  /** Types of sites that name a competitor, as the service spells them. */
  competitorTypes: texts,
  keywordTypes: texts,
  funnelStages: texts,
  /** Personas, topics, thematics, strengths and weaknesses are the service's ids. */
  personas: texts,
  topics: texts,
  thematics: texts,
  strengths: texts,
  weaknesses: texts,
  neutralsOnly: z.boolean(),
  search: z.string().nullable(),
})
export type BrandFilters = Readonly<z.infer<typeof brandFilters>>

export interface NamedFilters extends BrandFilters {
  /** The channel's names for the ids; omitted if it has none. */
  readonly filterNames?: readonly FilterName[]
}

export interface VisibilityReport {
  readonly period: ReportPeriod
  /** The requested period, if it has no data and the newest one with data is shown instead. */
  readonly requestedPeriod: ReportPeriod | null
  /** The previous period or, for a running one, the same days of it; `null`: there are no previous values. */
  readonly comparedWith: ReportPeriod | null
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  /** If any is set, ranks and shares of voice count only the matching answers. */
  readonly filters: NamedFilters
  /** Those asked for, by rank; without a score last, by name. Their ranks and shares of voice count all brands. */
  readonly standings: readonly BrandStanding[]
  /** The best-ranked own brand; `null` if no brand read is marked as own. */
  readonly own: BrandStanding | null
  /** The number of brands with a rank, shown or not. */
  readonly ranked: number
  /** The number of answers behind the figures: the own brand's, otherwise the highest of all brands. */
  readonly answers: SampleSizes
  /** The smallest change of the own visibility that counts as news, in points; `null`: unknown. */
  readonly smallestNews: number | null
  /** Mentions of all brands read in the period; `null` if the service gave none. */
  readonly totalMentions: number | null
  readonly brandsLeftOut: number
  /** The newest collect inside the period, if the collects could be read. */
  readonly collect: { readonly date: string; readonly total: number | null } | null
  readonly coverage: Coverage
  readonly impossible: readonly ImpossibleValue[]
  /** All scores lie between 0 and 1 without a percent sign: their meaning is unknown, so no change is reported. */
  readonly isFraction: boolean
  readonly headline: Headline
  /** The rivals nearest to the own brand of those that are too close to call: who is ahead of whom can't be told. */
  readonly tooClose: readonly BrandStanding[]
  /** What the headline's change comes from; omitted if there is no such change, or no explanation. */
  readonly why?: ChangeReasons
}

export type SplitDimension = 'engine' | 'funnelStage' | 'keywordType' | 'siteType'

export interface SplitPart {
  readonly part: string
  readonly visibility: MetricChange
  readonly answers: SampleSizes
  /** The points of the whole change that come from this part. */
  readonly contribution: number
  /** Whether the part changed like the whole, and by more than its own ordinary variation. */
  readonly isCause: boolean
}

/** A change of a score, split into parts that together make up all answers. */
export interface ChangeSplit {
  readonly dimension: SplitDimension
  readonly parts: readonly SplitPart[]
  readonly isEverywhere: boolean
  /** Points that come from the parts' changed shares of answers, not from changed scores. */
  readonly mix: number
  readonly isMixCause: boolean
}

export interface ChangeReasons {
  readonly of: BrandStanding
  readonly splits: readonly ChangeSplit[]
  /** Dimensions without a split: a part is `unread`, or the parts don't make up the whole (`no_sum`). */
  readonly unsplit: readonly { readonly dimension: SplitDimension; readonly reason: 'unread' | 'no_sum' }[]
}

/** A change in points, and between which the true one is with 95 %. */
export interface Within {
  readonly points: number
  readonly interval: readonly [number, number]
  readonly isNews: boolean
}

export interface ImpossibleValue {
  readonly brand: string
  readonly metric: 'visibility' | 'presence' | 'mentions' | 'averageRanking'
  readonly value: number
  readonly isPrevious: boolean
}

export interface OwnBefore {
  readonly own: BrandStanding
  readonly period: ReportPeriod
  readonly of: number
}

interface Covered {
  readonly days: number
  /** Days with a collect; `null`: not all collects were read. */
  readonly collected: number | null
  /** Days usually collected in a period of this length; `null`: unknown. */
  readonly usual: number | null
  readonly answers: number | null
}

export interface Coverage {
  readonly now: Covered
  readonly before: Covered
  /** The side with missing days or answers, whose figures are therefore not comparable. */
  readonly gap: { readonly side: 'now' | 'before'; readonly by: 'days' | 'answers' } | null
}

type Brands = readonly BrandStanding[]

export type Headline =
  | { readonly kind: 'no_data' }
  /** `mover`: the brand with the largest change that is news; `null`: none. */
  | { readonly kind: 'no_own_brand'; readonly leader: BrandStanding; readonly mover: BrandStanding | null }
  /** The own brand is listed, but has no visibility score in this period. */
  | { readonly kind: 'own_unmeasured'; readonly own: BrandStanding; readonly leader: BrandStanding }
  /** No answer names the own brand, but earlier ones did. `isCertain`: chance doesn't explain it. */
  | { readonly kind: 'own_vanished'; readonly last: OwnBefore; readonly isCertain: boolean }
  /** A score again, after a period without one. `last`: where it was before; `null`: in none that was searched. */
  | {
      readonly kind: 'own_returned'
      readonly own: BrandStanding
      readonly last: OwnBefore | null
      readonly isCertain: boolean
    }
  | { readonly kind: 'first_period'; readonly own: BrandStanding; readonly of: number }
  /** Something was measured before, but no comparison is possible. */
  | { readonly kind: 'not_compared'; readonly own: BrandStanding }
  /** Days, engines or answers are missing, which may explain any change. */
  | {
      readonly kind: 'data_gap'
      readonly own: BrandStanding
      /** Engines that were collected before, but not now. */
      readonly missing: readonly string[]
      /** Engines with far fewer answers than before. */
      readonly fewer: readonly string[]
      /** The own change over what both have; `null`: unknown. */
      readonly within: Within | null
    }
  /** Rivals that were ahead and are now behind, by more than ordinary variation, best first. `lost`: those the other way. */
  | { readonly kind: 'overtook'; readonly own: BrandStanding; readonly rivals: Brands; readonly lost: Brands }
  | { readonly kind: 'overtaken'; readonly own: BrandStanding; readonly rivals: Brands }
  | { readonly kind: 'own_change'; readonly own: BrandStanding; readonly change: BrandChange }
  | {
      readonly kind: 'rival_change'
      readonly own: BrandStanding
      readonly rival: BrandStanding
      readonly change: BrandChange
    }
  | {
      readonly kind: 'quiet'
      readonly own: BrandStanding
      /** The own change, as far as it can be told; `null`: the sample is unknown. */
      readonly within: Within | null
      /** A climb or slide that was told before and goes on. */
      readonly slope: BrandChange | null
    }

/** A part of an answer that may fail on its own. */
export type Section<T> =
  | { readonly ok: true; readonly data: T }
  /** `reason` is a sentence for people. `subject` names the part, if it has a name: a result id, an engine. */
  | { readonly ok: false; readonly reason: string; readonly subject?: string }

/** A change that became news in the week of a report. Dates are Mondays, or the first day of another period. */
export interface ToldChange {
  /** `stop`: a climb or slide has ended. */
  readonly kind: 'step' | 'slope' | 'stop'
  /** 1: better than what held before. */
  readonly direction: 1 | -1
  /** Of a step in all; of a slope a week; of a stop what is left of it, a week. */
  readonly points: number
  /** The first week that differs. */
  readonly from: string
  /** Whether it goes on in the direction of the change before. */
  readonly again: boolean
}

/** A change of a brand, and its score before as the service has it; `null`: unknown. */
export interface BrandChange extends ToldChange {
  readonly before: number | null
}

/** The service's numbers, unchanged; `null`: it gave none. */
const number = z.number().nullable()

/** What an engine's answers say of each brand, in the order of the week's `brands`. */
const engineWeek = z.object({
  /** The most answers that any brand was looked for in. */
  answers: number,
  /** Visibility score, presence rate, and the answers behind them; `null`: the service doesn't list the brand here. */
  figures: z.array(z.tuple([number, number, number]).readonly().nullable()).readonly(),
})

/** One week of an analysis, as it is stored. */
export const marketWeek = z.object({
  /** Its Monday, `YYYY-MM-DD`. */
  week: z.string(),
  /** The days on which answers were collected, `YYYY-MM-DD`; `null`: unknown. */
  days: z.array(z.string()).readonly().nullable(),
  /** The unit of the scores, for example `%`; `''`: the service names none. */
  unit: z.string(),
  /** The own brands, the best ones, and those nearest to the own one; best visibility first. */
  brands: z.array(z.object({ name: z.string(), mine: z.boolean() }).readonly()).readonly(),
  /** How many brands the service lists besides these. If 0, a brand that is missing above is in no answer. */
  brandsLeftOut: z.number(),
  all: engineWeek.readonly().nullable(),
  /** By the service's name of the engine; `null`: not collected, which is not "in none of its answers". */
  engines: z.record(z.string(), engineWeek.readonly().nullable()).readonly(),
})

export type MarketWeek = Readonly<z.infer<typeof marketWeek>>
export type EngineWeek = NonNullable<MarketWeek['all']>

/** A brand's score; `null`: unknown. A brand that a complete list lacks was in no answer. @param engine `null`: on all */
export function scoreIn(
  { brands, brandsLeftOut, all, engines }: MarketWeek,
  engine: string | null,
  brand: string,
): number | null {
  const read = engine === null ? all : (engines[engine] ?? null)
  if (read === null) return null
  const figures = read.figures[brands.findIndex(({ name }) => name === brand)] ?? null
  return figures === null ? (brandsLeftOut === 0 ? 0 : null) : figures[0]
}

/** The names of the own brands, those of the newest week first. @param weeks oldest first */
export function ownBrandsIn(weeks: readonly MarketWeek[]): readonly string[] {
  const own = weeks.toReversed().flatMap(({ brands }) => brands.filter(({ mine }) => mine))
  return [...new Set(own.map(({ name }) => name))]
}

export function dataOf<T>(parts: readonly Section<T | null>[]): readonly T[] {
  return parts.flatMap((part) => (part.ok && part.data !== null ? [part.data] : []))
}

/**
 * One part of an answer: its data, or the ApiError's sentence for the reader. Errors that are not the service's
 * fault (a cancelled call, a bug) are rethrown and fail the whole answer.
 */
export async function section<T>(subject: string, load: Promise<T>): Promise<Section<T>> {
  try {
    return { ok: true, data: await load }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, reason: error.userMessage, subject }
  }
}
