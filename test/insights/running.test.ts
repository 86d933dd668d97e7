import { describe, expect, it } from 'vitest'
import type { BrandRow } from '../../src/api/index.ts'
import { headlineRemarks } from '../../src/blocks/visibility/visibility.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import type { ReportPeriod } from '../../src/model/reports.ts'
import { readPeriod } from '../../src/questions/period.ts'
import { answers, collectedDaily, enginesOf, mine, question, row, service, unavailable } from './service.ts'

/** As typed on Wednesday, 18 November 2026, at noon. */
function typed(text: string, now = '2026-11-18T12:00Z'): ReportPeriod {
  const read = readPeriod(text, null, Temporal.Instant.from(now), 'Europe/Paris')
  if (!read.ok) throw new Error(read.problem)
  return read.period
}

/** Three days of this week. The service compares them with all seven days of the week before. */
const thisWeek = [
  row('Acme', [50, 20], [427, 3044], answers(300, 700)),
  row('Own', [45, 60], [300, 2500], { ...mine, ...answers(300, 700) }),
  row('Newcomer', [10, 1], [20, 1], answers(300, 700)),
]
const sameDays = [
  row('Own', [44, 43], [290, 280], { ...mine, ...answers(301, 300) }),
  row('Acme', [48, 47], [420, 410], answers(301, 300)),
]
const everyDay = (newest: string) => collectedDaily(newest, 60)
const running = (before: readonly BrandRow[] | Error, newest = '2026-11-18') =>
  service({ brands: ({ date_end }) => (date_end ? before : thisWeek), collects: everyDay(newest) })

describe('a running period', () => {
  it('is compared with the same days of the week before, in every metric and sample', async () => {
    const api = running(sameDays)
    const report = await visibilityReport(api, { ...question, period: typed('this week') })
    expect(api.asked.brands.map(({ date_start, date_end }) => [date_start, date_end])).toEqual([
      ['2026-11-16', undefined],
      ['2026-11-09', '2026-11-11'],
    ])
    expect(report).toMatchObject({
      period: { start: '2026-11-16', end: '2026-11-22', soFar: '2026-11-18' },
      requestedPeriod: null,
      comparedWith: { start: '2026-11-09', end: '2026-11-11' },
      own: {
        visibility: { value: 45, previous: 44 },
        mentions: { value: 300, previous: 290 },
        answers: { now: 300, before: 301 },
      },
    })
    expect(report.standings).toMatchObject([
      { brand: 'Acme', mentions: { delta: 7 } },
      { brand: 'Own' },
      { brand: 'Newcomer', visibility: { previous: null, verdict: 'new' } },
    ])
    expect(headlineRemarks(report)[0]).toBe(
      'This week so far, Mon 16 – Wed 18 Nov, against the same days the week before.',
    )
  })

  it('includes today only once it has been collected', async () => {
    const api = running(sameDays, '2026-11-17')
    const { period, comparedWith } = await visibilityReport(api, { ...question, period: typed('this week') })
    expect(period.soFar).toBe('2026-11-17')
    expect(comparedWith).toMatchObject({ start: '2026-11-09', end: '2026-11-10' })
  })

  it('is not compared if the second request fails', async () => {
    const report = await visibilityReport(running(unavailable), { ...question, period: typed('this week') })
    expect(report.comparedWith).toBeNull()
    const uncompared = { visibility: { previous: null }, mentions: { delta: null }, previousRank: null }
    expect(report.standings).toMatchObject([uncompared, uncompared, uncompared])
    expect(headlineRemarks(report)[0]).toContain('not compared with anything')
  })

  it('names an impossible figure with its own days, and none of days that aren’t shown', async () => {
    const now = [row('Own', [45, -3], [], mine)]
    const brands = ({ date_end }: { date_end?: unknown }) => (date_end ? [row('Acme', [1e16, -7])] : now)
    const api = service({ brands, collects: everyDay('2026-11-18') })
    const report = await visibilityReport(api, { ...question, period: typed('this week') })
    expect(headlineRemarks(report).filter((line) => line.includes('impossible'))).toEqual([
      'The service returned 1E16 for Acme’s visibility for the same days the week before, which is impossible, so it isn’t shown.',
    ])
  })

  it.each([
    ['this month', '2026-11-18T12:00Z', ['2026-10-01', '2026-10-18']],
    ['this month', '2026-03-30T12:00Z', ['2026-02-01', '2026-02-28']],
    ['this year', '2026-11-18T12:00Z', ['2025-01-01', '2025-11-18']],
    ['2026-11-10..2026-11-18', '2026-11-18T12:00Z', null],
    ['today', '2026-11-18T12:00Z', null],
    ['this week', '2026-11-22T12:00Z', null],
    ['last week', '2026-11-18T12:00Z', null],
  ])('compares with the same number of days of the previous one: %s at %s', async (text, now, days) => {
    const api = service({ brands: () => thisWeek, collects: everyDay(now.slice(0, 10)) })
    await visibilityReport(api, { ...question, period: typed(text, now) })
    // If all days of the period have begun, the service's own comparison covers the same days.
    expect(api.asked.brands).toHaveLength(days === null ? 1 : 2)
    if (days !== null)
      expect([api.asked.brands[1]?.date_start, api.asked.brands[1]?.date_end ?? days[1]]).toEqual(days)
  })

  it('works the same on each engine, and an engine whose second request fails is not compared', async () => {
    const api = service({
      brands: ({ date_end, sources }) =>
        date_end === undefined ? thisWeek : sources?.includes('Claude') ? unavailable : sameDays,
      collects: everyDay('2026-11-18'),
    })
    const report = await enginesOf(api, ['ChatGPT', 'Claude'], { period: typed('this week') })
    expect(report).toMatchObject({
      period: { soFar: '2026-11-18' },
      comparedWith: { start: '2026-11-09', end: '2026-11-11' },
    })
    expect(report.engines).toMatchObject([
      { data: { engine: 'ChatGPT', own: { visibility: { previous: 44 } } } },
      { data: { engine: 'Claude', own: { visibility: { previous: null } } } },
    ])
  })
})
