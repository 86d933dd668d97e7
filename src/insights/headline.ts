import type { BrandChange } from '../model/change.ts'
import type {
  BrandStanding,
  Headline,
  MetricChange,
  OwnBefore,
  ReportPeriod,
  Within,
} from '../model/reports.ts'
import { isMissingBeyondChance, isNamedNowhere, wasNamedNowhere } from './brands/own-brand.ts'
import { isMeasured, mostAnswers, ownOf } from './ranking.ts'
import { changeInterval, isBeyondSampling, risks, sampledStanding } from './significance.ts'

/** What is news in a period, however that is judged. */
export interface Judgement {
  /** What became news of a brand; `null`: nothing. */
  readonly changeOf: (standing: BrandStanding) => BrandChange | null
  /** Whether the own brand and another passed each other. */
  readonly passing: (own: BrandStanding, other: BrandStanding) => 'overtook' | 'overtaken' | null
  readonly isTooClose: (own: BrandStanding, other: BrandStanding) => boolean
  /** The own change, as far as it can be told. */
  readonly within: Within | null
  /** A climb or slide of the own brand that was told before and goes on. */
  readonly slope: BrandChange | null
}

/** The data that a headline is chosen from. */
interface HeadlineQuestion {
  readonly period: ReportPeriod
  /** All brands, by rank, with their changes judged by `withNews`. */
  readonly all: readonly BrandStanding[]
  /** The displayed brands: only these make news. */
  readonly shown: readonly BrandStanding[]
  /** Nothing was measured before this period. */
  readonly isFirst: boolean
  /** Days or answers are missing on one side, which may explain any change. */
  readonly hasGap: boolean
  /** The scores lie between 0 and 1 without a percent sign, so their meaning is unknown. */
  readonly isFraction: boolean
  /** Where the own brand was last seen, if it is missing now or was missing in the previous period. */
  readonly earlier: OwnBefore | null
}

/** The headline of a report that only its samples judge. */
export function headlineOf(question: HeadlineQuestion): Headline {
  const { all, shown, earlier, hasGap } = question
  const [leader] = all
  if (leader === undefined || !all.some(isMeasured)) return { kind: 'no_data' }
  const ownStanding = ownOf(all)
  const { now, before } = mostAnswers(all)
  if (earlier !== null && (ownStanding === null || isNamedNowhere(ownStanding)))
    return { kind: 'own_vanished', last: earlier, isCertain: isCertain(earlier.own, now, question) }
  if (ownStanding === null)
    return {
      kind: 'no_own_brand',
      leader,
      mover: hasGap || question.isFraction ? null : largestMove(shown),
    }
  if (ownStanding.visibility.value === null) return { kind: 'own_unmeasured', own: ownStanding, leader }
  const of = all.filter((standing) => standing.rank !== null).length
  const othersBefore = all.some(({ mine, visibility }) => !mine && visibility.previous !== null)
  if (wasNamedNowhere(ownStanding) && !isNamedNowhere(ownStanding) && othersBefore)
    return {
      kind: 'own_returned',
      own: ownStanding,
      last: earlier,
      isCertain: isCertain(ownStanding, before, question),
    }
  if (ownStanding.visibility.previous === null)
    return question.isFirst
      ? { kind: 'first_period', own: ownStanding, of }
      : { kind: 'not_compared', own: ownStanding }
  if (question.isFraction) return { kind: 'not_compared', own: ownStanding }
  if (hasGap) return { kind: 'data_gap', own: ownStanding, missing: [], fewer: [], within: null }
  return headlineOfChanges(ownStanding, shown, judgedBySample(ownStanding, question.period))
}

/** Neither chance nor a data gap explains that none of `without` answers names a brand. */
function isCertain(named: BrandStanding, without: number | null, { hasGap }: HeadlineQuestion): boolean {
  return !hasGap && isMissingBeyondChance(named, without, risks.own)
}

/**
 * The most important news, in this order: the own brand changed places with another; it changed; a rival did (the one
 * closest to the own score first); otherwise quiet.
 */
export function headlineOfChanges(
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
export function largestMove(shown: readonly BrandStanding[]): BrandStanding | null {
  const size = ({ visibility }: BrandStanding) => Math.abs(visibility.delta ?? 0)
  const [mover = null] = shown.filter(({ visibility }) => visibility.isNews).sort((a, b) => size(b) - size(a))
  return mover
}

/** The rivals that are too close to call, the nearest first. */
export function tooCloseTo(
  own: BrandStanding,
  shown: readonly BrandStanding[],
  isTooClose: Judgement['isTooClose'],
): readonly BrandStanding[] {
  const now = (standing: BrandStanding) => standing.visibility.value ?? 0
  return shown
    .filter((other) => !other.mine && other.visibility.value !== null && isTooClose(own, other))
    .sort((a, b) => Math.abs(now(a) - now(own)) - Math.abs(now(b) - now(own)))
}

/** The judgement of a period whose weeks aren't known: by the samples of its figures and those before. */
export function judgedBySample(own: BrandStanding, { start }: ReportPeriod): Judgement {
  return {
    changeOf: ({ visibility: { isNews, delta, previous } }) =>
      isNews && delta !== null
        ? {
            kind: 'step',
            direction: delta > 0 ? 1 : -1,
            points: delta,
            from: start,
            again: false,
            before: previous,
          }
        : null,
    passing: (_, other) => {
      const [before, now] = [sampledStanding(own, other, 'before'), sampledStanding(own, other, 'now')]
      if (before === 'behind' && now === 'ahead') return 'overtook'
      return before === 'ahead' && now === 'behind' ? 'overtaken' : null
    },
    isTooClose: (_, other) => sampledStanding(own, other, 'now') === 'too_close',
    within: changeInterval(own.visibility, own.answers),
    slope: null,
  }
}

/**
 * The standings with each change judged by its samples. Only visibility and presence are judged, because the spread of the
 * other metrics is unknown.
 */
export function withNews(standings: readonly BrandStanding[], isComparable = true): readonly BrandStanding[] {
  const rivals = standings.filter(({ mine }) => !mine).length
  return standings.map((standing) => {
    const risk = standing.mine ? risks.own : risks.rivals / rivals
    const judged = (change: MetricChange): MetricChange => ({
      ...change,
      isNews:
        isComparable &&
        (change.verdict === 'better' || change.verdict === 'worse') &&
        isBeyondSampling(change, standing.answers, risk) !== false,
    })
    return { ...standing, visibility: judged(standing.visibility), presence: judged(standing.presence) }
  })
}
