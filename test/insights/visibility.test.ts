import { describe, expect, it } from 'vitest'
import { visibilityReport } from '../../src/insights/visibility.ts'
import { everyFilter } from '../blocks/gallery/filter.ts'
import { lastWeek, mine, question, row, service, unavailable, week } from './service.ts'

const rows = [
  row('Acme', [50, 52], [50, 50]),
  row('Own', [45, 40], [30, 25], mine),
  row('Globex', [42, 43], [20, 25]),
]

const collected = (...dates: string[]) => dates.map((date, index) => ({ date, total: 100 + index }))

describe('the visibility report', () => {
  it('shows the own brand’s place, whom it overtook, and the sample', async () => {
    const api = service({ brands: () => rows, collects: collected('2026-11-10', '2026-11-14', '2026-11-18') })
    const report = await visibilityReport(api, question)
    expect(report).toMatchObject({
      period: lastWeek,
      requestedPeriod: null,
      own: {
        brand: 'Own',
        rank: 2,
        previousRank: 3,
        visibility: { delta: 5 },
        shareOfVoice: { value: 30, delta: 5 },
      },
      ranked: 3,
      totalMentions: 100,
      brandsLeftOut: 0,
      collect: { date: '2026-11-14', total: 101 },
      headline: { kind: 'overtook', rivals: [{ brand: 'Globex' }] },
    })
    expect(report.standings.map(({ brand }) => brand)).toEqual(['Acme', 'Own', 'Globex'])
  })

  it('requests the week by its Monday, and the end only for a custom range', async () => {
    const api = service({ brands: () => rows })
    await visibilityReport(api, question)
    await visibilityReport(api, {
      ...question,
      period: { unit: 'month', start: '2026-10-05', end: '2026-10-20', timeZone: 'Europe/Paris' },
      engines: ['ChatGPT', 'Gemini'],
      maxBrands: 50,
    })
    const sorted = { sort_column: 'visibility_score', sort_direction: 'desc' }
    expect(api.asked.brands).toEqual([
      { date_start: '2026-11-09', period: 'week', ...sorted },
      {
        date_start: '2026-10-05',
        date_end: '2026-10-20',
        period: 'month',
        sources: ['ChatGPT', 'Gemini'],
        ...sorted,
      },
    ])
    expect(api.asked.limits).toEqual([500, 50])
  })

  it.each([' acme', 'Ａｃｍｅ'])(
    'shows the requested brands and the own one, with rank and share of voice among all: “%s”',
    async (typed) => {
      const api = service({ brands: () => rows })
      const report = await visibilityReport(api, { ...question, brands: [typed, 'Nobody'] })
      expect(report.standings.map(({ brand, rank }) => [brand, rank])).toEqual([
        ['Acme', 1],
        ['Own', 2],
      ])
      expect(report.own?.shareOfVoice.value).toBe(30)
      expect(report.totalMentions).toBe(100)
      expect(report.brands).toEqual([typed, 'Nobody'])
      expect(report.headline.kind).toBe('own_change')
      expect(api.asked.brands.every((query) => !('brands' in query))).toBe(true)
    },
  )

  it('sends every filter by the service’s name, and ranks among what matches', async () => {
    const api = service({
      brands: ({ search_query }) => (search_query === 'crm tools' ? rows.slice(1) : rows),
    })
    const report = await visibilityReport(api, { ...question, filters: everyFilter })
    expect(api.asked.brands).toEqual([
      {
        date_start: '2026-11-09',
        period: 'week',
        competitor_types: ['COMPARISON_SITE', 'QA_FORUM'],
        keyword_type: ['Brand'],
        funnel_stages: ['ToFu', 'MoFu'],
        persona_ids: ['head of it', 'a, b'],
        topic_ids: ['t1', 't2'],
        thematics: ['3f1c9a20-0000-4000-8000-000000000001'],
        strength_ids: ['s1'],
        weakness_ids: ['w1'],
        get_neutrals: true,
        search_query: 'crm tools',
        sort_column: 'visibility_score',
        sort_direction: 'desc',
      },
    ])
    expect(report.own).toMatchObject({ rank: 1, shareOfVoice: { value: 60 } })
    expect(report.filters).toEqual(everyFilter)
  })

  it('says how many brands it did not read', async () => {
    const report = await visibilityReport(service({ brands: () => rows }), { ...question, maxBrands: 2 })
    expect(report.brandsLeftOut).toBe(1)
    expect(report.totalMentions).toBe(80)
  })

  it('fails if the brands can’t be read', async () => {
    const failing = service({ brands: () => unavailable })
    await expect(visibilityReport(failing, question)).rejects.toBe(unavailable)
  })
})

describe('a week without data', () => {
  const newestWithData = week('2026-10-26', '2026-11-01')
  const emptyBut = (monday: string, empty = [row('Own', [null], [null], mine)]) =>
    service({
      brands: ({ date_start }) => (date_start === monday ? rows : empty),
      collects: collected('2026-10-12', '2026-10-31', '2026-10-28', '', 'no date'),
    })

  it.each([
    ['has no brands', []],
    ['has no values', [row('Own', [null, 40], [null, 30], mine)]],
    ['has zeros, but nothing was collected', [row('Own', [0, 40], [0], mine), row('Acme', [0], [0])]],
  ])('is replaced by the newest one with data: it %s', async (_, empty) => {
    const report = await visibilityReport(emptyBut('2026-10-26', empty), question)
    expect(report).toMatchObject({
      period: newestWithData,
      requestedPeriod: lastWeek,
      own: { rank: 2 },
      collect: { date: '2026-10-31', total: 101 },
    })
  })

  it('is replaced by an earlier week if those between were collected only on other engines', async () => {
    const report = await visibilityReport(emptyBut('2026-10-12'), { ...question, engines: ['Claude'] })
    expect(report.period).toEqual(week('2026-10-12', '2026-10-18'))
  })

  it('is replaced by an earlier week rather than by one that may still be running', async () => {
    const brands = ({ date_start }: { date_start: string }) => (date_start === '2026-11-09' ? [] : rows)
    const api = service({ brands, collects: collected('2026-11-17', '2026-11-03') })
    expect((await visibilityReport(api, question)).period).toEqual(week('2026-11-02', '2026-11-08'))
    const onlyLater = service({ brands, collects: collected('2026-11-17') })
    expect((await visibilityReport(onlyLater, question)).period).toEqual({
      ...week('2026-11-16', '2026-11-22'),
      soFar: '2026-11-17',
    })
  })

  it('is kept if no other has data, and nothing is shown as measured', async () => {
    for (const api of [
      service({ brands: () => [row('Own', [0], [0], mine)] }),
      service({ brands: () => [row('Own', [null], [null], mine)], collects: unavailable }),
      service({ brands: () => [], collects: collected('2026-10-12', '2026-11-12') }),
    ]) {
      expect(await visibilityReport(api, question)).toMatchObject({
        period: lastWeek,
        requestedPeriod: null,
        standings: [],
        own: null,
        totalMentions: null,
        headline: { kind: 'no_data' },
      })
    }
  })

  it('is not assumed just because the collects have no readable day', async () => {
    const api = service({ brands: () => [row('Own', [0, 0], [0, 0], mine)], collects: collected('', 'soon') })
    expect(await visibilityReport(api, question)).toMatchObject({
      collect: null,
      headline: { kind: 'quiet' },
    })
  })
})
