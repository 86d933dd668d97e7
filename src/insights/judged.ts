/** A report of one week, judged by the weeks up to it. Its figures stay those of the service. */
import type { BrandChange, ToldChange } from '../model/change.ts'
import type {
  BrandStanding,
  Headline,
  MetricChange,
  ReportPeriod,
  VisibilityReport,
  Within,
} from '../model/reports.ts'
import { headlineOfChanges, type Judgement, largestMove, tooCloseTo } from './headline.ts'
import type { Market } from './market.ts'
import { lastPassing, type Reading, standingOf } from './reading/index.ts'

/** Headlines that depend on what is judged as a change. */
const judgedKinds: ReadonlySet<Headline['kind']> = new Set([
  'no_own_brand',
  'data_gap',
  'overtook',
  'overtaken',
  'own_change',
  'rival_change',
  'quiet',
])

/** @param report of the market's newest week, judged by its samples */
export function judgedReport(report: VisibilityReport, market: Market): VisibilityReport {
  const { own, headline, isFraction } = report
  if (
    market.brands.size === 0 ||
    isFraction ||
    report.requestedPeriod !== null ||
    !judgedKinds.has(headline.kind)
  )
    return report
  const gap = gapOf(report, market)
  const judgement = judgementOf(report, market)
  const standings = report.standings.map((standing) =>
    marked(standing, gap === null ? judgement.changeOf(standing) : null, report.period),
  )
  const markedOwn =
    own === null ? null : (standings.find(({ brand, mine }) => mine && brand === own.brand) ?? own)
  // How large a change must be follows from the weeks, not from the sample.
  const judged = { ...report, standings, own: markedOwn, smallestNews: null }
  if (markedOwn === null)
    return headline.kind === 'no_own_brand'
      ? { ...judged, headline: { ...headline, mover: largestMove(standings) } }
      : judged
  return {
    ...judged,
    headline: gap === null ? headlineOfChanges(markedOwn, standings, judgement) : { ...gap, own: markedOwn },
    tooClose: tooCloseTo(markedOwn, standings, judgement.isTooClose),
  }
}

/** What is missing in the newest week, and the own change without it; `null`: nothing is missing. */
function gapOf({ own, engines, coverage }: VisibilityReport, { collection, brands, monday }: Market) {
  const asked = (engine: string) => engines.length === 0 || engines.includes(engine)
  const [missing, fewer] = [collection.missing.filter(asked), collection.fewer.filter(asked)]
  if (missing.length + fewer.length === 0 && coverage.gap?.side !== 'now') return null
  return { kind: 'data_gap' as const, missing, fewer, within: withinOf(brands.get(own?.brand ?? ''), monday) }
}

function withinOf(reading: Reading | undefined, monday: string): Within | null {
  const told = reading?.last?.told === monday && reading.last.kind === 'step' ? reading.last : null
  const points = told ?? reading?.newestWeek
  return points ? { points: points.points, interval: points.interval, isNews: told !== null } : null
}

function judgementOf(report: VisibilityReport, market: Market): Judgement {
  const { brands, monday } = market
  const own = brands.get(report.own?.brand ?? '')
  return {
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
  }
}

/** Twice as far as both margins together: however much ordinary weeks vary, nobody would call that close. */
function areFarApart(one: MetricChange, other: MetricChange): boolean {
  const gap = Math.abs((one.value ?? 0) - (other.value ?? 0))
  return gap > 2 * ((one.margin ?? gap) + (other.margin ?? gap))
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
  const scores = earlier.map((week) => scoreIn(week, engines, brand))
  return { kind, direction, points, from, again, before: scores.findLast((score) => score !== null) ?? null }
}

/** A brand's score in a stored week; `null`: unknown, as for several engines together. */
export function scoreIn(
  { brands, all, engines }: Market['stored'][number],
  asked: readonly string[],
  brand: string,
): number | null {
  const [engine] = asked
  const figures = engine === undefined ? all : asked.length === 1 ? (engines[engine] ?? null) : null
  return figures?.figures[brands.findIndex(({ name }) => name === brand)]?.[0] ?? null
}

/** A change is marked only where it is the one that the figures show: the news may be older, or against the last week. */
export function marked(
  standing: BrandStanding,
  change: ToldChange | null,
  { start }: ReportPeriod,
): BrandStanding {
  const { visibility, presence } = standing
  const shown = visibility.verdict === 'better' ? 1 : visibility.verdict === 'worse' ? -1 : 0
  const isNews = change?.from === start && change.direction === shown
  return { ...standing, visibility: { ...visibility, isNews }, presence: { ...presence, isNews: false } }
}
