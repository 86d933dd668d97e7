/** Looks for the own brand when the tables of single engines don't show it. */
import type { AnalysisScope, AnalyticsApi, CallOptions } from '../../api/index.ts'
import type { BrandFilters, OwnBefore } from '../../model/reports.ts'
import type { Collected } from '../collected.ts'
import { ownOf } from '../ranking.ts'
import { fewAtOnce, section } from '../section.ts'
import {
  asBefore,
  isNamedNowhere,
  type OwnReading,
  ownBefore,
  ownBeyond,
  wasNamedNowhere,
  withOwnBeyond,
} from './own-brand.ts'
import { readBrands } from './read-brands.ts'

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
  call: CallOptions | undefined,
): Promise<OwnOnEngines<Reading>> {
  const readings = await withBeyond(api, question, read, days, call)
  const missing = readings.filter(isMissing)
  const [first] = missing
  const before = (engines: readonly string[], { period }: Reading, most?: number) =>
    ownBefore(api, { ...question, engines }, period, days, call, most)
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

/** Searches for the brand's name once for all engines, then requests it by name from each engine. */
async function withBeyond<Reading extends EngineBrands>(
  api: ReadingApi,
  question: Question,
  read: readonly Reading[],
  days: Collected | null,
  call: CallOptions | undefined,
): Promise<readonly Reading[]> {
  const isCut = ({ standings, leftOut }: Reading) => ownOf(standings) === null && leftOut > 0
  const [first] = read.filter(isCut)
  if (first === undefined) return read
  const collects = Promise.resolve(days)
  const listed = read.flatMap(({ rows }) => rows)
  const here = listed.filter((row) => row.is_my_brand)
  const engines = read.map(({ engine }) => engine)
  const ownRows =
    here.length > 0
      ? here
      : await ownBeyond(api, { ...question, engines }, first.requested, listed, collects, call)
  const brands = [...new Set(ownRows.map(({ brand }) => brand))]
  if (brands.length === 0) return read
  return fewAtOnce(read, async (reading) => {
    if (!isCut(reading)) return reading
    const asking = { ...question, engines: [reading.engine], brands }
    const part = await section('', readBrands(api, asking, reading.requested, collects, call), call)
    const rows = part.ok ? part.data.rows.filter((row) => row.is_my_brand) : []
    if (rows.length === 0) return reading
    return {
      ...reading,
      standings: withOwnBeyond(reading.rows, rows),
      leftOut: Math.max(0, reading.leftOut - rows.length),
    }
  })
}
