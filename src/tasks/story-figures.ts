/** The service's scores around a task: its levels today, and its chart. Pure. */
import type { MarketWeek } from '../model/market-week.ts'
import type { Aim, Story, StoryChart } from '../model/story.ts'

/** More engines would make a chart, and a sentence, hard to read. */
const enginesShown = 3
/** Slack draws no more points than this. */
const weeksDrawn = 20

/** The own scores in the newest week. Those that are not known are omitted. */
export function levelsOf(weeks: readonly MarketWeek[], own: string, { engines }: Aim): Story['levels'] {
  const newest = weeks.at(-1)
  if (newest === undefined) return []
  return (engines.length === 0 ? [null] : engines).flatMap((engine) => {
    const score = scoreIn(newest, own, engine)
    return score === null ? [] : [{ engine, score }]
  })
}

/** The own brand on the engines aimed at and on all, and the rival that the aim names where it aims at one engine. */
export function chartOf(
  weeks: readonly MarketWeek[],
  own: string,
  { engines, rival }: Aim,
  monday: string,
): StoryChart | null {
  const shown = weeks.slice(-weeksDrawn)
  const [first, second] = engines
  const isAgainst = rival !== null && first !== undefined && second === undefined
  const lines = [
    ...engines.slice(0, enginesShown).map((engine) => ({ brand: own, engine })),
    { brand: own, engine: null },
    ...(isAgainst ? [{ brand: rival, engine: first }] : []),
  ]
  if (shown.length < 2) return null
  return {
    lines,
    weeks: shown.map((week) => ({
      start: week.week,
      isSince: week.week > monday,
      scores: lines.map(({ brand, engine }) => scoreIn(week, brand, engine)),
    })),
  }
}

/** @param engine `null`: all engines together. Returns `null` if the score is not known */
function scoreIn(week: MarketWeek, brand: string, engine: string | null): number | null {
  const read = engine === null ? week.all : (week.engines[engine] ?? null)
  const index = week.brands.findIndex(({ name }) => name === brand)
  if (read === null) return null
  const figures = read.figures[index] ?? null
  // A brand that a complete list lacks was in no answer.
  return figures === null ? (week.brandsLeftOut === 0 ? 0 : null) : figures[0]
}
