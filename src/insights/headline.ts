import type { BrandStanding, Headline, MetricChange, OwnBefore } from '../model/reports.ts'
import { isMissingBeyondChance, isNamedNowhere, wasNamedNowhere } from './brands/own-brand.ts'
import { isProvenOvertake, mostAnswers, overtakesOf, ownOf } from './ranking.ts'
import { isAhead, risks } from './significance.ts'

/** The data that a headline is chosen from. */
interface HeadlineQuestion {
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

/**
 * The most important news of a report. If a comparison is possible, in this order: the own brand changed places with
 * another; its visibility changed; a rival's did (the one closest to the own score first); otherwise quiet. News
 * exceeds what chance explains; if the service gives no sample sizes, any change is news.
 */
export function headlineOf(question: HeadlineQuestion): Headline {
  const leader = question.all[0]
  if (leader === undefined || !question.all.some(isMeasured)) return { kind: 'no_data' }
  const ownStanding = ownOf(question.all)
  const { earlier } = question
  const { now, before } = mostAnswers(question.all)
  if (earlier !== null && (ownStanding === null || isNamedNowhere(ownStanding)))
    return { kind: 'own_vanished', last: earlier, isCertain: isCertain(earlier.own, now, question) }
  if (ownStanding === null) return { kind: 'no_own_brand', leader, mover: largestMove(question) }
  if (ownStanding.visibility.value === null) return { kind: 'own_unmeasured', own: ownStanding, leader }
  const of = question.all.filter((standing) => standing.rank !== null).length
  const othersBefore = question.all.some(({ mine, visibility }) => !mine && visibility.previous !== null)
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
  if (question.hasGap) return { kind: 'data_gap', own: ownStanding, within: null }
  return (
    changeOfPlace(ownStanding, question) ??
    (ownStanding.visibility.isNews ? { kind: 'own_change', own: ownStanding } : null) ??
    rivalChange(ownStanding, question) ?? {
      kind: 'quiet',
      own: ownStanding,
      of,
      level: question.all.filter((other) => !other.mine && isLevel(ownStanding, other)).slice(0, maxLevel),
    }
  )
}

/** The largest change of all, for reports without an own brand to compare with. */
function largestMove({ shown, hasGap, isFraction }: HeadlineQuestion): BrandStanding | null {
  if (hasGap || isFraction) return null
  const size = ({ visibility }: BrandStanding) => Math.abs(visibility.delta ?? 0)
  const [mover = null] = shown.filter(({ visibility }) => visibility.isNews).sort((a, b) => size(b) - size(a))
  return mover
}

/** Whether neither chance nor a data gap explains that none of `without` answers names a brand. */
function isCertain(named: BrandStanding, without: number | null, { hasGap }: HeadlineQuestion): boolean {
  return !hasGap && isMissingBeyondChance(named, without, risks.own)
}

/** The direction with more brands; in a tie, the bad news. */
function changeOfPlace(ownStanding: BrandStanding, { shown }: HeadlineQuestion): Headline | null {
  const { overtook, overtakenBy } = overtakesOf(ownStanding, shown)
  const isNews = (other: BrandStanding) => isProvenOvertake(ownStanding, other)
  const [won, lost] = [overtook.filter(isNews), overtakenBy.filter(isNews)]
  if (won.length > lost.length) return { kind: 'overtook', own: ownStanding, rivals: won }
  return lost.length > 0 ? { kind: 'overtaken', own: ownStanding, rivals: lost } : null
}

/** A rival near the own score matters more than the largest change of all. */
function rivalChange(ownStanding: BrandStanding, { shown }: HeadlineQuestion): Headline | null {
  const distance = ({ visibility: { value, previous } }: BrandStanding) =>
    Math.min(
      Math.abs((value ?? 0) - (ownStanding.visibility.value ?? 0)),
      Math.abs((previous ?? 0) - (ownStanding.visibility.previous ?? 0)),
    )
  const [rival] = shown
    .filter(({ mine, visibility }) => !mine && visibility.isNews)
    .sort((a, b) => distance(a) - distance(b))
  return rival === undefined ? null : { kind: 'rival_change', own: ownStanding, rival }
}

/** Rivals that a sentence can name as too close to call. */
const maxLevel = 2

/** Whether the sample can't tell which of two brands is ahead. */
function isLevel(ownStanding: BrandStanding, other: BrandStanding): boolean {
  const [mine, theirs] = [ownStanding.visibility.value, other.visibility.value]
  if (mine === null || theirs === null) return false
  const answers = ownStanding.answers.now
  return (
    mine === theirs ||
    (isAhead(mine, theirs, answers, risks.place) === false &&
      isAhead(theirs, mine, answers, risks.place) === false)
  )
}

/**
 * The standings with each change judged: news exceeds what chance explains. Only
 * visibility and presence are judged, because the spread of the other metrics is unknown.
 */
export function withNews(standings: readonly BrandStanding[], isComparable = true): readonly BrandStanding[] {
  const judged = (change: MetricChange): MetricChange => ({
    ...change,
    isNews:
      isComparable &&
      (change.verdict === 'better' || change.verdict === 'worse') &&
      change.beyondChance !== false,
  })
  return standings.map((standing) => ({
    ...standing,
    visibility: judged(standing.visibility),
    presence: judged(standing.presence),
  }))
}

/** Whether the service measured this brand in the period. */
export function isMeasured({ visibility, mentions, presence, averageRanking }: BrandStanding): boolean {
  return [visibility, mentions, presence, averageRanking].some((change) => change.value !== null)
}
