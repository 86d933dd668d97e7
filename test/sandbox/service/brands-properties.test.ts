import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matching, ringOf } from '../../../sandbox/service/data/mentions.ts'
import { type AnalyticsService, startService } from '../../../sandbox/service/index.ts'
import { frozenClock, type Page, paths, type Query, queryOf, type Row, send, tokenFor } from './support.ts'

let service: AnalyticsService
let token: string

beforeAll(async () => {
  service = await startService({ clock: frozenClock(), tokenLifeSeconds: 3600 })
  token = await tokenFor(service, service.keys.workspace)
})
afterAll(() => service.stop())

async function ask(query: Query): Promise<Page<Row>> {
  const { status, body, text } = await send<Page<Row>>(`${paths(service).brands}${queryOf(query)}`, { token })
  if (status !== 200) throw new Error(text)
  return body
}

const SOURCES = ['Bing', 'ChatGPT', 'Perplexity', 'Google', 'Claude', 'AmazonRufus']

/** Random filters over any range of the last two years. */
const filters = fc
  .record({
    start: fc.integer({ min: 0, max: 700 }),
    length: fc.integer({ min: 0, max: 60 }),
    sources: fc.subarray(SOURCES),
    keyword_type: fc.subarray(['Generic', 'Brand']),
    funnel_stages: fc.subarray(['ToFu', 'MoFu', 'BoFu']),
    competitor_types: fc.subarray(['QA_FORUM', 'NEWS_MEDIA', 'COMPARISON_SITE', 'UNKNOWN']),
  })
  .map(({ start, length, ...lists }): Query => {
    const first = Temporal.PlainDate.from('2024-07-01').add({ days: start })
    return { ...lists, date_start: first.toString(), date_end: first.add({ days: length }).toString() }
  })

const sorting = fc.record(
  {
    sort_column: fc.constantFrom(
      'brand',
      'visibility_score',
      'nb_mentions',
      'nb_distinct_keywords',
      'average_position',
      'presence_rate',
    ),
    sort_direction: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
)

test('pages together contain the whole list, for any filter, sorting and page size', async () => {
  await fc.assert(
    fc.asyncProperty(filters, sorting, fc.integer({ min: 1, max: 13 }), async (filter, sort, page_size) => {
      const whole = await ask({ ...filter, ...sort, page_size: 100 })
      const pages: Row[] = []
      for (let page = 1; (page - 1) * page_size < whole.pagination.total; page++) {
        const one = await ask({ ...filter, ...sort, page, page_size })
        expect(one.pagination).toEqual({ page, page_size, total: whole.pagination.total })
        pages.push(...one.data)
      }
      expect(pages).toEqual(whole.data)
    }),
    { numRuns: 40 },
  )
})

test('equal values are always sorted by name', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom('asc', 'desc'), async (filter, sort_direction) => {
      const { data } = await ask({
        ...filter,
        sort_column: 'average_position',
        sort_direction,
        page_size: 100,
      })
      for (const [i, row] of data.entries()) {
        const next = data[i + 1]
        if (next && next.avg_ranking.value === row.avg_ranking.value)
          expect(row.brand < next.brand).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})

test("mentions add up over the engines, and the total score lies between the engines' scores", async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const whole = await ask({ ...filter, sources: SOURCES, page_size: 100 })
      const parts = await Promise.all(
        SOURCES.map((one) => ask({ ...filter, sources: [one], page_size: 100 })),
      )
      for (const row of whole.data) {
        const of = parts.map(({ data }) => data.find(({ brand }) => brand === row.brand))
        const counts = of.map((part) => part?.total_mentions.value ?? 0)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(row.total_mentions.value)
        const scores = of.flatMap((part) => part?.visibility_score.value ?? [])
        // An engine that never names the brand has no row, though it counts in the total.
        if (scores.length < SOURCES.length) continue
        expect(row.visibility_score.value).toBeLessThanOrEqual(Math.max(...scores))
        expect(row.visibility_score.value).toBeGreaterThanOrEqual(Math.min(...scores))
      }
    }),
    { numRuns: 25 },
  )
})

test('wherever a day starts on the ring, all its mentions are counted, and the parts add up', () => {
  const ring = ringOf(8, 3)
  const everything = matching(ring, Array(48).fill(true), Array(12).fill(true))
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1023 }),
      fc.integer({ min: 0, max: 200 }),
      fc.array(fc.boolean(), { minLength: 48, maxLength: 48 }),
      (seat, count, prompts) => {
        expect(everything.among(seat, count)).toBe(count)
        const part = matching(ring, prompts, Array(12).fill(true))
        const rest = matching(
          ring,
          prompts.map((hit) => !hit),
          Array(12).fill(true),
        )
        expect(part.among(seat, count) + rest.among(seat, count)).toBe(count)
      },
    ),
  )
})

test('every number is finite, at most 100%, and never more answers name the brand than there are', async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      for (const row of (await ask({ ...filter, page_size: 100 })).data) {
        for (const which of ['value', 'prev_value'] as const) {
          const rate = row.presence_rate[which]
          if (rate === null) continue
          expect(rate).toBeLessThanOrEqual(100)
          expect(row.visibility_score[which]).toBeLessThanOrEqual(100)
          const asked = row.presence_rate_total[which] ?? 0
          expect(row.presence_rate_occurrences[which]).toBeLessThanOrEqual(asked)
        }
        expect(row.total_mentions.value).toBeGreaterThan(0)
      }
    }),
    { numRuns: 40 },
  )
})
