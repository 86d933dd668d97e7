import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnalyticsService, startService } from '../../../sandbox/service/index.ts'
import {
  frozenClock,
  invalidAt,
  type Page,
  paths,
  type Query,
  queryOf,
  type Row,
  send,
  tokenFor,
} from './support.ts'

/** The last complete week before the clock’s Wednesday. */
const WEEK = { date_start: '2026-06-08' }

let service: AnalyticsService
let token: string

beforeAll(async () => {
  service = await startService({ clock: frozenClock(), tokenLifeSeconds: 3600 })
  token = await tokenFor(service, service.keys.workspace)
})
afterAll(() => service.stop())

const ask = (query: Query) => send<Page<Row>>(`${paths(service).brands}${queryOf(query)}`, { token })
const rows = async (query: Query) => (await ask({ page_size: 100, ...query })).body.data
const names = (list: readonly Row[]) => list.map(({ brand }) => brand)
const mentions = (list: readonly Row[]) => list.reduce((sum, row) => sum + (row.total_mentions.value ?? 0), 0)
const row = (list: readonly Row[], brand: string) => {
  const match = list.find((one) => one.brand === brand)
  if (!match) throw new Error(`no row of ${brand}`)
  return match
}

test('rows have the fields and units of part 2.4, and plausible numbers', async () => {
  const { status, body } = await ask(WEEK)
  expect(status).toBe(200)
  expect(body.pagination).toEqual({ page: 1, page_size: 20, total: 12 })
  expect(body.data.filter((one) => one.is_my_brand).map(({ brand }) => brand)).toEqual([
    service.demo.ownBrand,
  ])
  for (const one of body.data) {
    expect(Object.keys(one)).toHaveLength(8)
    expect(one.visibility_score).toEqual({
      value: expect.any(Number),
      prev_value: expect.any(Number),
      unit: '%',
    })
    expect(one.visibility_score.value).toBeGreaterThanOrEqual(3)
    expect(one.visibility_score.value).toBeLessThanOrEqual(70)
    expect(one.avg_ranking.value).toBeGreaterThanOrEqual(1.2)
    expect(one.avg_ranking.value).toBeLessThanOrEqual(6.5)
    expect(one.avg_ranking.unit).toBe('position')
    expect(one.total_mentions.value).toBeGreaterThan(300)
    expect(one.total_mentions.value).toBeLessThan(6000)
    const [asked = 0, named = 0] = [
      one.presence_rate_total.value ?? 0,
      one.presence_rate_occurrences.value ?? 0,
    ]
    expect(one.presence_rate.value).toBe(Math.round((1000 * named) / asked) / 10)
  }
})

test('by default, the most visible brands come first', async () => {
  const values = (await rows(WEEK)).map((one) => one.visibility_score.value ?? 0)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
})

test('brands and search_query filter the list without changing the numbers', async () => {
  const all = await rows(WEEK)
  const two = await rows({ ...WEEK, brands: ['Northwind', 'Contoso'] })
  expect(names(two).toSorted()).toEqual(['Contoso', 'Northwind'])
  expect(two).toEqual(all.filter(({ brand }) => brand === 'Northwind' || brand === 'Contoso'))
  expect(names(await rows({ ...WEEK, search_query: 'WARE' })).toSorted()).toEqual(['Litware', 'Proseware'])
  expect(await rows({ ...WEEK, search_query: 'nobody' })).toEqual([])
  expect(await rows({ ...WEEK, brands: 'Nobody' })).toEqual([])
})

test.for(['strength_ids', 'weakness_ids'] as const)(
  '%s: selects only prompts whose answers name it',
  async (name) => {
    const ids = service.demo.dimensions[name === 'strength_ids' ? 'strengths' : 'weaknesses'].map(
      ({ id }) => id,
    )
    const whole = mentions(await rows(WEEK))
    const any = mentions(await rows({ ...WEEK, [name]: ids }))
    const parts = await Promise.all(ids.map(async (id) => mentions(await rows({ ...WEEK, [name]: id }))))
    expect(any).toBeLessThan(whole)
    expect(any).toBe(parts.reduce((sum, part) => sum + part, 0))
    expect(Math.min(...parts)).toBeGreaterThan(0)
    expect(await rows({ ...WEEK, [name]: 'unknown' })).toEqual([])
  },
)

test('get_neutrals selects prompts with neither strength nor weakness', async () => {
  const { strengths, weaknesses } = service.demo.dimensions
  const neutral = await rows({ ...WEEK, get_neutrals: true })
  const whole = await rows(WEEK)
  expect(mentions(neutral)).toBeGreaterThan(0)
  const strength_ids = strengths.map(({ id }) => id)
  const weakness_ids = weaknesses.map(({ id }) => id)
  const strong = mentions(await rows({ ...WEEK, strength_ids }))
  const weak = mentions(await rows({ ...WEEK, weakness_ids }))
  const both = mentions(await rows({ ...WEEK, strength_ids, weakness_ids }))
  expect(mentions(neutral)).toBe(mentions(whole) - (strong + weak - both))
  expect(await rows({ ...WEEK, get_neutrals: true, strength_ids })).toEqual([])
  expect(await rows({ ...WEEK, get_neutrals: false })).toEqual(whole)
})

