import { systemClock } from '../lib/clock.ts'
import type { PeriodUnit } from '../model/reports.ts'
import { type PeriodReading, readPeriod } from '../questions/period.ts'

/** A review without a period covers this many weeks up to today: long enough to show the effect of early work. */
const usualWeeks = 13
const longestDays = 366

/** `quarter`, `last quarter`, `since October` and what `readPeriod` knows; without a word, the last 13 weeks. */
export function readReviewPeriod(text: string, now: Temporal.Instant, timeZone: string): PeriodReading {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  if (words === '')
    return read(today.subtract({ weeks: usualWeeks }).add({ days: 1 }), today, today, timeZone)
  const quarter = /^(?:(this|last) )?quarter$/.exec(words)
  if (quarter !== null) {
    const first = today.with({ month: today.month - ((today.month - 1) % 3), day: 1 })
    const start = quarter[1] === 'last' ? first.subtract({ months: 3 }) : first
    return read(start, start.add({ months: 3 }).subtract({ days: 1 }), today, timeZone)
  }
  const since = /^since (.+)$/.exec(words)?.[1]
  if (since !== undefined) {
    const from = readReviewPeriod(since, now, timeZone)
    return from.ok ? read(Temporal.PlainDate.from(from.period.start), today, today, timeZone) : from
  }
  const named = readPeriod(words, null, now, timeZone)
  if (!named.ok) return named
  const { unit, start, end } = named.period
  return read(Temporal.PlainDate.from(start), Temporal.PlainDate.from(end), today, timeZone, unit)
}

/** The problem with a period; `null`: it has begun somewhere. A check before the time zone is known. */
export function reviewPeriodProblem(text: string): string | null {
  const reading = readReviewPeriod(text, systemClock.now(), 'Pacific/Kiritimati')
  return reading.ok ? null : reading.problem
}

function read(
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  today: Temporal.PlainDate,
  timeZone: string,
  unit: PeriodUnit = 'month',
): PeriodReading {
  const isRunning = Temporal.PlainDate.compare(end, today) > 0
  const last = isRunning ? today : end
  if (start.until(last).days >= longestDays)
    return { ok: false, problem: 'A review can cover at most one year. Choose a later start.' }
  return {
    ok: true,
    period: {
      // A running period is written as a range of days.
      unit: isRunning ? 'month' : unit,
      start: start.toString(),
      end: last.toString(),
      timeZone,
      thisYear: today.year,
    },
  }
}
