import type { AnalysisScope } from '../api/index.ts'
import { type CollectDay, collectDays } from './collected.ts'

/** Days without a collect between two collects, `YYYY-MM-DD`, excluding both. */
export interface CollectGap {
  readonly start: string
  readonly end: string
  readonly days: number
}

/** One collect, and the days since the previous one. */
export interface CollectRow extends CollectDay {
  /** `null` for the first one, or if the previous one may not have been read. */
  readonly daysSince: number | null
}

/** When data was collected, and how much. */
export interface CollectsReport {
  /** Newest first. */
  readonly collects: readonly CollectRow[]
  /** At least this many were not read. */
  readonly leftOut: number
  /** There are collects, but none has a date. */
  readonly undated: boolean
  /** The usual number of days between collects; `null`: too few to tell. */
  readonly usualDays: number | null
  /** Newest first. If collects were omitted, only gaps among the newest, which were all read. */
  readonly gaps: readonly CollectGap[]
  /** Days since the newest collect, negative for one ahead; `null` without one. */
  readonly daysAgo: number | null
  /** The newest collect is old enough that one was missed. */
  readonly overdue: boolean
  /** Today's date in `timeZone`. */
  readonly today: string
  readonly timeZone: string
}

/** In a partially read list, this many of the newest are certainly consecutive. */
const CERTAIN = 100

/** The collects of an analysis (specification, part 4.3). @throws {ApiError} */
export async function collectsReport(
  api: Parameters<typeof collectDays>[0],
  scope: AnalysisScope,
  { now, timeZone }: { readonly now: Temporal.Instant; readonly timeZone: string },
): Promise<CollectsReport> {
  const read = await collectDays(api, scope)
  const { days, leftOut } = read ?? { days: [], leftOut: 0 }
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const certainDays = leftOut === 0 ? days : days.slice(0, CERTAIN)
  const dates = [...new Set(certainDays.map(({ date }) => date))]
  const usualDays = daysBetweenCollects(dates)
  const [newest] = days
  const daysAgo = newest === undefined ? null : daysBetween(newest.date, today)
  return {
    collects: days.map((day, index) => {
      const before = certainDays[index + 1]
      return { ...day, daysSince: before === undefined ? null : daysBetween(before.date, day.date) }
    }),
    leftOut,
    undated: read === null,
    usualDays,
    gaps: gapsOf(dates, usualDays),
    daysAgo,
    overdue: daysAgo !== null && usualDays !== null && isMissing(daysAgo, usualDays),
    today,
    timeZone,
  }
}

/** The usual number of days between collects; `null`: too few to tell. @param dates each once, newest first */
export function daysBetweenCollects(dates: readonly string[]): number | null {
  return median(dates.slice(1).map((older, index) => daysBetween(older, dates[index] ?? older)))
}

/** @param dates each once, newest first */
function gapsOf(dates: readonly string[], usualDays: number | null): readonly CollectGap[] {
  if (usualDays === null) return []
  return dates.slice(1).flatMap((older, index) => {
    const newer = dates[index] ?? older
    const days = daysBetween(older, newer)
    if (!isMissing(days, usualDays)) return []
    const start = Temporal.PlainDate.from(older).add({ days: 1 }).toString()
    const end = Temporal.PlainDate.from(newer).subtract({ days: 1 }).toString()
    return [{ start, end, days: days - 1 }]
  })
}

/** A weekly collect two days late is not missing; after two weeks one is. */
function isMissing(days: number, usualDays: number): boolean {
  return Math.round(days / usualDays) >= 2
}

/** The lower median; two steps are too few to call anything usual. */
function median(steps: readonly number[]): number | null {
  if (steps.length < 3) return null
  return steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? null
}

/** Between two ISO dates, which `Date` reads as midnight UTC. */
function daysBetween(older: string, newer: string): number {
  return (Date.parse(newer) - Date.parse(older)) / 86_400_000
}
