import { ApiError } from '../api/index.ts'
import { type Market, marketOf } from '../insights/market.ts'
import type { MarketWeek } from '../model/market-week.ts'
import type { MarketQuestion } from './read-week.ts'
import {
  type Market as AskedMarket,
  type MarketWeeks,
  mostWeeks,
  type WeeksWorkspace,
  weeksOf,
} from './weeks.ts'

export interface MarketRead extends Market {
  /** The weeks as the service has them, oldest first. */
  readonly stored: readonly MarketWeek[]
  /** When the newest week was read, if the service is unavailable now; `null`: it is up to date. */
  readonly asOf: string | null
}

/**
 * The weeks of an analysis up to one of them, read as one market. A reading never fails the answer: `null` if nothing
 * is known of that week.
 * @param week its Monday
 */
export async function marketUpTo(
  workspace: WeeksWorkspace,
  question: MarketQuestion & { readonly timeZone: string; readonly engines: readonly string[] },
  { week, own }: { readonly week: string; readonly own: string },
): Promise<MarketRead | null> {
  const { engines, ...market } = question
  try {
    const { weeks, asOf } = await weeksOf(workspace, market, { last: mostWeeks })
    const stored = weeks.filter((one) => one.week <= week)
    if (stored.at(-1)?.week !== week) return null
    const read = marketOf(stored, { own, engines })
    return read && { ...read, stored, asOf }
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
    if (error instanceof ApiError) return { weeks: [], missing: [], asOf: null, version: '' }
    throw error
  }
}
