import type { Days, Schedule } from '../../../src/store/index.ts'

/** A minute of the day as `09:30`. */
export const clockTime = (minute: number) =>
  new Temporal.PlainTime().add({ minutes: minute }).toString({ smallestUnit: 'minute' })

/**
 * Computes a schedule's slots in another way: by walking through time minute by minute and reading a wall clock (Intl,
 * not Temporal). If the hands jump ahead, skipped minutes count as read later by the length of the jump. If they jump
 * back, only the first reading of a minute counts.
 */
export function slotsByWalking(schedule: Schedule, from: number, to: number): number[] {
  return slotsOfAll(schedule.timeZone, [schedule], from, to)[0] ?? []
}

/** The slots of several schedules in one zone, in their order, with a single walk. */
export function slotsOfAll(
  timeZone: string,
  schedules: readonly Schedule[],
  from: number,
  to: number,
): number[][] {
  const wall = wallClockOf(timeZone)
  const tests = schedules.map((schedule) => ({ isSlot: slotTest(schedule), slots: new Set<number>() }))
  // The newest wall-clock minute that was read or skipped so far, as if the wall hung in UTC.
  let newest = wall(from - 2 * day)
  for (let at = from - 2 * day + minute; at <= to; at += minute) {
    const shown = wall(at)
    for (const { isSlot, slots } of tests) {
      for (let left = newest + minute; left < shown; left += minute)
        if (isSlot(left)) slots.add(left - newest - minute + at)
      // A wall clock that repeats itself shows minutes that were read before.
      if (shown > newest && isSlot(shown)) slots.add(at)
    }
    newest = Math.max(newest, shown)
  }
  return tests.map(({ slots }) => [...slots].filter((at) => at > from && at <= to).sort((a, b) => a - b))
}

const minute = 60_000
const halfHour = 1_800_000
const day = 86_400_000

const wallClocks = new Map<string, (at: number) => number>()

/** A zone's wall clock, which remembers what it has shown. */
function wallClockOf(timeZone: string): (at: number) => number {
  const wall = wallClocks.get(timeZone) ?? newWallClock(timeZone)
  wallClocks.set(timeZone, wall)
  return wall
}

function newWallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  // These zones change at full or half hours of UTC. In between, the wall clock keeps pace with UTC.
  const halves = new Map<number, number>()
  return (at) => {
    const half = Math.floor(at / halfHour) * halfHour
    const cached = halves.get(half)
    if (cached !== undefined) return cached + (at - half)
    const parts = Object.fromEntries(
      format.formatToParts(half).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0 } = parts
    const shown = Date.UTC(year, month - 1, date, hour, minutes)
    halves.set(half, shown)
    return shown + (at - half)
  }
}

function slotTest(schedule: Schedule): (shown: number) => boolean {
  const [hours = 0, minutes = 0] = schedule.time.split(':').map(Number)
  const wanted = (hours * 60 + minutes) * minute
  return (shown) => ((shown % day) + day) % day === wanted && isDay(schedule, new Date(shown))
}

function isDay(days: Days, date: Date): boolean {
  const weekday = date.getUTCDay()
  if (days.kind === 'daily') return true
  if (days.kind === 'weekdays') return weekday !== 0 && weekday !== 6
  if (days.kind === 'days') return days.days.some((one) => one % 7 === weekday)
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === (days.day === 'last' ? lastOfMonth : Math.min(days.day, lastOfMonth))
}
