/** The weeks of a market as they were collected, and the series of one brand that a reading is made from. */
import { medianOf, sumOf } from './statistics.ts'

export interface EngineScores {
  /** How many answers were collected; 0: none. */
  readonly answers: number
  /** Scores from 0 to 100 by brand id. 0 is "in no answer"; `null` or no entry is "not known". */
  readonly scores: ReadonlyMap<string, number | null>
}

export interface ScoredWeek {
  readonly monday: string
  /** By engine id. An engine without an entry was not collected. */
  readonly engines: ReadonlyMap<string, EngineScores>
}

/** Oldest first, each Monday at most once. Weeks may be missing. */
export type ScoredWeeks = readonly ScoredWeek[]

/** What the newest weeks can be compared with, by engine id. */
export interface Collection {
  /** Collected now and before: what a reading compares. */
  readonly engines: readonly string[]
  /** Collected before, but not now. */
  readonly missing: readonly string[]
  /** Collected now with far fewer answers than before. Those below half are not in `engines`. */
  readonly fewer: readonly string[]
}

/** One number a week: `logOdds` is NaN and `variance` infinite where something was not collected. */
export interface Series {
  readonly id: string
  readonly mondays: readonly string[]
  readonly logOdds: readonly number[]
  /** The bound that sampling alone sets for the variance of `logOdds`. */
  readonly variance: readonly number[]
}

/** What is usual is measured in this many weeks, */
const USUAL_WEEKS = 16
/** and an engine belongs to the market if it was collected in this share of them. */
const KNOWN = 0.75
/** Below this share of its usual answers an engine is not compared: most of its days are missing. */
const COMPARABLE = 0.5
/** Below this share its answers are said to be fewer: a seventh less is one missing day. */
const COMPLETE = 0.8
const WEEK_MS = 7 * 86_400_000

/** The same weeks with an empty one for each that is missing, so that an index is a distance in time. */
export function consecutive(weeks: ScoredWeeks): ScoredWeeks {
  const filled: ScoredWeek[] = []
  for (const week of weeks) {
    const end = Date.parse(week.monday)
    const last = filled.at(-1)
    for (let time = last ? Date.parse(last.monday) + WEEK_MS : end; time < end; time += WEEK_MS)
      filled.push({ monday: new Date(time).toISOString().slice(0, 10), engines: new Map() })
    filled.push(week)
  }
  return filled
}

const answersOf = (week: ScoredWeek, engine: string) => week.engines.get(engine)?.answers ?? 0

/** The median of the weeks in which an engine was collected; 0: in none. */
function usualAnswers(weeks: ScoredWeeks, engine: string): number {
  const collected = weeks.map((week) => answersOf(week, engine)).filter((answers) => answers > 0)
  return collected.length === 0 ? 0 : medianOf(collected)
}

/** The engines that were collected in most of some weeks, in an order that doesn't depend on that of the records. */
export function knownEngines(weeks: ScoredWeeks): string[] {
  const collected = (engine: string) => weeks.filter((week) => answersOf(week, engine) > 0).length
  const engines = [...new Set(weeks.flatMap((week) => [...week.engines.keys()]))].sort()
  return engines.filter((engine) => collected(engine) >= KNOWN * weeks.length)
}

/** All brands of some weeks, in an order that doesn't depend on that of the records. */
export function brandsOf(weeks: ScoredWeeks): string[] {
  const records = weeks.flatMap(({ engines }) => [...engines.values()])
  return [...new Set(records.flatMap(({ scores }) => [...scores.keys()]))].sort()
}

/** Compares what was collected in the newest week with the weeks before. */
export function collectionOf(all: ScoredWeeks): Collection {
  const weeks = consecutive(all)
  const now = weeks.at(-1)
  const before = weeks.slice(0, -1).slice(-USUAL_WEEKS)
  if (now === undefined || before.length === 0)
    return { engines: knownEngines(weeks), missing: [], fewer: [] }

  const known = knownEngines(before)
  const share = (engine: string) => answersOf(now, engine) / Math.max(1, usualAnswers(before, engine))
  return {
    engines: known.filter((engine) => share(engine) >= COMPARABLE),
    missing: known.filter((engine) => answersOf(now, engine) === 0),
    fewer: known.filter((engine) => answersOf(now, engine) > 0 && share(engine) < COMPLETE),
  }
}

/**
 * A brand on some engines together. Each engine has the same share in every week, by its usual answers, so that an engine
 * with more or fewer answers moves nothing. A week in which one of them is missing has no value. `weeks` are consecutive.
 */
export function seriesOf(weeks: ScoredWeeks, brand: string, engines: readonly string[], id = brand): Series {
  const usual = [...engines].sort().map((engine) => ({ engine, answers: usualAnswers(weeks, engine) }))
  const all = sumOf(usual.map(({ answers }) => answers))
  const logOdds: number[] = []
  const variance: number[] = []
  for (const week of weeks) {
    let score = 0
    let scoreVariance = 0
    let answers = 0
    for (const { engine, answers: weight } of usual) {
      const share = weight / all
      const collected = answersOf(week, engine)
      const p = (week.engines.get(engine)?.scores.get(brand) ?? Number.NaN) / 100
      score += share * p
      scoreVariance += (share ** 2 * p * (1 - p)) / collected
      answers += collected
    }
    const isComplete = answers > 0 && Number.isFinite(score + scoreVariance)
    const p = Math.min(1 - 0.5 / answers, Math.max(0.5 / answers, score))
    // A score of 0 or 100 is uncertain, too: as if half an answer were different.
    const bound = Math.max(scoreVariance, 0.5 / answers ** 2) / (p * (1 - p)) ** 2
    logOdds.push(isComplete ? logOddsOf(score, answers) : Number.NaN)
    variance.push(isComplete ? bound : Number.POSITIVE_INFINITY)
  }
  return { id, mondays: weeks.map(({ monday }) => monday), logOdds, variance }
}

/** Log-odds of a share of some answers, with half an answer added on either side: 0 and 1 have log-odds, too. */
export function logOddsOf(share: number, answers: number): number {
  const p = (share * answers + 0.5) / (answers + 1)
  return Math.log(p / (1 - p))
}

export const scoreOf = (logOdds: number): number => 100 / (1 + Math.exp(-logOdds))
