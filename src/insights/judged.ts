/** What is news in a report: by the weeks up to it, or by its figures and what is ordinary in those weeks. */
import type {
  BrandChange,
  BrandStanding,
  MetricChange,
  ReportPeriod,
  VisibilityReport,
  Within,
} from '../model/reports.ts'
import { type Judgement, judgedBy } from './headline.ts'
import { type Market, ofWeek, ordinaryOf, scoreOn } from './market.ts'
import { FAMILY_RATE, lastPassing, OWN_RATE, type Reading, standingOf } from './reading/index.ts'
import {
  changeInterval,
  figureStanding,
  isBeyondOrdinary,
  type Ordinary,
  smallestNews,
} from './significance.ts'

/** @param market the weeks before the report's end; `null`: none is known */
export function judgedReport(report: VisibilityReport, market: Market | null): VisibilityReport {
  const week = ofWeek(market, report)
  const judgement = week
    ? judgedByWeeks(report, week)
    : judgedByFigures(report, ordinaryOf(market, report.period, 'whole'))
  return judgedBy(report, judgement)
}

/** The own brand, and all rivals together, make a false claim as rarely as in a reading. */
function judgedByFigures(report: VisibilityReport, ordinary: Ordinary): Judgement {
  const { own, standings, period, coverage } = report
  const rivals = standings.filter(({ mine }) => !mine).length
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

/** What is missing in the newest week, and the own change without it; `null`: nothing is missing. */
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
    changeOf: ({ brand }) => {
      const last = brands.get(brand)?.last ?? null
      return last?.told === monday ? withBefore(last, brand, market, report) : null
    },
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
  const change = withBefore(now, brand, market, report)
  return isWanted(change) ? change : null
}

function withBefore(
  { kind, direction, points, from, again }: NonNullable<Reading['last']>,
  brand: string,
  { stored }: Market,
  { engines }: VisibilityReport,
): BrandChange {
  // A slope leaves its level in the week that it is dated; a step is dated by the first week that differs.
  const earlier = stored.filter(({ week }) => (kind === 'slope' ? week <= from : week < from))
  const scores = earlier.map((week) => scoreOn(week, engines, brand))
  return { kind, direction, points, from, again, before: scores.findLast((score) => score !== null) ?? null }
}
