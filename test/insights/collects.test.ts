import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectsReport } from '../../src/insights/collects.ts'
import { scope, service } from './service.ts'

const now = Temporal.Instant.from('2026-11-16T23:30:00Z')

const report = (
  dates: readonly string[],
  more: { timeZone?: string; paging?: { atMost?: number; countless?: boolean } } = {},
) =>
  collectsReport(
    service({
      collects: dates.map((date) => ({ date, total: 5 })),
      ...(more.paging ? { paging: more.paging } : {}),
    }),
    scope,
    { now, timeZone: more.timeZone ?? 'UTC' },
  )

describe('data freshness', () => {
  it('lists collects newest first, each with the days since the one before', async () => {
    const { collects, leftOut } = await report([
      '2026-11-12',
      '2026-11-16',
      '2026-11-15T08:00:00Z',
      '2026-11-12',
    ])
    expect(collects.map(({ date, daysSince }) => [date, daysSince])).toEqual([
      ['2026-11-16', 1],
      ['2026-11-15', 3],
      ['2026-11-12', 0],
      ['2026-11-12', null],
    ])
    expect(leftOut).toBe(0)
  })

  it('has a gap if more than the usual days lie between two collects', async () => {
    const daily = ['2026-11-16', '2026-11-15', '2026-11-14', '2026-11-11', '2026-11-10', '2026-11-08']
    expect(await report(daily)).toMatchObject({
      usualDays: 1,
      gaps: [
        { start: '2026-11-12', end: '2026-11-13', days: 2 },
        { start: '2026-11-09', end: '2026-11-09', days: 1 },
      ],
      daysAgo: 0,
      overdue: false,
    })
    const weekly = ['2026-11-10', '2026-11-02', '2026-10-26', '2026-10-12', '2026-10-05']
    expect(await report(weekly)).toMatchObject({
      usualDays: 7,
      gaps: [{ start: '2026-10-13', end: '2026-10-25', days: 13 }],
      overdue: false,
    })
  })

  it('is overdue if one collect has been missed since the newest', async () => {
    expect(await report(['2026-11-14', '2026-11-13', '2026-11-12', '2026-11-11'])).toMatchObject({
      daysAgo: 2,
      overdue: true,
    })
    expect(await report(['2026-11-15', '2026-11-14', '2026-11-13', '2026-11-12'])).toMatchObject({
      daysAgo: 1,
      overdue: false,
    })
  })

  it('is measured in the channel’s time zone', async () => {
    const today = await report(['2026-11-16'], { timeZone: 'America/New_York' })
    const tomorrow = await report(['2026-11-16'], { timeZone: 'Asia/Tokyo' })
    expect([today.daysAgo, today.today]).toEqual([0, '2026-11-16'])
    expect([tomorrow.daysAgo, tomorrow.today]).toEqual([1, '2026-11-17'])
  })

  it('shows no rhythm for few collects, and nothing without dated ones', async () => {
    expect(await report(['2026-11-16', '2026-11-10', '2026-11-09'])).toMatchObject({
      usualDays: null,
      gaps: [],
      overdue: false,
    })
    expect(await report([])).toMatchObject({ collects: [], daysAgo: null, undated: false })
    expect(await report(['soon'])).toMatchObject({ collects: [], daysAgo: null, undated: true })
  })

  it('shows no gap where unread collects may lie', async () => {
    const day = (index: number) => Temporal.PlainDate.from('2026-11-16').subtract({ days: index }).toString()
    const all = Array.from({ length: 2_000 }, (_, index) => day(index))
    const { collects, gaps, leftOut, usualDays } = await report(all)
    expect([leftOut, usualDays, gaps]).toEqual([1_000, 1, []])
    expect(collects[98]?.daysSince).toBe(1)
    expect(collects[99]?.daysSince).toBeNull()
  })

  it('has no gaps if collects are regular, at any interval', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 4, max: 30 }),
        async (step, count) => {
          const dates = Array.from({ length: count }, (_, index) =>
            Temporal.PlainDate.from('2026-11-16')
              .subtract({ days: index * step })
              .toString(),
          )
          expect(await report(dates)).toMatchObject({ usualDays: step, gaps: [], overdue: false })
        },
      ),
      { numRuns: 40 },
    )
  })
})
