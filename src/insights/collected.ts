import type { AnalysisScope, AnalyticsApi, Collect } from '../api/index.ts'
import { memoizeFor } from '../lib/cache.ts'
import { dayOf } from '../lib/dates.ts'
import { fewAtOnce } from '../lib/queues.ts'
import { periodContaining } from '../model/period.ts'
import type { ReportPeriod } from '../model/reports.ts'

/** A day of data collection, `YYYY-MM-DD`, with the number of answers. */
export interface CollectDay {
  readonly date: string
  readonly total: number | null
}

/** An analysis's collects, as far as they were read. */
export interface Collected {
  /** Newest first. Collects without a readable date are omitted. */
  readonly days: readonly CollectDay[]
  /** At least this many collects were not read; 0 = all were read. */
  readonly leftOut: number
}

const PAGE_SIZE = 100
const PAGES_AT_EACH_END = 5

/**
 * The analysis's collects. The specification gives neither an order nor a filter (4.3), so they are sorted by date. If
 * there are more than a thousand, both ends of the list are read: they include the newest, whatever the order.
 * `leftOut` counts the rest. A date with a time counts as its written day. `null`: there are collects, but none has a
 * date.
 */
export async function collectDays(
  api: Pick<AnalyticsApi, 'collects'>,
  scope: AnalysisScope,
): Promise<Collected | null> {
  const { collects, leftOut } = await readEnds((page) => api.collects(scope, { page, page_size: PAGE_SIZE }))
  return ofCollects(collects, `${leftOut}`, () => collectedOf(collects, leftOut))
}

// Saves 1 % of the processor time of 1,000 digests, and returns the same object each time: reports are memoized by it.
const ofCollects = memoizeFor<readonly Collect[], Collected | null>()

// The same pages make the same list.
const joined = memoizeFor<readonly Collect[], readonly Collect[]>()
let lastNumber = 0
const numbers = memoizeFor<readonly Collect[], number>()
const numberOf = (page: readonly Collect[]) => numbers(page, '', () => ++lastNumber)

function collectedOf(collects: readonly Collect[], leftOut: number): Collected | null {
  const days = collects.flatMap(({ date, total }) => {
    const day = dayOf(date)
    return day === null ? [] : [{ date: day, total }]
  })
  if (days.length === 0 && collects.length > 0) return null
  return { days: days.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)), leftOut }
}

interface Ends {
  readonly collects: readonly Collect[]
  readonly leftOut: number
}

/**
 * Reads all pages, or those at both ends of a long list; without a total, page by page until one is not full.
 */
async function readEnds(read: (page: number) => ReturnType<AnalyticsApi['collects']>): Promise<Ends> {
  const first = await read(1)
  const { total, page_size } = first.pagination
  const size = Math.max(1, page_size)
  if (total !== null) {
    const last = Math.ceil(total / size)
    const both = Array.from({ length: PAGES_AT_EACH_END * 2 }, (_, index) =>
      index < PAGES_AT_EACH_END ? index + 1 : last - (index - PAGES_AT_EACH_END),
    )
    const others = [...new Set(both)].filter((page) => page > 1 && page <= last)
    const more = await fewAtOnce(others, read)
    const pages = more.map(({ data }) => numberOf(data)).join()
    const collects = joined(first.data, pages, () => [first, ...more].flatMap(({ data }) => data))
    // Count ids: a service that ignores the page number returns the same collects again.
    return { collects, leftOut: Math.max(0, total - new Set(collects.map(({ id }) => id)).size) }
  }
  const collects = [...first.data]
  let full = first.data.length >= size
  for (let page = 2; full && page <= PAGES_AT_EACH_END * 2; page += 1) {
    const { data } = await read(page)
    collects.push(...data)
    full = data.length >= size
  }
  return { collects, leftOut: full ? 1 : 0 }
}

/** The newest collect that was read in a period. */
export function newestIn({ start, end }: ReportPeriod, { days }: Collected): CollectDay | null {
  return days.find(({ date }) => start <= date && date <= end) ?? null
}

/** Whether it is certain that nothing was collected in a period. It isn't if some collects were not read. */
export function isKnownEmpty(period: ReportPeriod, collected: Collected): boolean {
  return collected.leftOut === 0 && newestIn(period, collected) === null
}

/**
 * Fallbacks for a period without data: the other periods of its unit with a collect. Earlier ones first, newest
 * first; later ones last, because they may still be running, and half a week compares badly.
 */
export function otherPeriods(asked: ReportPeriod, { days }: Collected): readonly ReportPeriod[] {
  const periods = new Map<string, ReportPeriod>()
  const isLater = ({ start }: ReportPeriod) => start > asked.end
  const newest = days[0]?.date ?? ''
  const { unit, timeZone, thisYear } = asked
  for (const { date } of days) {
    const period = {
      ...periodContaining(unit, date, timeZone),
      ...(thisYear === undefined ? {} : { thisYear }),
    }
    if (period.start === asked.start && period.end === asked.end) continue
    const mayRun = isLater(period) && period.start <= newest && newest < period.end
    periods.set(period.start, mayRun ? { ...period, soFar: newest } : period)
  }
  const others = [...periods.values()]
  return [...others.filter((period) => !isLater(period)), ...others.filter(isLater)]
}