test('date_end defaults to the end of the period that contains date_start', async () => {
  const ends = { day: '2026-05-05', week: '2026-05-10', month: '2026-05-31', year: '2026-12-31' }
  for (const [period, date_end] of Object.entries(ends)) {
    const query = { date_start: '2026-05-05', period }
    expect(await rows(query), period).toEqual(await rows({ ...query, date_end }))
  }
  expect(await rows({ date_start: '2026-05-05' })).toEqual(
    await rows({ date_start: '2026-05-05', period: 'week' }),
  )
})

test('the days of a week add up to the week', async () => {
  const week = await rows(WEEK)
  const days = await Promise.all(
    [8, 9, 10, 11, 12, 13, 14].map((day) =>
      rows({ date_start: `2026-06-${String(day).padStart(2, '0')}`, period: 'day' }),
    ),
  )
  expect(days.reduce((sum, day) => sum + mentions(day), 0)).toBe(mentions(week))
})

test.for([
  { period: 'day', now: '2026-06-09', before: '2026-06-08' },
  { period: 'week', now: '2026-06-08', before: '2026-06-01' },
  { period: 'month', now: '2026-03-01', before: '2026-02-01' },
  { period: 'year', now: '2026-01-01', before: '2025-01-01' },
])('prev_value of a $period is the value of the previous $period', async ({ period, now, before }) => {
  const current = await rows({ date_start: now, period })
  const earlier = await rows({ date_start: before, period })
  for (const one of current) {
    const then = row(earlier, one.brand)
    expect(one.visibility_score.prev_value).toBe(then.visibility_score.value)
    expect(one.total_mentions.prev_value).toBe(then.total_mentions.value)
    expect(one.avg_ranking.prev_value).toBe(then.avg_ranking.value)
  }
})

test('a range that is not a whole period is compared with the same number of days before', async () => {
  const current = await rows({ date_start: '2026-06-03', date_end: '2026-06-05' })
  const before = await rows({ date_start: '2026-05-31', date_end: '2026-06-02' })
  for (const one of current) {
    expect(one.total_mentions.prev_value).toBe(row(before, one.brand).total_mentions.value)
  }
})

test('the future is empty, and values at the start of the data have no previous value', async () => {
  expect((await ask({ date_start: '2026-06-18', period: 'day' })).body).toEqual({
    data: [],
    pagination: { page: 1, page_size: 20, total: 0 },
  })
  expect(await rows({ date_start: '2026-06-22' })).toEqual([])
  expect(await rows({ date_start: '2026-06-17', period: 'day' })).toHaveLength(12)
  // Data begins 730 days before today: 2024-06-17, a Monday.
  const first = await rows({ date_start: '2024-06-17' })
  expect(first).toHaveLength(12)
  for (const one of first) expect(one.visibility_score.prev_value).toBeNull()
  const second = await rows({ date_start: '2024-06-24' })
  for (const one of second) expect(one.visibility_score.prev_value).toEqual(expect.any(Number))
  // A previous range that is only partly available is not used for comparison.
  const partly = await rows({ date_start: '2024-06-20', date_end: '2024-06-26' })
  for (const one of partly) expect(one.total_mentions.prev_value).toBeNull()
  expect(await rows({ date_start: '2024-06-10' })).toEqual([])
  expect(await rows({ date_start: '0001-01-01', date_end: '9999-12-31' })).toHaveLength(12)
})

test.for([
  [{ page: 0 }, 'query.page'],
  [{ page: 'x' }, 'query.page'],
  [{ page: '1.5' }, 'query.page'],
  [{ page_size: 0 }, 'query.page_size'],
  [{ page_size: 101 }, 'query.page_size'],
  [{ sort_column: 'total_mentions' }, 'query.sort_column'],
  [{ sort_direction: 'up' }, 'query.sort_direction'],
  [{ period: 'quarter' }, 'query.period'],
  [{ date_start: '2026-02-29' }, 'query.date_start'],
  [{ date_start: '08.06.2026' }, 'query.date_start'],
  [{ date_end: 'tomorrow' }, 'query.date_end'],
  [{ date_end: '2026-06-07' }, 'query.date_end'],
  [{ sources: ['ChatGPT', 'AltaVista'] }, 'query.sources.1'],
  [{ competitor_types: 'BLOG' }, 'query.competitor_types.0'],
  [{ keyword_type: 'generic' }, 'query.keyword_type.0'],
  [{ funnel_stages: 'Top' }, 'query.funnel_stages.0'],
  [{ thematics: 'no-uuid' }, 'query.thematics.0'],
  [{ get_neutrals: 'perhaps' }, 'query.get_neutrals'],
] as [Query, string][])('%j is refused at %s', async ([query, where]) => {
  expect(invalidAt(await ask({ ...WEEK, ...query }))).toEqual([where])
})

test('the limits are accepted: page 1, page_size 1 and 100, a range of one day, an empty page', async () => {
  expect((await ask({ ...WEEK, page: 1, page_size: 1 })).body.data).toHaveLength(1)
  expect((await ask({ ...WEEK, page_size: 100 })).body.pagination.page_size).toBe(100)
  expect((await ask({ ...WEEK, date_end: '2026-06-08' })).body.data).toHaveLength(12)
  expect((await ask({ ...WEEK, page: 9 })).body).toEqual({
    data: [],
    pagination: { page: 9, page_size: 20, total: 12 },
  })
  expect(invalidAt(await ask({}))).toEqual(['query.date_start'])
  expect(invalidAt(await ask({ page: 0, page_size: 0 })).toSorted()).toEqual([
    'query.date_start',
    'query.page',
    'query.page_size',
  ])
})
