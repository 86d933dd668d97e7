import type { AnalysisScope, AnalyticsApi, BrandRow } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import { memoizeFor } from '../lib/memoize.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { BrandStanding, Headline, ReportPeriod, VisibilityReport } from '../model/reports.ts'
import type { Trend, TrendFinding } from '../model/trend.ts'
import { brandQuery } from './brands/brand-query.ts'
import { finite } from './metrics.ts'
import { isCalendarPeriod, lastComplete, periodContaining } from './periods.ts'
import { fewAtOnce } from './section.ts'
import { isSample } from './significance.ts'
import { comparableWeeks, extremeIn, minWeeks, type ReadWeek, trendIn } from './trend.ts'

/** More weeks than the chart shows: they give the level before a slide, so that it is found earlier. */
const weeksRead = 16
const rivalsShown = 2
/** Past weeks rarely change. */
const reuseMs = 6 * 3_600_000

type ReadingApi = Pick<AnalyticsApi, 'allBrands'>

/**
 * The own brand's weeks up to the report's week, compared with its nearest rivals among the brands shown. `null` if the
 * report doesn't cover one complete week or has no sample size, if fewer than six weeks can be compared, or if the past
 * can't be read in time: a trend never fails the answer. Requests every second week, because each answer also has the
 * week before, and only once per report object.
 */
export async function trendReport(
  api: ReadingApi,
  scope: AnalysisScope,
  report: VisibilityReport,
  clock: Clock,
): Promise<Trend | null> {
  const { own, period } = report
  if (own === null || !isSample(own.answers.now) || !isCompleteWeek(period, clock.now())) return null
  const cached = trends.get(report)
  const trend =
    cached ??
    readTrend(api, scope, report, own).catch(() => {
      trends.delete(report)
      return null
    })
  trends.set(report, trend)
  return withTimeout(clock, waitMs, () => trend)
}

/** The longest that an answer waits for its trend. */
const waitMs = 5_000

/** By report object: equal answers give the same object. */
const trends = new WeakMap<VisibilityReport, Promise<Trend | null>>()

function isCompleteWeek(period: ReportPeriod, now: Temporal.Instant): boolean {
  return (
    period.unit === 'week' &&
    isCalendarPeriod(period) &&
    period.end <= lastComplete('week', now, period.timeZone).end
  )
}

async function readTrend(
  api: ReadingApi,
  scope: AnalysisScope,
  report: VisibilityReport,
  ownStanding: BrandStanding,
): Promise<Trend | null> {
  const { period, engines, filters, coverage } = report
  const rivals = nearest(ownStanding, report.standings)
  const brands = [ownStanding, ...rivals].map(({ brand }) => brand)
  const monday = Temporal.PlainDate.from(period.start)
  const weeksAgo = (weeks: number) => periodContaining('week', monday.subtract({ weeks }), period.timeZone)
  const asked = Array.from({ length: weeksRead / 2 - 1 }, (_, index) => 2 * (index + 1))
  const past = await fewAtOnce(asked, async (ago) => {
    const query = { ...brandQuery(weeksAgo(ago), engines, filters), brands }
    const { rows } = await api.allBrands(scope, query, { limit: onePage }, { reuseMs })
    const byBrand = new Map(rows.map((row) => [row.brand, row]))
    const figures = brands.map((brand) => figuresOf(byBrand.get(brand)))
    return twoWeeks(figures, [weeksAgo(ago), weeksAgo(ago + 1)])
  })
  const newest = [ownStanding, ...rivals].map(({ visibility, answers }) => ({ visibility, answers }))
  const read = [twoWeeks(newest, [period, weeksAgo(1)]), ...past].flat()
  const { weeks, leftOut } = comparableWeeks(read)
  if (weeks.length < minWeeks) return null
  // Missing days may explain an apparent trend or extreme in the newest week.
  const carries = weeks.at(-1)?.start === period.start && coverage.gap?.side !== 'now'
  return {
    ownBrand: ownStanding.brand,
    rivals: rivals.map(({ brand }) => brand),
    unit: ownStanding.visibility.unit,
    weeks,
    leftOut,
    finding: carries ? trendIn(weeks) : null,
    extreme: carries ? extremeIn(weeks) : null,
  }
}

/** The requested brands fit on one page. */
const onePage = 100

type Figures = {
  readonly visibility: Pick<BrandStanding['visibility'], 'value' | 'previous'>
  readonly answers: BrandStanding['answers']
}

const unknown: Figures = {
  visibility: { value: null, previous: null },
  answers: { now: null, before: null },
}

function figuresOf(row: BrandRow | undefined): Figures {
  if (row === undefined) return unknown
  const { visibility_score: score, presence_rate_total: answers } = row
  return {
    visibility: { value: finite(score.value), previous: finite(score.prev_value) },
    answers: { now: answers.value, before: answers.prev_value },
  }
}

/** Two weeks from one response. The own brand's figures come first, then the rivals'. */
function twoWeeks(
  [own = unknown, ...rivals]: readonly Figures[],
  [week, before]: readonly [ReportPeriod, ReportPeriod],
): readonly ReadWeek[] {
  return [
    {
      start: week.start,
      score: own.visibility.value,
      answers: own.answers.now,
      rivals: rivals.map(({ visibility }) => visibility.value),
    },
    {
      start: before.start,
      score: own.visibility.previous,
      answers: own.answers.before,
      rivals: rivals.map(({ visibility }) => visibility.previous),
    },
  ]
}

/** The rivals whose scores are nearest to the own score; if equally near, by rank. */
function nearest(ownStanding: BrandStanding, standings: readonly BrandStanding[]): readonly BrandStanding[] {
  const score = ownStanding.visibility.value
  if (score === null) return []
  const gap = ({ visibility }: BrandStanding) => Math.abs((visibility.value ?? 0) - score)
  return standings
    .filter(({ mine, visibility }) => !mine && visibility.value !== null)
    .toSorted((a, b) => gap(a) - gap(b))
    .slice(0, rivalsShown)
}

/** The report with the trend as its headline, unless the week itself has news of the own brand. */
export function withTrendHeadline(report: VisibilityReport, trend: TrendFinding | null): VisibilityReport {
  const { own, headline } = report
  if (trend === null || own === null || !replaceableHeadlines.has(headline.kind)) return report
  // A rival's change that is replaced needs no explanation either.
  const { why: _, ...rest } = report
  return trendHeadlines(report, JSON.stringify(trend), () => ({
    ...rest,
    headline: { kind: 'trend', own, trend },
  }))
}

const trendHeadlines = memoizeFor<VisibilityReport, VisibilityReport>()

const replaceableHeadlines: ReadonlySet<Headline['kind']> = new Set(['quiet', 'rival_change'])
