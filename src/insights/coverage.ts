import { previous, sameDaysBefore } from '../model/period.ts'
import type { BrandStanding, Coverage, ReportPeriod, SampleSizes } from '../model/reports.ts'
import { type Collected, isKnownEmpty } from './collected.ts'
import { isMeasured } from './ranking.ts'

/** Fewer answers than this share of the other side's, or of a usual week's, are a gap. */
export const ENOUGH = 0.85
/** How many earlier periods define what is usual. */
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
  const gap = few(now)
    ? ({ side: 'now', by: 'days' } as const)
    : fewer(now, then)
      ? ({ side: 'now', by: 'answers' } as const)
      : few(then)
        ? ({ side: 'before', by: 'days' } as const)
        : fewer(then, now)
          ? ({ side: 'before', by: 'answers' } as const)
          : null
  return { now, before: then, gap }
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

/** In days, up to the last that has begun. */
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

/**
 * The number of days usually collected in a period of this length; `null`: nothing was collected in earlier periods.
 * Months differ in length, so shares of days are compared.
 */
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
