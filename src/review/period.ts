import { systemClock } from '../lib/clock.ts'
import { dayIn, isCalendarPeriod } from '../model/question.ts'
import { type PeriodReading, readPeriod } from '../questions/period.ts'

/** A review without a period covers this many weeks up to today: long enough to show the effect of early work. */
const usualWeeks = 13
const longestDays = 366

/** What `readPeriod` knows, up to today; `quarter` is the running one, and without a word, the last 13 weeks. */
export function readReviewPeriod(text: string, now: Temporal.Instant, timeZone: string): PeriodReading {
  const words = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/(^|since )quarter$/, '$1this quarter')
  const today = dayIn(now, timeZone)
  const usual = `${today.subtract({ weeks: usualWeeks }).add({ days: 1 })}..${today}`
  const read = readPeriod(words === '' ? usual : words, null, now, timeZone)
  if (!read.ok) return read
  const { unit, start, end, soFar } = read.period
  const last = soFar ?? end
  if (Temporal.PlainDate.from(start).until(last).days >= longestDays)
    return { ok: false, problem: 'A review can cover at most one year. Choose a later start.' }
  // A period that still runs is written as a range of days.
  const isWhole = soFar === undefined && isCalendarPeriod(read.period)
  return { ok: true, period: { ...read.period, unit: isWhole ? unit : 'month', end: last } }
}

/** The problem with a period; `null`: it has begun somewhere. A check before the time zone is known. */
export function reviewPeriodProblem(text: string): string | null {
  const reading = readReviewPeriod(text, systemClock.now(), 'Pacific/Kiritimati')
  return reading.ok ? null : reading.problem.replace(/: today is [^.]*/u, '')
}
