import { names, ordinal } from '../../blocks/kit/numbers.ts'
import type { Schedule } from '../../store/index.ts'

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `every Monday at 09:00 (Europe/Paris)`, `on Mondays and Thursdays at …`, `on the last day of each month at …`. */
export function formatSchedule(schedule: Schedule): string {
  return `${formatDays(schedule)} at ${schedule.time} (${schedule.timeZone})`
}

function formatDays(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'daily':
      return 'every day'
    case 'weekdays':
      return 'on weekdays'
    case 'days':
      return formatWeekdays([...new Set(schedule.days)].sort())
    case 'monthly':
      return `on ${formatDayOfMonth(schedule.day)} of each month`
  }
}

function formatWeekdays(days: readonly number[]): string {
  const dayNames = days.map((day) => weekdayNames[day - 1] ?? '')
  if (days.length === 7) return 'every day'
  if (days.join() === '1,2,3,4,5') return 'on weekdays'
  if (days.length === 1) return `every ${dayNames[0]}`
  return `on ${names(
    dayNames.map((name) => `${name}s`),
    7,
  )}`
}

function formatDayOfMonth(day: number | 'last'): string {
  if (day === 'last') return 'the last day'
  const nth = `the ${ordinal(day)}`
  return day > 28 ? `${nth}, or the last day,` : nth
}

/** The default name of a digest. */
export function defaultName(schedule: Schedule): string {
  const each = { daily: 'Daily', weekdays: 'Daily', days: 'Weekly', monthly: 'Monthly' }[schedule.kind]
  return `${each} brand visibility`
}
