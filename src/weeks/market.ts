import { ApiError } from '../api/index.ts'
import { type Market, marketOf, ownBrandOf } from '../insights/market.ts'
import { withTimeout } from '../lib/timeout.ts'
import { isCalendarPeriod } from '../model/period.ts'
import type { ReportPeriod } from '../model/reports.ts'
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
}

/** `null`: nothing is known of that week. @param week its Monday. @param own default: as the weeks list it */
export async function marketUpTo(
  workspace: WeeksWorkspace,
  question: MarketQuestion & { readonly timeZone: string; readonly engines: readonly string[] },
  { week, own }: { readonly week: string; readonly own?: string },
): Promise<MarketRead | null> {
  const { engines, ...market } = question
  try {
    const { weeks, asOf } = await weeksOf(workspace, market, { last: mostWeeks })
    const stored = weeks.filter((one) => one.week <= week)
    if (stored.at(-1)?.week !== week) return null
    const read = marketOf(stored, { own: own ?? ownBrandOf(stored), engines })
    return read && Object.assign(read, { asOf })
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The longest that an answer waits for the weeks. Their requests go on, so that the next answer has them. */
const waitMs = 5_000
/** With fewer weeks, what is ordinary isn't known yet. */
const leastWeeks = 5

/** The market of a report about one complete week; `null`: it is about another period, or too few weeks are known in time. */
export async function marketOfReport(
  workspace: WeeksWorkspace,
  question: MarketQuestion & { readonly engines: readonly string[] },
  period: ReportPeriod,
): Promise<MarketRead | null> {
  const isWeek = period.unit === 'week' && period.soFar === undefined && isCalendarPeriod(period)
  if (!isWeek) return null
  const { timeZone, start } = period
  const market = await withTimeout(workspace.clock, waitMs, () =>
    marketUpTo(workspace, { ...question, timeZone }, { week: start }),
  )
  return market !== null && market.weeks.length >= leastWeeks ? market : null
}

/** The stored weeks of an analysis, without a request: what is missing is read in the background. */
export async function storedWeeks(workspace: WeeksWorkspace, market: AskedMarket): Promise<MarketWeeks> {
  try {
    return await weeksOf(workspace, market, { last: mostWeeks, asks: false })
  } catch (error) {
    if (error instanceof ApiError) return { weeks: [], missing: [], asOf: null, version: '' }
    throw error
  }
}
