/** What is news in a report, by the weeks up to it or by its figures and what is ordinary, and its headline. */
import type {
  BrandChange,
  BrandStanding,
  Headline,
  MetricChange,
  OwnBefore,
  ReportPeriod,
  ToldChange,
  VisibilityReport,
  Within,
} from '../model/reports.ts'
import { isMissingBeyondChance, isNamedNowhere, wasNamedNowhere } from './brands.ts'
import { type Market, ofWeek, ordinaryOf, scoreOn } from './market.ts'
import { isMeasured, mostAnswers, ownOf } from './ranking.ts'
import { FAMILY_RATE, OWN_RATE } from './reading/changes.ts'
import { lastPassing, type Reading, standingOf } from './reading/reading.ts'
import {
  changeInterval,
  figureStanding,
  isBeyondOrdinary,
  type Ordinary,
  smallestNews,
} from './significance.ts'

/** What is news in a period, however that is judged. */
interface Judgement {
  /** What is missing in the period, and the own change without it; `null`: nothing is missing. */
  readonly gap: Pick<Extract<Headline, { kind: 'data_gap' }>, 'missing' | 'fewer' | 'within'> | null
  /** What became news of a brand; `null`: nothing. */
  readonly changeOf: (standing: BrandStanding) => BrandChange | null
  /** Whether the own brand and another passed each other. */
  readonly passing: (own: BrandStanding, other: BrandStanding) => 'overtook' | 'overtaken' | null
  readonly isTooClose: (own: BrandStanding, other: BrandStanding) => boolean
  /** The own change, as far as it can be told. */
  readonly within: Within | null
  readonly slope: BrandChange | null
  readonly smallestNews: number | null
}

interface HeadlineQuestion {
  readonly all: readonly BrandStanding[]
  /** Nothing was measured before this period. */
  readonly isFirst: boolean
  /** Days or answers are missing on one side, which may explain any change. */
  readonly hasGap: boolean
  readonly isFraction: boolean
  /** Where the own brand was last seen, if it is missing now or was missing in the previous period. */
  readonly earlier: OwnBefore | null
}

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

/**
 * A report with its changes judged. Its figures stay those of the service.
 * @param market the weeks before the report's end; `null`: none is known
 */
