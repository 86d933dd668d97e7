import type {
  BrandChange,
  BrandStanding,
  Headline,
  OwnBefore,
  ReportPeriod,
  ToldChange,
  VisibilityReport,
  Within,
} from '../model/reports.ts'
import { isMissingBeyondChance, isNamedNowhere, wasNamedNowhere } from './brands/own-brand.ts'
import { isMeasured, mostAnswers, ownOf } from './ranking.ts'
import { OWN_RATE } from './reading/index.ts'

/** What is news in a period, however that is judged. */
export interface Judgement {
  /** What is missing in the period, and the own change without it; `null`: nothing is missing. */
  readonly gap: Pick<Extract<Headline, { kind: 'data_gap' }>, 'missing' | 'fewer' | 'within'> | null
  /** What became news of a brand; `null`: nothing. */
  readonly changeOf: (standing: BrandStanding) => BrandChange | null
  /** Whether the own brand and another passed each other. */
  readonly passing: (own: BrandStanding, other: BrandStanding) => 'overtook' | 'overtaken' | null
  readonly isTooClose: (own: BrandStanding, other: BrandStanding) => boolean
  /** The own change, as far as it can be told. */
  readonly within: Within | null
  /** A climb or slide of the own brand that was told before and goes on. */
  readonly slope: BrandChange | null
  /** As in a report. */
  readonly smallestNews: number | null
}

/** The data that a headline is chosen from. */
interface HeadlineQuestion {
  /** All brands, by rank. */
  readonly all: readonly BrandStanding[]
  /** Nothing was measured before this period. */
  readonly isFirst: boolean
  /** Days or answers are missing on one side, which may explain any change. */
  readonly hasGap: boolean
  /** The scores lie between 0 and 1 without a percent sign, so their meaning is unknown. */
  readonly isFraction: boolean
  /** Where the own brand was last seen, if it is missing now or was missing in the previous period. */
  readonly earlier: OwnBefore | null
}

/** The headline before any change is judged. */
export function headlineOf({ all, earlier, hasGap, isFirst, isFraction }: HeadlineQuestion): Headline {
  const [leader] = all
  if (leader === undefined || !all.some(isMeasured)) return { kind: 'no_data' }
  const own = ownOf(all)
  const { now, before } = mostAnswers(all)
  /** Neither chance nor a data gap explains that none of `without` answers names a brand. */
  const isCertain = (named: BrandStanding, without: number | null) =>
    !hasGap && isMissingBeyondChance(named, without, OWN_RATE)
  if (earlier !== null && (own === null || isNamedNowhere(own)))
    return { kind: 'own_vanished', last: earlier, isCertain: isCertain(earlier.own, now) }
  if (own === null) return { kind: 'no_own_brand', leader, mover: null }
  if (own.visibility.value === null) return { kind: 'own_unmeasured', own, leader }
  const othersBefore = all.some(({ mine, visibility }) => !mine && visibility.previous !== null)
  if (wasNamedNowhere(own) && !isNamedNowhere(own) && othersBefore)
    return { kind: 'own_returned', own, last: earlier, isCertain: isCertain(own, before) }
  if (own.visibility.previous === null && isFirst)
    return { kind: 'first_period', own, of: all.filter(({ rank }) => rank !== null).length }
  if (own.visibility.previous === null || isFraction) return { kind: 'not_compared', own }
  return hasGap
    ? { kind: 'data_gap', own, missing: [], fewer: [], within: null }
    : { kind: 'quiet', own, within: null, slope: null }
}

/** Headlines that no change replaces. */
const settled = ['no_data', 'own_vanished', 'own_unmeasured', 'own_returned', 'first_period', 'not_compared']

/** A report with its changes judged. Its figures stay those of the service. */
export function judgedBy(report: VisibilityReport, judgement: Judgement): VisibilityReport {
  const { headline, isFraction, period } = report
  const { gap, smallestNews } = judgement
  if (isFraction) return report
  const standings = report.standings.map((standing) =>
    marked(standing, gap === null ? judgement.changeOf(standing) : null, period),
  )
  const own = ownOf(standings)
  const judged = { ...report, standings, own, smallestNews }
  if (settled.includes(headline.kind)) return judged
  if (headline.kind === 'no_own_brand')
    return { ...judged, headline: { ...headline, mover: largestMove(standings) } }
  if (own === null) return judged
  return {
    ...judged,
    headline: gap === null ? headlineOfChanges(own, standings, judgement) : { kind: 'data_gap', own, ...gap },
    tooClose: tooCloseTo(own, standings, judgement.isTooClose),
  }
}

/** A change is marked only where it is the one that the figures show: the news may be older, or against the last week. */
export function marked(
  standing: BrandStanding,
  change: ToldChange | null,
  { start }: ReportPeriod,
): BrandStanding {
  const { visibility } = standing
  const shown = visibility.verdict === 'better' ? 1 : visibility.verdict === 'worse' ? -1 : 0
  const isNews = change?.from === start && change.direction === shown
  return { ...standing, visibility: { ...visibility, isNews } }
}

/**
 * The most important news, in this order: the own brand changed places with another; it changed; a rival did (the one
 * closest to the own score first); otherwise quiet.
 */
function headlineOfChanges(
  own: BrandStanding,
  shown: readonly BrandStanding[],
  judgement: Judgement,
): Headline {
  const rivals = shown.filter(({ mine }) => !mine)
  const passed = (way: 'overtook' | 'overtaken') =>
    rivals.filter((rival) => judgement.passing(own, rival) === way)
  const [won, lost] = [passed('overtook'), passed('overtaken')]
  // The direction with more brands; in a tie, the bad news.
  if (won.length > lost.length) return { kind: 'overtook', own, rivals: won }
  if (lost.length > 0) return { kind: 'overtaken', own, rivals: lost }
  const change = judgement.changeOf(own)
  if (change !== null) return { kind: 'own_change', own, change }
  const changed = rivals
    .toSorted((a, b) => distance(own, a) - distance(own, b))
    .flatMap((rival) => {
      const theirs = judgement.changeOf(rival)
      return theirs === null ? [] : [{ kind: 'rival_change' as const, own, rival, change: theirs }]
    })
  return changed[0] ?? { kind: 'quiet', own, within: judgement.within, slope: judgement.slope }
}

/** A rival near the own score matters more than the largest change of all. */
function distance(own: BrandStanding, { visibility: { value, previous } }: BrandStanding): number {
  return Math.min(
    Math.abs((value ?? 0) - (own.visibility.value ?? 0)),
    Math.abs((previous ?? 0) - (own.visibility.previous ?? 0)),
  )
}

/** The largest change of all, for reports without an own brand to compare with. */
function largestMove(shown: readonly BrandStanding[]): BrandStanding | null {
  const size = ({ visibility }: BrandStanding) => Math.abs(visibility.delta ?? 0)
  const [mover = null] = shown.filter(({ visibility }) => visibility.isNews).sort((a, b) => size(b) - size(a))
  return mover
}

/** The rivals that are too close to call, the nearest first. */
function tooCloseTo(
  own: BrandStanding,
  shown: readonly BrandStanding[],
  isTooClose: Judgement['isTooClose'],
): readonly BrandStanding[] {
  const now = (standing: BrandStanding) => standing.visibility.value ?? 0
  return shown
    .filter((other) => !other.mine && other.visibility.value !== null && isTooClose(own, other))
    .sort((a, b) => Math.abs(now(a) - now(own)) - Math.abs(now(b) - now(own)))
}
