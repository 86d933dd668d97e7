/** Where brands stand in a period, and the weeks of a report's chart. */

import type { AnalysisScope, AnalyticsApi, BrandRow } from '../api/index.ts'
import { memoizeFor, singleFlight } from '../lib/cache.ts'
import { nameKey } from '../lib/strings.ts'
import { isNarrowed, noFilters } from '../model/question.ts'
import type {
  BrandStanding,
  NamedFilters,
  OwnBefore,
  ReportPeriod,
  VisibilityReport,
} from '../model/reports.ts'
import type { Trend } from '../model/trend.ts'
import { type BrandQuestion, type OwnReading, readBrands, withOwn } from './brands.ts'
import {
  type Collected,
  collectDays,
  coverageOf,
  ENOUGH,
  hasData,
  newestIn,
  otherPeriods,
} from './collected.ts'
import { headlineOf, heldChange, judgedReport } from './headline.ts'
import { type Market, scoreOn } from './market.ts'
import { mostAnswers, ownOf, standingsOf, totalMentions } from './ranking.ts'
import { medianOf } from './reading/statistics.ts'

export interface VisibilityQuestion {
  readonly scope: AnalysisScope
  readonly period: ReportPeriod
  /** Source enum values (specification, part 2.5); empty means all. */
  readonly engines: readonly string[]
  /** Brands to show beside the own ones, ignoring case; empty means all. */
  readonly brands: readonly string[]
  /** Filters of the counted answers; default: none. */
  readonly filters?: NamedFilters
  /** Maximum brands to read, best visibility first; default 500. */
  readonly maxBrands?: number
}

/** Fallback periods to try: with an engine filter, a week with collects can still be empty. */
const OTHER_PERIODS = 3

/**
 * Where the brands of an analysis stand in a period (specification, parts 4.3 and 4.4). The displayed brands are
 * selected afterwards, so rank and share of voice count all brands; engines and filters are applied by the service,
 * so both then count the matching answers only. If the period has no data, the newest one with data is shown.
 * Unreadable collects don't fail the report.
 * @throws {ApiError} when the brands can't be read
 */
export const visibilityReport = singleFlight(
  (question: VisibilityQuestion) => JSON.stringify(question),
  readReport,
)

type ReadingApi = Pick<AnalyticsApi, 'allBrands' | 'collects' | 'insightsFilters'>

// Together they save 4 % of the processor time of 1,000 digests. Blocks are memoized by the report that they return.
const ranked = memoizeFor<readonly BrandRow[], readonly BrandStanding[]>()
const reported = memoizeFor<
  readonly BrandStanding[],
  ReturnType<typeof memoizeFor<Collected, VisibilityReport>>
>()
const unread: Collected = { days: [], leftOut: 0 }

/** @returns the same report object for the same answers */
async function readReport(api: ReadingApi, question: VisibilityQuestion): Promise<VisibilityReport> {
  // Ranks count all brands, so the own brand is looked for among all of them.
  const { brands: _, filters = noFilters, maxBrands = 500, ...others } = question
  const asked = { ...others, filters, maxBrands }
  const collects = collectDays(api, asked.scope).catch(() => null)
  const [reading, days] = await Promise.all([readPeriod(api, asked, asked.period, collects), collects])
  const measured = hasData(reading.period, reading.standings, days)
    ? reading
    : await readAnother(api, asked, days)
  // Without data, the listed brands are at "n/a" or zero: nothing to show.
  const { earlier, ...shownReading } =
    measured === null
      ? { ...reading, standings: [], earlier: null }
      : await withOwn(api, asked, measured, days)
  const key = JSON.stringify([question, shownReading.period, shownReading.leftOut, earlier])
  return reported(shownReading.standings, key, memoizeFor<Collected, VisibilityReport>)(
    days ?? unread,
    '',
    () => reportOf(question, shownReading, earlier, days),
  )
}

async function readPeriod(
  api: Pick<AnalyticsApi, 'allBrands'>,
  question: BrandQuestion,
  requested: ReportPeriod,
  collects: Promise<Collected | null>,
): Promise<OwnReading> {
  const reading = await readBrands(api, question, requested, collects)
  const { rows } = reading
  return { ...reading, requested, standings: ranked(rows, '', () => standingsOf(rows)) }
}

