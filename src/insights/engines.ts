import type { AnalysisScope, AnalyticsApi, CallOptions } from '../api/index.ts'
import { brandQuery } from './brand-query.ts'
import type { EngineReport, EngineStanding, ReportPeriod, Section } from './model.ts'
import { ownOf, standingsOf } from './ranking.ts'
import { fewAtOnce, section } from './section.ts'

interface EngineQuestion {
  readonly scope: AnalysisScope
  readonly period: ReportPeriod
  /** The engines to compare (specification, part 2.5): one call each. */
  readonly engines: readonly string[]
  /** Changes of at most this many points are not news. */
  readonly noiseBand: number
}

/** How many brands to read on each engine, best visibility first. */
const MAX_BRANDS = 500

/**
 * The own brand's place on each engine, and where it does best and worst. An engine that can't be read is a failed
 * section that names it; only a cancelled call fails the report.
 */
export async function engineReport(
  api: Pick<AnalyticsApi, 'allBrands'>,
  { scope, period, engines, noiseBand }: EngineQuestion,
  call?: CallOptions,
): Promise<EngineReport> {
  const read = async (engine: string): Promise<EngineStanding> => {
    const query = brandQuery(period, [engine])
    const { rows, cut } = await api.allBrands(scope, query, { limit: MAX_BRANDS }, call)
    const standings = standingsOf(rows)
    const of = standings.filter(({ rank }) => rank !== null).length
    return { engine, own: ownOf(standings), of, brandsLeftOut: cut }
  }
  const sections = await fewAtOnce([...new Set(engines)], (engine) => section(engine, read(engine), call))
  const sorted = sections.toSorted((a, b) => order(b) - order(a))
  const measured = sorted.flatMap((part) => (part.ok && score(part.data) !== null ? [part.data] : []))
  const [best, worst] = [measured.at(0) ?? null, measured.at(-1) ?? null]
  const differ = best !== null && worst !== null && score(best) !== score(worst)
  return {
    period,
    engines: sorted,
    best: differ ? best : null,
    worst: differ ? worst : null,
    noiseBand,
  }
}

function score({ own }: EngineStanding): number | null {
  return own?.visibility.value ?? null
}

/** A score is a percentage from 0: engines without one come after all scores, failed ones last. */
function order(part: Section<EngineStanding>): number {
  return part.ok ? (score(part.data) ?? -1) : -2
}
