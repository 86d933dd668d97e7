/**
 * The reading of a market: what its weeks say, judged once. Pure functions of plain data; none throws or gives NaN.
 *
 * In: `MarketWeeks`, oldest first: per week and engine the number of answers and each brand's score (0 to 100; `null`: not
 * known). Engines, brands: ids. Weeks: their Monday, an ISO date. Weeks, engines or brands may be missing anywhere.
 * Out: points are on the scale of scores, or a difference on it; an interval holds the truth with 95 %. `logOdds` and
 * `error` are for comparisons only.
 *
 * - `collectionOf`: what the newest weeks can be compared with; what to say first.
 * - `readMarket`: every brand of a market. `readEngines`: one brand by engine.
 * - `probabilityAhead`, `standingOf`, `lastPassing`: two brands. `extremesOf`: the best and the worst of several.
 * - `storyInSteps`: what followed a task, with pauses.
 *
 * The method in short: scores become log-odds. The ordinary spread is measured over all brands at once. A change is a step
 * or a slope that least squares find against what held before, replayed week by week, with one rate of error for a family
 * (docs/adr/0015-one-reading.md).
 */

export { extremesOf, lastPassing, probabilityAhead, type Standing, standingOf } from './ahead.ts'
export { type Change, FAMILY_RATE, OWN_RATE } from './changes.ts'
export type { Spread } from './least-squares.ts'
export {
  type Reading,
  type Readings,
  readEngines,
  readMarket,
  spreadOfBrands,
  spreadOnEngines,
} from './reading.ts'
export { SAMPLE_ONLY } from './spread.ts'
export { type Story, storyInSteps } from './story.ts'
export { type Collection, collectionOf, type EngineWeek, type MarketWeek, type MarketWeeks } from './weeks.ts'