async function readAnother(
  api: Pick<AnalyticsApi, 'allBrands'>,
  question: BrandQuestion & Pick<VisibilityQuestion, 'period'>,
  days: Collected | null,
): Promise<OwnReading | null> {
  if (days === null) return null
  for (const period of otherPeriods(question.period, days).slice(0, OTHER_PERIODS)) {
    const reading = await readPeriod(api, question, period, Promise.resolve(days))
    if (hasData(reading.period, reading.standings, days)) return reading
  }
  return null
}

function reportOf(
  question: VisibilityQuestion,
  { requested, period, comparedWith, standings: all, leftOut, impossible }: OwnReading,
  earlier: OwnBefore | null,
  days: Collected | null,
): VisibilityReport {
  const { engines, brands, filters = noFilters } = question
  const narrowed = engines.length > 0 || isNarrowed(filters)
  const most = mostAnswers(all)
  const coverage = coverageOf(period, most, days, narrowed)
  const isFraction = all.some(({ visibility }) => visibility.isFraction)
  const namedBrands = new Set(brands.map(nameKey))
  const isShown = ({ brand, mine }: BrandStanding) =>
    namedBrands.size === 0 || mine || namedBrands.has(nameKey(brand))
  const ownStanding = ownOf(all)
  const report: VisibilityReport = {
    period,
    requestedPeriod: requested === question.period ? null : question.period,
    comparedWith,
    engines,
    brands,
    filters,
    standings: all.filter(isShown),
    own: ownStanding,
    ranked: all.filter(({ rank }) => rank !== null).length,
    answers: {
      now: ownStanding?.answers.now ?? most.now,
      before: ownStanding?.answers.before ?? most.before,
    },
    smallestNews: null,
    totalMentions: totalMentions(all.map(({ mentions }) => mentions.value)),
    brandsLeftOut: leftOut,
    collect: days === null ? null : newestIn(period, days),
    coverage,
    impossible,
    isFraction,
    headline: headlineOf({
      all,
      hasGap: coverage.gap !== null,
      isFraction,
      earlier,
      isFirst: isFirst(period, comparedWith, days),
    }),
    tooClose: [],
  }
  return judgedReport(report, null)
}

/** Whether it is certain that nothing was measured before a period. */
function isFirst(period: ReportPeriod, comparedWith: ReportPeriod | null, days: Collected | null): boolean {
  return comparedWith === null && days !== null && days.days.every(({ date }) => date >= period.start)
}

const weeksShown = 12
const leastWeeks = 4
const nearestShown = 2

/**
 * The weeks up to a report's, of the own brand, the leader and the nearest rivals among the brands shown. `null` if fewer
 * than four weeks can be compared.
 * @param asOf when the newest week was read, if the service is unavailable now
 */
export function trendOf(report: VisibilityReport, market: Market, asOf: string | null): Trend | null {
  const { own, engines, standings, headline } = report
  if (own === null || report.isFraction) return null
  const brands = [own, ...rivalsOf(own, standings)].map(({ brand }) => brand)
  const stored = market.stored.slice(-weeksShown)
  const [engine = null] = engines
  const answers = stored.map((week) => (engine === null ? week.all : week.engines[engine])?.answers ?? 0)
  const usual = medianOf(answers.filter((count) => count > 0))
  const weeks = stored
    .filter((_, index) => (answers[index] ?? 0) >= ENOUGH * usual)
    .map((week) => ({ start: week.week, scores: brands.map((brand) => scoreOn(week, engines, brand)) }))
    .filter(({ scores }) => scores[0] !== null)
  const [first] = weeks
  if (first === undefined || weeks.length < leastWeeks) return null
  const shown = new Set(weeks.map(({ start }) => start))
  return {
    brands,
    unit: own.visibility.unit,
    weeks,
    leftOut: stored.map(({ week }) => week).filter((week) => week > first.start && !shown.has(week)),
    change:
      headline.kind === 'quiet' && headline.slope !== null
        ? null
        : heldChange(report, market, ({ kind, from }) => kind !== 'stop' && from >= first.start),
    asOf,
  }
}

/** The leader, and the rivals whose scores are nearest to the own score. */
function rivalsOf(own: BrandStanding, standings: readonly BrandStanding[]): readonly BrandStanding[] {
  const gap = ({ visibility }: BrandStanding) =>
    Math.abs((visibility.value ?? 0) - (own.visibility.value ?? 0))
  const rivals = standings.filter(({ mine, visibility }) => !mine && visibility.value !== null)
  const nearest = rivals.toSorted((a, b) => gap(a) - gap(b)).slice(0, nearestShown)
  return [...new Set([...rivals.filter(({ rank }) => rank === 1).slice(0, 1), ...nearest])]
}
