import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodWords, shortPeriod } from '../../../src/blocks/kit/periods.ts'
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
    ['week', '2026-10-26', '2026-11-01', 'Week of Mon 26 Oct – Sun 1 Nov', '26 Oct – 1 Nov'],
    ['week', '2025-11-10', '2025-11-16', 'Week of Mon 10 – Sun 16 Nov 2025', '10–16 Nov'],
    ['month', '2025-12-10', '2026-01-12', '10 Dec 2025 – 12 Jan 2026', '10 Dec 25–12 Jan 26'],
    ['month', '2026-11-01', '2026-11-21', '1 – 21 Nov', '1–21 Nov'],
    ['day', '2025-11-09', '2025-11-09', 'Sun 9 Nov 2025', '9 Nov'],
  ] as const)('a %s from %s to %s is “%s”, in a chart “%s”', (unit, start, end, words, label) => {
    const period = of(unit, start, end)
    expect([periodWords(period), shortPeriod(period)]).toEqual([words, label])
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
})
