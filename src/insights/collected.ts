import type { AnalysisScope, AnalyticsApi, Collect } from '../api/index.ts'
import { fewAtOnce } from '../lib/async.ts'
import { memoizeFor } from '../lib/cache.ts'
import { dayOf } from '../lib/dates.ts'
import { periodContaining, previous, sameDaysBefore } from '../model/question.ts'
import type {
  BrandStanding,
  Coverage,
  ReportPeriod,
  SampleSizes,
  VisibilityReport,
} from '../model/reports.ts'
import { isMeasured } from './ranking.ts'

/** A day of data collection, `YYYY-MM-DD`, with the number of answers. */
export type CollectDay = NonNullable<VisibilityReport['collect']>

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
  const { collects, leftOut, first } = await readEnds((page) =>
    api.collects(scope, { page, page_size: PAGE_SIZE }),
  )
  const key = JSON.stringify([collects.length, collects.at(-1), leftOut])
  return ofCollects(first, key, () => collectedOf(collects, leftOut))
}

// The same object while the first page is cached, since reports are memoized by it.
const ofCollects = memoizeFor<readonly Collect[], Collected | null>()

function collectedOf(collects: readonly Collect[], leftOut: number): Collected | null {
  const days = collects.flatMap(({ date, total }) => {
    const day = dayOf(date)
    return day === null ? [] : [{ date: day, total }]
  })
  if (days.length === 0 && collects.length > 0) return null
  return { days: days.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)), leftOut }
}

/** Reads all pages, or those at both ends of a long list; without a total, page by page until one is not full. */
async function readEnds(read: (page: number) => ReturnType<AnalyticsApi['collects']>) {
  const first = await read(1)
  const { total, page_size } = first.pagination
  const size = Math.max(1, page_size)
  if (total !== null) {
    const last = Math.ceil(total / size)
    const both = Array.from({ length: PAGES_AT_EACH_END * 2 }, (_, index) =>
      index < PAGES_AT_EACH_END ? index + 1 : last - (index - PAGES_AT_EACH_END),
    )
    const others = [...new Set(both)].filter((page) => page > 1 && page <= last)
    const collects = [first, ...(await fewAtOnce(others, read))].flatMap(({ data }) => data)
    // Count ids: a service that ignores the page number returns the same collects again.
    const leftOut = Math.max(0, total - new Set(collects.map(({ id }) => id)).size)
    return { collects, leftOut, first: first.data }
  }
  const collects = [...first.data]
  let full = first.data.length >= size
  for (let page = 2; full && page <= PAGES_AT_EACH_END * 2; page += 1) {
    const { data } = await read(page)
    collects.push(...data)
    full = data.length >= size
  }
  return { collects, leftOut: full ? 1 : 0, first: first.data }
}

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

/** Fewer answers than this share of the other side's, or of a usual week's, are a gap. */
export const ENOUGH = 0.85
const USUAL_OF = 8

/**
 * How much was collected in a period up to today, and in the days that it is compared with. A side has a gap if fewer
 * days than usual were collected, or clearly fewer answers than on the other side. "Usual" is what most of the earlier
 * periods had, so weekly collects, or none on Sundays, are no gap. If not all collects were read, days are unknown.
 * @param answers of all brands; `null`s: unknown
 * @param narrowed by engines or filters: the collects' totals then count other answers
 */
export function coverageOf(
  period: ReportPeriod,
  answers: SampleSizes,
  collected: Collected | null,
  narrowed: boolean,
): Coverage {
  const days = collected === null || collected.leftOut > 0 ? null : collected.days
  const dates = days === null ? null : [...new Set(days.map(({ date }) => date))]
  const before = sameDaysBefore(period)
  const side = (of: ReportPeriod, sample: number | null) => ({
    days: lengthOf(of),
    collected: dates === null ? null : countIn(of, dates),
    usual: dates === null ? null : usualIn(of, dates),
    answers: sample ?? (narrowed || days === null ? null : totalIn(of, days)),
  })
  const [now, then] = [side(period, answers.now), side(before, answers.before)]
  const few = (a: typeof now) => a.collected !== null && a.usual !== null && a.collected < a.usual
  const fewer = (a: typeof now, b: typeof now) =>
    a.answers !== null && b.answers !== null && a.answers < ENOUGH * b.answers
  const gaps = [
    few(now) && ({ side: 'now', by: 'days' } as const),
    fewer(now, then) && ({ side: 'now', by: 'answers' } as const),
    few(then) && ({ side: 'before', by: 'days' } as const),
    fewer(then, now) && ({ side: 'before', by: 'answers' } as const),
  ]
  return { now, before: then, gap: gaps.find((one) => one !== false) ?? null }
}

/**
 * Zeros are data if something was collected: the brand was searched for and not found. If the collects show that
 * nothing was, zeros mean "not measured". If not all collects were read, zeros count as data.
 */
export function hasData(
  period: ReportPeriod,
  standings: readonly BrandStanding[],
  days: Collected | null,
): boolean {
  if (!standings.some(isMeasured)) return false
  const isZero = ({ visibility, mentions }: BrandStanding) => !visibility.value && !mentions.value
  return days === null || !isKnownEmpty(period, days) || !standings.every(isZero)
}

function lastDay({ end, soFar }: ReportPeriod): string {
  return soFar !== undefined && soFar < end ? soFar : end
}

export function lengthOf(period: ReportPeriod): number {
  return Temporal.PlainDate.from(period.start).until(lastDay(period)).days + 1
}

function isIn(period: ReportPeriod, date: string): boolean {
  return period.start <= date && date <= lastDay(period)
}

function countIn(period: ReportPeriod, dates: readonly string[]): number {
  return dates.filter((date) => isIn(period, date)).length
}

function totalIn(period: ReportPeriod, days: Collected['days']): number | null {
  const totals = days.filter(({ date }) => isIn(period, date)).map(({ total }) => total)
  if (totals.length === 0) return null
  return totals.reduce((sum, total) => (sum === null || total === null ? null : sum + total), 0)
}

/** The days usually collected in as long a period; `null`: none before. Months differ, so shares are compared. */
function usualIn(period: ReportPeriod, dates: readonly string[]): number | null {
  const [first = null] = dates.toSorted()
  const { soFar, ...calendar } = period
  const length = lengthOf(period)
  const shares: number[] = []
  for (let whole = previous(calendar); shares.length < USUAL_OF; whole = previous(whole)) {
    if (first === null || whole.start < first) break
    const last = Temporal.PlainDate.from(whole.start).add({ days: length - 1 })
    const days = soFar === undefined ? whole : { ...whole, soFar: last.toString() }
    shares.push(countIn(days, dates) / lengthOf(days))
  }
  // A quarter of the periods had no more: collecting every other day gives three days in one week and four in the next.
  const usual = shares.toSorted((a, b) => a - b)[Math.floor((shares.length - 1) / 4)]
  return usual === undefined ? null : Math.floor(usual * length + 1e-9)
}
