import { ApiError } from '../api/index.ts'
import { type Market, marketOf } from '../insights/market.ts'
import { withTimeout } from '../lib/timeout.ts'
import { isNarrowed, noFilters } from '../model/filters.ts'
import { isCalendarPeriod } from '../model/period.ts'
import type { BrandFilters, ReportPeriod } from '../model/reports.ts'
import type { MarketQuestion } from './read-week.ts'
import {
  type Market as AskedMarket,
  type MarketWeeks,
  mostWeeks,
  type WeeksWorkspace,
  weeksOf,
} from './weeks.ts'

export interface MarketRead extends Market {
  /** When the newest week was read, if the service is unavailable now; `null`: it is up to date. */
  readonly asOf: string | null
  /** When the newest week was read last. */
  readonly readAt: string | null
}

type Asked = MarketQuestion & { readonly engines: readonly string[] }

/** The longest that an answer waits for the weeks. Their requests go on, so that the next answer has them. */
const waitMs = 5_000

/** The weeks up to the end of a report's period, of a question whose weeks are kept; `null`: none is known in time. */
export async function marketOfReport(
  workspace: WeeksWorkspace,
  question: Asked,
  period: ReportPeriod,
): Promise<MarketRead | null> {
  return (await versionedMarket(workspace, question, period))?.market() ?? null
}

/** Weeks are kept of all answers, and of those that a digest is about: what somebody filters once varies like a part of all. */
export async function marketOfAnswer(
  workspace: WeeksWorkspace,
  { scope, engines, filters }: Omit<Asked, 'filters'> & { readonly filters?: BrandFilters },
  period: ReportPeriod,
): Promise<MarketRead | null> {
  const isPart = filters !== undefined && isNarrowed(filters)
  const question = { scope, engines, filters: noFilters }
  return (await versionedMarket(workspace, question, period, isPart))?.market() ?? null
}

interface VersionedMarket {
  /** The same as long as no week was read again. */
  readonly version: string
  /** Reading a year takes about 50 ms. `null`: no week is known. */
  readonly market: () => MarketRead | null
}

/** For callers who remember what a version said. */
export async function versionedMarket(
  workspace: WeeksWorkspace,
  { scope, filters, engines }: Asked,
  period: ReportPeriod,
  isPart = false,
): Promise<VersionedMarket | null> {
  const { timeZone, end } = period
  const isWeek = period.unit === 'week' && period.soFar === undefined && isCalendarPeriod(period)
  const options = { last: mostWeeks, asks: isWeek && !isPart }
  try {
    const read = () => weeksOf(workspace, { scope, filters, timeZone }, options)
    const known = await withTimeout(workspace.clock, waitMs, read)
    if (known === null) return null
    const market = () => {
      const stored = known.weeks.filter(({ week }) => week <= end)
      const one = marketOf(stored, { engines, isPart })
      return one && Object.assign(one, { asOf: known.asOf, readAt: known.readAt })
    }
    return { version: known.version, market }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The stored weeks of an analysis, without a request: what is missing is read in the background. */
export async function storedWeeks(workspace: WeeksWorkspace, market: AskedMarket): Promise<MarketWeeks> {
  try {
    return await weeksOf(workspace, market, { last: mostWeeks, asks: false })
  } catch (error) {
    if (error instanceof ApiError) return { weeks: [], missing: [], asOf: null, readAt: null, version: '' }
    throw error
  }
}
