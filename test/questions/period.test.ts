import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCalendarPeriod, lastComplete, periodContaining, previous } from '../../src/model/question.ts'
import type { PeriodUnit, ReportPeriod } from '../../src/model/reports.ts'
import { readPeriod } from '../../src/questions/period.ts'
import { pairs } from '../pairs.ts'
import { codePoint } from '../properties/texts.ts'

const at = (instant: string) => Temporal.Instant.from(instant)
/** A Saturday, 03:00 in Paris; still Friday in Los Angeles. */
const now = at('2026-11-21T02:00:00Z')
const paris = 'Europe/Paris'

const days = ({ start, end }: ReportPeriod) => `${start}..${end}`

it("a week ends when its Sunday ends in the channel's time zone", () => {
  const mondayInTokyo = at('2026-11-15T16:00:00Z')
  expect(days(lastComplete('week', mondayInTokyo, 'Asia/Tokyo'))).toBe('2026-11-09..2026-11-15')
  expect(days(lastComplete('week', mondayInTokyo, 'America/New_York'))).toBe('2026-11-02..2026-11-08')
})

describe('a typed period', () => {
  const read = (words: string, unit: PeriodUnit | null = null, zone = paris) => {
    const reading = readPeriod(words, unit, now, zone)
    return reading.ok ? `${reading.period.unit} ${days(reading.period)}` : reading.problem
  }

  it.each(pairs(import.meta.dirname, 'typed-periods.txt'))('%s', (words, meaning) => {
    expect(read(words)).toBe(meaning)
  })

  it.each([
    ['2027-01-02', 'week 50', '2026-12-07'],
    ['2027-01-02', 'week 53', '2026-12-28'],
    ['2025-12-30', 'week 50', '2025-12-08'],
    ['2025-12-30', 'week 1', '2025-12-29'],
  ])('on %s, %s is the newest with this number', (day, words, monday) => {
    const reading = readPeriod(words, null, Temporal.Instant.from(`${day}T12:00Z`), paris)
    expect(reading).toMatchObject({ ok: true, period: { start: monday } })
  })

  it('is never 28 February where the 29th was typed', () => {
    expect(readPeriod('29 february', null, at('2028-01-15T12:00Z'), paris).ok).toBe(false)
  })

  it('is read in the channel’s time zone', () => {
    expect(read('today', null, 'America/Los_Angeles')).toBe('day 2026-11-20..2026-11-20')
  })

  it('with a unit is the week or month around the day; without words, the last one', () => {
    expect(read('2026-10-07', 'week')).toBe('week 2026-10-05..2026-10-11')
    expect(read('today', 'month')).toBe('month 2026-11-01..2026-11-30')
    expect(read('')).toBe('week 2026-11-09..2026-11-15')
    expect(read('', 'year')).toBe('year 2025-01-01..2025-12-31')
    expect(read('2026-10-05..2026-10-20', 'day')).toBe('day 2026-10-05..2026-10-20')
  })

  it.each(pairs(import.meta.dirname, 'refused-periods.txt'))(
    'like %s is refused with the reason',
    (words, problem) => {
      expect(read(words)).toContain(problem)
    },
  )

  it('can’t be a month if the unit is a week', () => {
    expect(read('2026-10', 'week')).toContain('“2026-10” is a month, not a week.')
  })

  it('is quoted in shortened form, however long', () => {
    expect(read('x'.repeat(5000)).length).toBeLessThan(250)
  })
})