export function judgedReport(report: VisibilityReport, market: Market | null): VisibilityReport {
  const { headline, isFraction, period } = report
  if (isFraction) return report
  const week = ofWeek(market, report)
  const judgement = week
    ? judgedByWeeks(report, week)
    : judgedByFigures(report, ordinaryOf(market, period, 'whole'))
  const { gap, smallestNews } = judgement
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
  if (won.length > lost.length) return { kind: 'overtook', own, rivals: won, lost }
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

/** The own brand, and all rivals together, make a false claim as rarely as in a reading. */
function judgedByFigures(report: VisibilityReport, ordinary: Ordinary): Judgement {
  const { own, ranked, period, coverage } = report
  // All that were measured, so that a brand is judged alike whether it is asked for alone or not.
  const rivals = Math.max(1, ranked - Number(own?.rank != null))
  return {
    gap: coverage.gap === null ? null : { missing: [], fewer: [], within: null },
    changeOf: (standing) =>
      figureChange(standing, period, standing.mine ? OWN_RATE : FAMILY_RATE / rivals, ordinary),
    passing: (one, other) => {
      const [before, now] = (['before', 'now'] as const).map((when) =>
        figureStanding(one, other, when, ordinary),
      )
      if (before === 'behind' && now === 'ahead') return 'overtook'
      return before === 'ahead' && now === 'behind' ? 'overtaken' : null
    },
    isTooClose: (one, other) => figureStanding(one, other, 'now', ordinary) === 'too_close',
    within: own && changeInterval(own.visibility, own.answers, ordinary),
    slope: null,
    smallestNews: smallestNews(own?.visibility.previous ?? null, report.answers, ordinary),
  }
}

/** A change of figures that is news; `null`: it isn't. Without sample sizes, the figures alone decide. */
export function figureChange(
  { visibility, answers }: BrandStanding,
  { start }: ReportPeriod,
  risk: number,
  ordinary: Ordinary,
): BrandChange | null {
  const { delta, previous, verdict, isFraction } = visibility
  if (delta === null || verdict === 'same' || isFraction) return null
  if (isBeyondOrdinary(visibility, answers, risk, ordinary) === false) return null
  const direction = delta > 0 ? 1 : -1
  return { kind: 'step', direction, points: delta, from: start, again: false, before: previous }
}

function gapOf({ own, engines, coverage }: VisibilityReport, { collection, brands, monday }: Market) {
  const asked = (engine: string) => engines.length === 0 || engines.includes(engine)
  const [missing, fewer] = [collection.missing.filter(asked), collection.fewer.filter(asked)]
  if (missing.length + fewer.length === 0 && coverage.gap?.side !== 'now') return null
  return { missing, fewer, within: withinOf(brands.get(own?.brand ?? ''), monday) }
}

function withinOf(reading: Reading | undefined, monday: string): Within | null {
  const told = reading?.last?.told === monday && reading.last.kind === 'step' ? reading.last : null
  const points = told ?? reading?.newestWeek
  return points ? { points: points.points, interval: points.interval, isNews: told !== null } : null
}

function judgedByWeeks(report: VisibilityReport, market: Market): Judgement {
  const { brands, monday } = market
  const own = brands.get(report.own?.brand ?? '')
  return {
    gap: gapOf(report, market),
    changeOf: ({ brand }) => toldChange(brand, market, report.engines),
    passing: (ownStanding, other) => {
      const reading = brands.get(other.brand)
      const passing = own && reading ? lastPassing(own, reading) : null
      if (passing?.monday !== monday) return null
      const gap = (ownStanding.visibility.value ?? 0) - (other.visibility.value ?? 0)
      if (passing.standing === 'ahead') return gap > 0 ? 'overtook' : null
      return gap < 0 ? 'overtaken' : null
    },
    isTooClose: (ownStanding, other) => {
      const reading = brands.get(other.brand)
      if (!own || !reading || areFarApart(ownStanding.visibility, other.visibility)) return false
      const standing = standingOf(own.level, reading.level)
      const gap = (ownStanding.visibility.value ?? 0) - (other.visibility.value ?? 0)
      // Nothing is settled where the newest figures show the other order.
      return standing === 'too_close' || gap === 0 || gap > 0 !== (standing === 'ahead')
    },
    within: withinOf(own, monday),
    slope: heldChange(report, market, (change) => change.kind === 'slope'),
    // How large a change must be follows from the weeks, not from the sample.
    smallestNews: null,
  }
}

/** What became news of a brand in the market's newest week, on the engines asked for; `null`: nothing. */
export function toldChange(brand: string, market: Market, engines: readonly string[]): BrandChange | null {
  const last = market.brands.get(brand)?.last
  return last?.told === market.monday ? withBefore(last, brand, market, engines) : null
}

/** Half as far again as both margins together: however much ordinary weeks vary, nobody would call that close. */
function areFarApart(one: MetricChange, other: MetricChange): boolean {
  const gap = Math.abs((one.value ?? 0) - (other.value ?? 0))
  return gap > 1.5 * ((one.margin ?? gap) + (other.margin ?? gap))
}

/** The own brand's last change, if it was told in an earlier week. */
export function heldChange(
  report: VisibilityReport,
  market: Market,
  isWanted: (change: BrandChange) => boolean,
): BrandChange | null {
  const brand = report.own?.brand ?? ''
  const reading = market.brands.get(brand)
  const last = reading?.last
  if (!last || last.told === market.monday) return null
  const now = last.kind === 'slope' && reading.rate ? { ...last, points: reading.rate.points } : last
  const change = withBefore(now, brand, market, report.engines)
  return isWanted(change) ? change : null
}

function withBefore(
  { kind, direction, points, from, again }: NonNullable<Reading['last']>,
  brand: string,
  { stored }: Market,
  engines: readonly string[],
): BrandChange {
  // A slope leaves its level in the week that it is dated; a step is dated by the first week that differs.
  const earlier = stored.filter(({ week }) => (kind === 'slope' ? week <= from : week < from))
  const scores = earlier.map((week) => scoreOn(week, engines, brand))
  return { kind, direction, points, from, again, before: scores.findLast((score) => score !== null) ?? null }
}
