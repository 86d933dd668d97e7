import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultName, formatSchedule, newestSlotAt, nextSlots } from '../../../src/digests/schedule/slots.ts'
import type { Days, Schedule } from '../../../src/store/index.ts'
import { clockTime, slotsByWalking } from './oracle.ts'
import { zones } from './zones.ts'

const at = (text: string) => Temporal.Instant.from(text)
const schedule = (days: Days, time: string, timeZone: string): Schedule => ({ ...days, time, timeZone })
const texts = (slots: readonly Temporal.Instant[]) => slots.map(String)

const days: fc.Arbitrary<Days> = fc.oneof(
  fc.constantFrom<Days>({ kind: 'daily' }, { kind: 'weekdays' }),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    .map((all): Days => ({ kind: 'days', days: all })),
  fc
    .oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const))
    .map((day): Days => ({ kind: 'monthly', day })),
)
const anyTime = fc.integer({ min: 0, max: 1439 }).map(clockTime)

describe('the slots of a schedule', () => {
  it('include a given instant as the newest slot, but not as the next one', () => {
    const daily = schedule({ kind: 'daily' }, '09:00', 'UTC')
    expect(String(newestSlotAt(daily, at('2026-10-20T09:00Z')))).toBe('2026-10-20T09:00:00Z')
    expect(String(newestSlotAt(daily, at('2026-10-20T08:59:59.999Z')))).toBe('2026-10-19T09:00:00Z')
    expect(texts(nextSlots(daily, at('2026-10-20T09:00Z'), 1))).toEqual(['2026-10-21T09:00:00Z'])
  })

  it('of the 31st are on the last day of months that have none', () => {
    const monthly = schedule({ kind: 'monthly', day: 31 }, '09:00', 'UTC')
    const slots = nextSlots(monthly, at('2027-12-31T12:00Z'), 4)
    const dates = slots.map((slot) => String(slot).slice(0, 10))
    expect(dates).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'])
  })

  it('for a day that a zone skipped coincide with those of the next day', () => {
    const daily = schedule({ kind: 'daily' }, '09:00', 'Pacific/Apia')
    expect(texts(nextSlots(daily, at('2011-12-29T00:00Z'), 3))).toEqual([
      '2011-12-29T19:00:00Z',
      '2011-12-30T19:00:00Z',
      '2011-12-31T19:00:00Z',
    ])
  })

  const moment = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) })
  const kinds = fc.record({ days, time: anyTime, timeZone: fc.constantFrom(...zones) })

  it('match those of a wall clock', () => {
    fc.assert(
      fc.property(kinds, moment, ({ days: some, time, timeZone }, start) => {
        expectSameSlots(schedule(some, time, timeZone), start, 40)
      }),
      { numRuns: 25 },
    )
  })

  it('match a wall clock around every clock change, at times that are skipped or repeated', () => {
    const aroundMinutes = fc.integer({ min: -100, max: 100 })
    fc.assert(
      fc.property(kinds, moment, aroundMinutes, ({ days: some, timeZone }, start, minutes) => {
        // If the zone never changes its clocks, midnight takes the place of the change.
        const change =
          Temporal.Instant.fromEpochMilliseconds(start)
            .toZonedDateTimeISO(timeZone)
            .getTimeZoneTransition('next') ??
          Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(timeZone)
        // Counted on the wall from the last minute before the change, including minutes that never occur.
        const lastMinute = change.subtract({ minutes: 1 }).toPlainTime()
        const time = lastMinute.add({ minutes }).toString({ smallestUnit: 'minute' })
        expectSameSlots(schedule(some, time, timeZone), change.epochMilliseconds - 4 * dayMs, 7)
      }),
      { numRuns: 150 },
    )
  })
})

const dayMs = 86_400_000

/** Both ways must lead to the same slots, and back. */
function expectSameSlots(chosen: Schedule, start: number, dayCount: number): void {
  const from = Math.floor(start / 60_000) * 60_000
  const to = from + dayCount * dayMs
  const walked = slotsByWalking(chosen, from, to)
  const after = Temporal.Instant.fromEpochMilliseconds(from)
  const next = nextSlots(chosen, after, walked.length + 1).map(({ epochMilliseconds }) => epochMilliseconds)
  expect(next.slice(0, walked.length)).toEqual(walked)
  expect(next.at(-1)).toBeGreaterThan(to)
  const newest = (ms: number) =>
    newestSlotAt(chosen, Temporal.Instant.fromEpochMilliseconds(ms)).epochMilliseconds
  for (const slot of walked) {
    expect(newest(slot)).toBe(slot)
    expect(newest(slot - 1)).toBeLessThan(slot)
    expect(newest(slot + 59_999)).toBe(slot)
  }
}

describe('a schedule in words', () => {
  const paris = (some: Days) => formatSchedule(schedule(some, '09:00', 'Europe/Paris'))
  it.each([
    [{ kind: 'daily' }, 'Every day at 9:00 (Paris)'],
    [{ kind: 'weekdays' }, 'Every weekday at 9:00 (Paris)'],
    [{ kind: 'days', days: [1] }, 'Every Monday at 9:00 (Paris)'],
    [{ kind: 'days', days: [4, 1] }, 'Every Monday and Thursday at 9:00 (Paris)'],
    [{ kind: 'days', days: [7, 6, 2] }, 'Every Tuesday, Saturday, and Sunday at 9:00 (Paris)'],
    [{ kind: 'days', days: [5, 4, 3, 2, 1] }, 'Every weekday at 9:00 (Paris)'],
    [{ kind: 'days', days: [1, 2, 3, 4, 5, 6, 7] }, 'Every day at 9:00 (Paris)'],
    [{ kind: 'monthly', day: 'last' }, 'The last day of every month at 9:00 (Paris)'],
    [{ kind: 'monthly', day: 2 }, 'The 2nd of every month at 9:00 (Paris)'],
    [{ kind: 'monthly', day: 31 }, 'The 31st, or the last day, of every month at 9:00 (Paris)'],
  ] as const)('%j', (some, words) => {
    expect(paris(some)).toBe(words)
  })

  it.each([
    ['America/New_York', 'New York'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['UTC', 'UTC'],
    ['Etc/GMT+3', 'Etc/GMT+3'],
  ])('names the city of %s', (timeZone, city) => {
    expect(formatSchedule(schedule({ kind: 'daily' }, '17:30', timeZone))).toBe(
      `Every day at 17:30 (${city})`,
    )
  })

  it('gives a digest its name', () => {
    expect(defaultName(schedule({ kind: 'days', days: [1] }, '09:00', 'UTC'))).toBe('Weekly brand visibility')
    expect(defaultName(schedule({ kind: 'monthly', day: 1 }, '09:00', 'UTC'))).toBe(
      'Monthly brand visibility',
    )
  })
})