describe('periods', () => {
  const unit = fc.constantFrom<PeriodUnit>('day', 'week', 'month', 'year')
  const zone = fc.constantFrom(paris, 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC')
  const date = fc
    .integer({ min: 0, max: 40_000 })
    .map((after) => Temporal.PlainDate.from('2000-01-01').add({ days: after }))
  const nextDay = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

  it('tile the calendar: each contains its date and begins the day after the previous one ends', () => {
    fc.assert(
      fc.property(unit, date, zone, (name, day, timeZone) => {
        const period = periodContaining(name, day, timeZone)
        expect(period.start <= day.toString() && day.toString() <= period.end).toBe(true)
        expect(isCalendarPeriod(period)).toBe(true)
        const before = previous(period)
        expect(nextDay(before.end)).toBe(period.start)
        expect(nextDay(previous(before).end)).toBe(before.start)
        expect(periodContaining(name, before.end, timeZone)).toEqual(before)
        expect(periodContaining(name, nextDay(period.end), timeZone).start).toBe(nextDay(period.end))
      }),
    )
  })

  it('include a last complete one that is over and a next one that isn’t, at any instant in any zone', () => {
    const instant = fc
      .integer({ min: 946_684_800, max: 2_524_608_000 })
      .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000))
    fc.assert(
      fc.property(unit, instant, zone, (name, time, timeZone) => {
        const last = lastComplete(name, time, timeZone)
        const today = time.toZonedDateTimeISO(timeZone).toPlainDate().toString()
        const next = periodContaining(name, nextDay(last.end), timeZone)
        expect(last.end < today && today <= next.end).toBe(true)
      }),
    )
  })

  it.each([
    ['at midnight', paris, ['2026-11-20T22:59:59.999Z', '2026-11-20T23:00:00Z', '2026-11-20T22:00:00Z']],
    [
      'over a change of the clocks',
      paris,
      ['2026-10-25T00:59:59Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
    ],
    ['where a day comes twice', 'America/St_Johns', ['2006-10-29T02:30:30Z', '2006-10-29T02:31:00Z']],
  ])('called “today” follow the clock from one moment to the next: %s', (_, timeZone, instants) => {
    for (const instant of instants) {
      const day = at(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()
      const read = readPeriod('today', null, at(instant), timeZone)
      expect(read.ok && read.period.start).toBe(day)
    }
  })

  it('can be read back as written: as a date, an ISO week, a month, a year or a range', () => {
    const past = fc.integer({ min: 1, max: 9000 })
    fc.assert(
      fc.property(unit, past, (name, ago) => {
        const day = Temporal.PlainDate.from('2026-11-21').subtract({ days: ago })
        const period = { ...periodContaining(name, day, paris), thisYear: 2026 }
        const isoWeek = `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, '0')}`
        const date = `${day}`
        const words = { day: date, week: isoWeek, month: date.slice(0, 7), year: date.slice(0, 4) }
        const soFar = period.end < '2026-11-21' ? {} : { soFar: '2026-11-21' }
        expect(readPeriod(words[name], null, now, paris)).toEqual({
          ok: true,
          period: { ...period, ...soFar },
        })
        if (period.end < '2026-11-21') {
          expect(readPeriod(days(period), null, now, paris)).toEqual({ ok: true, period })
        }
      }),
    )
  })

  it('of custom length have a previous one of the same length, right before them', () => {
    fc.assert(
      fc.property(unit, date, fc.nat(800), zone, (name, start, length, timeZone) => {
        const end = start.add({ days: length })
        const range = { unit: name, start: `${start}`, end: `${end}`, timeZone }
        fc.pre(!isCalendarPeriod(range))
        const before = previous(range)
        expect(nextDay(before.end)).toBe(range.start)
        expect(Temporal.PlainDate.from(before.start).until(before.end).days).toBe(length)
      }),
    )
  })

  it('are read from any words, or the words are refused with a sentence', () => {
    const words = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.stringMatching(/^\d{4}(-[\dwW]{1,3}){0,3}(\.\.)?$/),
    )
    fc.assert(
      fc.property(words, fc.option(unit), (text, name) => {
        const reading = readPeriod(text, name, now, paris)
        if (reading.ok) expect(reading.period.start <= reading.period.end).toBe(true)
        else expect(reading.problem).toMatch(/\. .+\.$/)
      }),
    )
  })
})
