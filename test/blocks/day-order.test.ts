import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dateWords,
  dayAndMonth,
  periodInSentence,
  periodWords,
  shortDay,
  shortPeriod,
  soFarNote,
  weekdayAndDay,
  whenWords,
} from '../../src/blocks/kit/periods.ts'
import {
  type DayOrder,
  dayOrder,
  dayOrderOf,
  forEveryone,
  forSender,
  inOrder,
  setSenderDayOrder,
} from '../../src/lib/day-order.ts'
import type { ReportPeriod } from '../../src/model/reports.ts'

const monthFirst = <T>(work: () => T) => inOrder('month first', work)
const of = (unit: ReportPeriod['unit'], start: string, end: string): ReportPeriod => ({
  unit,
  start,
  end,
  timeZone: 'UTC',
  thisYear: 2026,
})

describe('for a reader whose language puts the month first', () => {
  it.each([
    ['week', '2026-11-09', '2026-11-15', 'Week of Mon, Nov 9 – Sun, Nov 15', 'Nov 9–15'],
    ['week', '2026-10-26', '2026-11-01', 'Week of Mon, Oct 26 – Sun, Nov 1', 'Oct 26 – Nov 1'],
    ['week', '2025-11-10', '2025-11-16', 'Week of Mon, Nov 10 – Sun, Nov 16, 2025', 'Nov 10–16'],
    [
      'week',
      '2025-12-29',
      '2026-01-04',
      'Week of Mon, Dec 29, 2025 – Sun, Jan 4, 2026',
      'Dec 29 ’25–Jan 4 ’26',
    ],
    ['month', '2025-12-10', '2026-01-12', 'Dec 10, 2025 – Jan 12, 2026', '10 Dec 25–12 Jan 26'],
    ['day', '2026-11-09', '2026-11-09', 'Mon, Nov 9', 'Nov 9'],
    ['day', '2025-11-09', '2025-11-09', 'Sun, Nov 9, 2025', 'Nov 9'],
    ['month', '2026-10-01', '2026-10-31', 'October', 'October'],
    ['month', '2025-10-01', '2025-10-31', 'October 2025', 'October'],
    ['month', '2026-11-01', '2026-11-21', 'Nov 1 – 21', 'Nov 1–21'],
    ['month', '2025-11-01', '2025-11-21', 'Nov 1 – 21, 2025', 'Nov 1–21'],
    ['year', '2026-01-01', '2026-12-31', '2026', '2026'],
  ] as const)('a %s from %s to %s is “%s”, in a chart “%s”', (unit, start, end, words, label) => {
    const period = of(unit, start, end)
    expect(monthFirst(() => [periodWords(period), shortPeriod(period)])).toEqual([words, label])
  })

  it('days in sentences follow that language', () => {
    const week = of('week', '2025-11-10', '2025-11-16')
    const october = of('month', '2025-10-01', '2025-10-31')
    const running = { ...of('week', '2026-11-16', '2026-11-22'), soFar: '2026-11-18' }
    expect(
      monthFirst(() => [
        whenWords(week),
        whenWords(october),
        periodInSentence(of('week', '2026-11-09', '2026-11-15')),
        soFarNote(running, of('week', '2026-11-09', '2026-11-11')),
        dateWords('2026-11-14', 2026),
        dateWords('tomorrow'),
        weekdayAndDay('2026-11-10'),
        shortDay('2026-03-30'),
        dayAndMonth('2026-03-30', '2026-06-01'),
        dayAndMonth('2026-03-30'),
      ]),
    ).toEqual([
      'in the week of Nov 10–16, 2025',
      'in October 2025',
      'the week of Mon, Nov 9 – Sun, Nov 15',
      'This week so far, Mon, Nov 16 – Wed, Nov 18, against the same days the week before.',
      'Sat, Nov 14',
      'tomorrow',
      'Tue, Nov 10',
      'Mar 30',
      'March 30',
      'March 30, 2026',
    ])
  })

  it('every text has its days, each month in letters, and no two adjacent numbers', () => {
    const day = fc
      .integer({ min: 0, max: 1200 })
      .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }))
    const unit = fc.constantFrom('day', 'week', 'month', 'year')
    const order = fc.constantFrom<DayOrder>('day first', 'month first')
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 400 }),
        unit,
        order,
        (from, days, counted, orderOfReader) => {
          const to = from.add({ days })
          const period = of(counted, from.toString(), to.toString())
          const [words, label] = inOrder(orderOfReader, () => [periodWords(period), shortPeriod(period)])
          expect(label.length).toBeLessThanOrEqual(20)
          const isWholeYear = /^\d{4}$/
          for (const text of [words, label].filter((each) => !isWholeYear.test(each))) {
            const months = text.match(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/g) ?? []
            expect([1, 2]).toContain(months.length)
            expect(text).not.toMatch(/\d[\s/.]+\d/)
            if (/^[A-Z][a-z]{2,8}(?: \d{4})?$/.test(text)) continue
            for (const date of [from, to]) expect(text).toMatch(new RegExp(`\\b${date.day}\\b`))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the order of a language', () => {
  it.each([
    ['en-US', 'month first'],
    ['en-GB', 'day first'],
    ['de-DE', 'day first'],
    ['fr-FR', 'day first'],
    ['es-LA', 'day first'],
    ['pt-BR', 'day first'],
    // The year comes first there too. An English text keeps only that the month is before the day.
    ['ja-JP', 'month first'],
    ['zh-CN', 'month first'],
    ['ko-KR', 'month first'],
    ['', 'day first'],
    ['tlh-QX', 'day first'],
    ['no locale', 'day first'],
  ])('%s: %s', (locale, order) => {
    expect(dayOrderOf(locale)).toBe(order)
  })
})

describe('the order of days', () => {
  it('is the sender’s, from when they are identified, throughout their delivery', async () => {
    const seen = await forSender(async () => {
      const before = dayOrder()
      const identified = Promise.resolve().then(() => setSenderDayOrder('month first'))
      const later = identified.then(() => dayOrder())
      return [before, await later, dayOrder()]
    })
    expect(seen).toEqual(['day first', 'month first', 'month first'])
    expect(dayOrder()).toBe('day first')
  })

  it('is no one’s for texts that several people read, even if the sender is identified during them', async () => {
    await forSender(async () => {
      setSenderDayOrder('month first')
      const common = await forEveryone(async () => {
        setSenderDayOrder('month first')
        return dayOrder()
      })
      expect([common, dayOrder()]).toEqual(['day first', 'month first'])
    })
  })

  it('is separate for two deliveries at once', async () => {
    const answer = (order: DayOrder) =>
      forSender(async () => {
        setSenderDayOrder(order)
        await Promise.resolve()
        return shortDay('2026-11-09')
      })
    expect(await Promise.all([answer('month first'), answer('day first')])).toEqual(['Nov 9', '9 Nov'])
  })
})
