import { names, ordinal } from '../../blocks/kit/numbers.ts'
import { weekdayNames, zoneInWords } from '../../lib/dates.ts'
import { type DigestSettings, isReview, type Schedule } from '../../store/index.ts'

/** `Every Monday at 9:00 (Paris)`, `Every Monday and Thursday at …`, `The last day of every month at …`. */
export function formatSchedule(schedule: Schedule): string {
  return `${formatDays(schedule)} at ${schedule.time.replace(/^0/, '')} (${zoneInWords(schedule.timeZone)})`
}

function formatDays(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'daily':
      return 'Every day'
    case 'weekdays':
      return 'Every weekday'
    case 'days':
      return formatWeekdays([...new Set(schedule.days)].sort())
    case 'monthly':
      return `${formatDayOfMonth(schedule.day)} of every month`
  }
}

function formatWeekdays(days: readonly number[]): string {
  if (days.length === 7) return 'Every day'
  if (days.join() === '1,2,3,4,5') return 'Every weekday'
  return `Every ${names(
    days.map((day) => weekdayNames[day - 1] ?? ''),
    7,
  )}`
}

function formatDayOfMonth(day: number | 'last'): string {
  if (day === 'last') return 'The last day'
  const nth = `The ${ordinal(day)}`
  return day > 28 ? `${nth}, or the last day,` : nth
}

/** A digest's default name; `sections` tell whether it is a review. */
export function defaultName(schedule: Schedule, sections: DigestSettings['sections'] = []): string {
  const each = { daily: 'Daily', weekdays: 'Daily', days: 'Weekly', monthly: 'Monthly' }[schedule.kind]
  return isReview({ sections }) ? `${each} review` : `${each} brand visibility`
}
