/** Collects, insights filters and Reddit summaries. */
import { expect, test } from 'vitest'
import { opened, type Page, queryOf, type Row } from './support.ts'

interface Collect {
  readonly id: string
  readonly total: number
  readonly date: string
}

interface Summary {
  readonly id: string
  readonly subreddit_name: string
  readonly creation_date: string
  readonly description: string
  readonly weekly_visitors: string
  readonly weekly_contributors: string
  readonly overall_sentiment: string
  readonly key_themes: unknown
}

async function open() {
  const { service, at, ask } = await opened({ tokenLifeSeconds: 30 * 86_400 })
  const collects = (query = {}) => ask<Page<Collect>>(`${at.collects}${queryOf(query)}`)
  const summaries = (query = {}) => ask<Summary[]>(`${at.reddit}${queryOf(query)}`)
  return { service, at, ask, collects, summaries }
}

test('collects: one per day up to today, newest first, and one more each day', async () => {
  const { service, collects } = await open()
  const first = (await collects()).body
  expect(first.pagination).toEqual({ page: 1, page_size: 20, total: 731 })
  expect(first.data).toHaveLength(20)
  expect(first.data.slice(0, 2).map(({ date }) => date)).toEqual(['2026-06-17', '2026-06-16'])
  expect((await collects({ page: 8, page_size: 100 })).body.data).toHaveLength(31)
  expect((await collects({ page: 731, page_size: 1 })).body.data[0]?.date).toBe('2024-06-17')
  expect((await collects({ page: 732, page_size: 1 })).body.data).toEqual([])
  service.clock.advance({ days: 1 })
  const next = (await collects({ page_size: 2 })).body.data
  expect(next.map(({ date }) => date)).toEqual(['2026-06-18', '2026-06-17'])
  expect(next[1]).toEqual(first.data[0])
})

test("a week's collected answers match the answers behind its presence rates", async () => {
  const { at, ask, collects } = await open()
  const week = (await collects({ page_size: 10 })).body.data.filter(
    ({ date }) => date >= '2026-06-08' && date <= '2026-06-14',
  )
  const brands = await ask<Page<Row>>(`${at.brands}?date_start=2026-06-08`)
  expect(week).toHaveLength(7)
  const total = week.reduce((sum, collect) => sum + collect.total, 0)
  expect(brands.body.data[0]?.presence_rate_total.value).toBe(total)
})

test('what was not collected has no collect, no answers, and no period before the start', async () => {
  const { at, ask } = await opened({
    demoStart: '2026-06-01',
    demoGaps: [{ date: '2026-06-09' }, { date: '2026-06-10', engine: 'Google' }],
  })
  const { body } = await ask<Page<Collect>>(`${at.collects}?page_size=100`)
  expect(body.data.at(-1)?.date).toBe('2026-06-01')
  expect(body.data.map(({ date }) => date)).not.toContain('2026-06-09')
  const week = async (date: string, engine: string) => {
    const query = queryOf({ date_start: date, sources: [engine] })
    const { body } = await ask<Page<Row>>(`${at.brands}${query}`)
    return body.data.find(({ is_my_brand }) => is_my_brand)
  }
  expect((await week('2026-06-01', 'Google'))?.visibility_score.prev_value).toBeNull()
  const [whole, gap, more] = [
    await week('2026-06-01', 'Google'),
    await week('2026-06-08', 'Google'),
    await week('2026-06-08', 'Claude'),
  ].map((row) => row?.presence_rate_total.value ?? 0)
  expect([gap, more].map((answers) => Math.round((answers ?? 0) / ((whole ?? 0) / 7)))).toEqual([5, 6])
})

test("insights filters: list the values of a workspace's projects", async () => {
  const { service, at, ask } = await open()
  const { body, status } = await ask<Record<string, unknown[]>>(at.filters)
  expect(status).toBe(200)
  expect(Object.keys(body).toSorted()).toEqual(['brands', 'categories', 'countries', 'sources'])
  expect(body.sources).toHaveLength(10)
  expect(body.brands).toHaveLength(12)
  expect(body.brands).toContain(service.demo.ownBrand)
  expect(body.countries).toEqual(['CA', 'DE', 'FR', 'GB', 'US'])
  const categories = body.categories as { value: string; color: string }[]
  expect(categories.map(({ value }) => value)).toEqual(categories.map(({ value }) => value).toSorted())
  for (const { color } of categories) expect(color).toMatch(/^#[0-9a-f]{6}$/)
  const others = await ask<{ id: string }[]>(at.workspaces)
  const second = others.body.map(({ id }) => id).find((id) => id !== service.demo.workspaceId) ?? ''
  const other = await ask<Record<string, unknown[]>>(at.filters.replace(service.demo.workspaceId, second))
  expect(other.body.sources).toHaveLength(6)
  expect(other.body.countries).toEqual(['AT', 'CH', 'DE'])
})

test('reddit: weekly summaries of the demo subreddits, newest first, within the limits of part 8', async () => {
  const { service, summaries } = await open()
  const { body } = await summaries()
  expect(new Set(body.map((s) => s.subreddit_name))).toEqual(new Set(service.demo.subreddits))
  const dates = body.map((s) => s.creation_date)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(dates[0]).toBe('2026-06-15')
  expect(new Set(body.map((s) => s.id)).size).toBe(body.length)
  for (const summary of body) {
    expect(summary.description).not.toMatch(/[{}]|undefined/)
    expect(summary.description.split(/(?<=[.?!]) /).length).toBeGreaterThanOrEqual(2)
    expect(summary.weekly_visitors).toMatch(/^\d+(\.\d)?[KM]?$/)
    expect(summary.weekly_contributors).toMatch(/^\d+(\.\d)?[KM]?$/)
  }
  expect(new Set(body.map((s) => s.description)).size).toBeGreaterThan(0.8 * body.length)
  expect(new Set(body.map((s) => s.overall_sentiment))).toEqual(
    new Set(['positive', 'mixed', 'neutral', 'negative']),
  )
  const shapes = body.map((s) => (Array.isArray(s.key_themes) ? 'list' : typeof s.key_themes))
  expect(new Set(shapes)).toEqual(new Set(['list', 'string', 'object']))
})

test('reddit: the filter accepts a comma-separated list', async () => {
  const { summaries } = await open()
  const all = (await summaries()).body
  const two = (await summaries({ subreddit_name__in: 'saas,CRM' })).body
  expect(two).toEqual(all.filter((s) => s.subreddit_name === 'saas' || s.subreddit_name === 'crm'))
  expect((await summaries({ subreddit_name__in: ' saas , ' })).body).toHaveLength(two.length / 2)
  expect((await summaries({ subreddit_name__in: 'unknown' })).body).toEqual([])
  expect((await summaries({ subreddit_name__in: '' })).body).toEqual(all)
})

test('reddit: a week later there are new summaries, and the old ones are unchanged', async () => {
  const { service, summaries } = await open()
  const before = (await summaries()).body
  service.clock.advance({ days: 7 })
  const after = (await summaries()).body
  const idsBefore = new Set(before.map(({ id }) => id))
  const fresh = after.filter(({ id }) => !idsBefore.has(id))
  expect(fresh.map((s) => s.subreddit_name)).toEqual(service.demo.subreddits)
  expect(after.slice(fresh.length)).toEqual(before.slice(0, before.length - fresh.length))
})
