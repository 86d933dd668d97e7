/** Looks for the own brand when the tables of single engines don't show it. */
import type { AnalysisScope, AnalyticsApi } from '../../api/index.ts'
import type { BrandFilters, OwnBefore } from '../../model/reports.ts'
import type { Collected } from '../collected.ts'
import { ownOf } from '../ranking.ts'
import { fewAtOnce } from '../section.ts'
import {
  asBefore,
  isNamedNowhere,
  type OwnReading,
  ownBefore,
  ownBeyond,
  rememberNames,
  wasNamedNowhere,
  withBeyond,
} from './own-brand.ts'

type ReadingApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'>

/** One engine's brands in one period. */
export interface EngineBrands extends OwnReading {
  readonly engine: string
}

interface Question {
  readonly scope: AnalysisScope
  readonly filters: BrandFilters
  readonly maxBrands: number
}

/** The engines' brands including the own brand, and where it was seen last if no answer names it now. */
export interface OwnOnEngines<Reading extends EngineBrands> {
  readonly readings: readonly Reading[]
  /** By engine. */
  readonly gone: ReadonlyMap<string, OwnBefore>
  /** On all engines together, if none has it now. */
  readonly missingEverywhere: OwnBefore | null
}

/**
 * If no own brand was read for an engine, looks for it beyond the brands read, then in the previous period. If no
 * engine has it, looks in more earlier periods.
 */
export async function ownOnEngines<Reading extends EngineBrands>(
  api: ReadingApi,
  question: Question,
  read: readonly Reading[],
  days: Collected | null,
): Promise<OwnOnEngines<Reading>> {
  const isCut = ({ standings, leftOut }: Reading) => ownOf(standings) === null && leftOut > 0
  const [cut] = read.filter(isCut)
  // One search for all engines finds the names that each is then asked for.
  if (cut !== undefined) {
    const engines = read.map(({ engine }) => engine)
    const listed = read.flatMap(({ rows }) => rows)
    const mine = listed.filter((row) => row.is_my_brand)
    if (mine.length > 0) rememberNames(api, question.scope, mine)
    else await ownBeyond(api, { ...question, engines }, cut.requested, listed, Promise.resolve(days))
  }
  const readings = await fewAtOnce(read, (reading) =>
    withBeyond(api, { ...question, engines: [reading.engine] }, reading, days),
  )
  const missing = readings.filter(isMissing)
  const [first] = missing
  const before = (engines: readonly string[], { period }: Reading, most?: number) =>
    ownBefore(api, { ...question, engines }, period, days, most)
  if (first !== undefined && missing.length === readings.length) {
    const engines = readings.map(({ engine }) => engine)
    return { readings, gone: listedAsGone(missing), missingEverywhere: await before(engines, first) }
  }
  const notListed = missing.filter(({ standings }) => ownOf(standings) === null)
  const earlier = await fewAtOnce(
    notListed,
    async (reading) => [reading.engine, await before([reading.engine], reading, 1)] as const,
  )
  const last = earlier.flatMap(([engine, one]): [string, OwnBefore][] =>
    one === null ? [] : [[engine, one]],
  )
  return { readings, gone: new Map([...listedAsGone(missing), ...last]), missingEverywhere: null }
}

function isMissing({ standings }: EngineBrands): boolean {
  const ownStanding = ownOf(standings)
  return ownStanding === null || isNamedNowhere(ownStanding)
}

/** Rows of zeros already carry the previous values. */
function listedAsGone(missing: readonly EngineBrands[]): ReadonlyMap<string, OwnBefore> {
  return new Map(
    missing.flatMap(({ engine, standings, period }): [string, OwnBefore][] => {
      const ownStanding = ownOf(standings)
      return ownStanding === null || wasNamedNowhere(ownStanding)
        ? []
        : [[engine, asBefore(ownStanding, standings, period)]]
    }),
  )
}
