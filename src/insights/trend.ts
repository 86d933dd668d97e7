/** The weeks of a report's chart, as the service has them. */
import type { BrandStanding, VisibilityReport } from '../model/reports.ts'
import type { Trend } from '../model/trend.ts'
import { ENOUGH } from './collected.ts'
import { heldChange } from './headline.ts'
import { type Market, scoreOn } from './market.ts'
import { medianOf } from './reading/numbers.ts'

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
