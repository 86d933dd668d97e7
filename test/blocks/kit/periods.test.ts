import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateWords, periodNoun, periodWords, shortPeriod } from '../../../src/blocks/kit/formats.ts'
import type { ReportPeriod } from '../../../src/model/reports.ts'

const of = (unit: ReportPeriod['unit'], start: string, end: string): ReportPeriod => ({
  unit,
  start,
  end,
  timeZone: 'UTC',
  thisYear: 2026,
})

describe('a period in words', () => {
  it.each([
    ['week', '2026-11-09', '2026-11-15', 'Week of Mon 9 – Sun 15 Nov 2026', '9–15 Nov', 'week'],
    ['week', '2026-11-30', '2026-12-06', 'Week of Mon 30 Nov – Sun 6 Dec 2026', '30 Nov – 6 Dec', 'week'],
    ['month', '2025-12-10', '2026-01-12', '10 Dec 2025 – 12 Jan 2026', '10 Dec 25–12 Jan 26', 'period'],
    ['week', '2026-11-10', '2026-11-16', 'Tue 10 – Mon 16 Nov 2026', '10–16 Nov', 'period'],
    ['day', '2026-11-09', '2026-11-09', 'Mon 9 Nov 2026', '9 Nov', 'day'],
    ['month', '2028-02-01', '2028-02-29', 'February 2028', 'February', 'month'],
    ['month', '2028-02-01', '2028-02-28', '1 – 28 Feb 2028', '1–28 Feb', 'period'],
    ['year', '2026-01-01', '2026-12-31', '2026', '2026', 'year'],
    ['year', '2026-01-01', '2027-01-01', '1 Jan 2026 – 1 Jan 2027', '1 Jan 26–1 Jan 27', 'period'],
  ] as const)('a %s from %s to %s: %s, %s, a %s', (unit, start, end, words, label, noun) => {
    const period = { unit, start, end, timeZone: 'Europe/Paris' }
    expect([periodWords(period), shortPeriod(period), periodNoun(period)]).toEqual([words, label, noun])
  })

  it.each([
    ['soon', '2026-11-15', 'soon – 2026-11-15'],
    ['2026-02-30', '', '2026-02-30 – ?'],
  ])('from “%s” to “%s” is shown as the service sent it', (start, end, words) => {
    const period = of('month', start, end)
    expect([periodWords(period), shortPeriod(period)]).toEqual([words, 'Unknown days'])
  })

  it.each([
    ['week', '2026-10-26', '2026-11-01', 'Week of Mon 26 Oct – Sun 1 Nov'],
    ['week', '2025-11-10', '2025-11-16', 'Week of Mon 10 – Sun 16 Nov 2025'],
    ['week', '2025-12-29', '2026-01-04', 'Week of Mon 29 Dec 2025 – Sun 4 Jan 2026'],
    ['month', '2025-11-01', '2025-11-30', 'November 2025'],
    ['month', '2026-11-01', '2026-11-21', '1 – 21 Nov'],
    ['day', '2025-11-09', '2025-11-09', 'Sun 9 Nov 2025'],
  ] as const)('a %s from %s to %s, asked for in 2026, is “%s”', (unit, start, end, words) => {
    expect(periodWords(of(unit, start, end))).toBe(words)
  })

  it('every text has its days, each month in letters, and no two adjacent numbers', () => {
    const day = fc
      .integer({ min: 0, max: 1200 })
      .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }))
    const unit = fc.constantFrom('day', 'week', 'month', 'year')
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), unit, (from, days, counted) => {
        const to = from.add({ days })
        const period = of(counted, from.toString(), to.toString())
        const [words, label] = [periodWords(period), shortPeriod(period)]
        expect(label.length).toBeLessThanOrEqual(20)
        const isWholeYear = /^\d{4}$/
        for (const text of [words, label].filter((each) => !isWholeYear.test(each))) {
          const months = text.match(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/g) ?? []
          expect([1, 2]).toContain(months.length)
          expect(text).not.toMatch(/\d[\s/.]+\d/)
          if (/^[A-Z][a-z]{2,8}(?: \d{4})?$/.test(text)) continue
          for (const date of [from, to]) expect(text).toMatch(new RegExp(`\\b${date.day}\\b`))
        }
      }),
      { numRuns: 300 },
    )
  })
  it('has days that no time zone shifts', () => {
    expect(dateWords('2026-11-14')).toBe('Sat 14 Nov 2026')
    expect(dateWords('2026-11-14T23:30:00-11:00')).toBe('Sat 14 Nov 2026')
    expect(dateWords('tomorrow')).toBe('tomorrow')
  })
})
