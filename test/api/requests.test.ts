import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnalyticsApi, BrandsQuery } from '../../src/api/index.ts'
import { codePoint } from '../properties/texts.ts'
import {
  ANALYSIS,
  answering,
  brandsPage,
  clientOf,
  doneOf,
  errorOf,
  startService,
  WEEK,
  WORKSPACE,
} from './support.ts'

const LISTS = [
  'brands',
  'competitor_types',
  'sources',
  'keyword_type',
  'funnel_stages',
  'persona_ids',
  'topic_ids',
  'strength_ids',
  'weakness_ids',
] as const

const text = fc.string({ unit: codePoint, minLength: 0, maxLength: 20 })
const list = fc.option(fc.array(text, { maxLength: 4 }))
const query = fc.record(
  {
    ...Object.fromEntries(LISTS.map((name) => [name, list])),
    thematics: fc.option(fc.array(fc.uuid(), { maxLength: 4 })),
    search_query: fc.option(text),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    page_size: fc.integer({ min: 1, max: 100 }),
    sort_column: fc.constantFrom('brand', 'visibility_score', null),
    sort_direction: fc.constantFrom('asc', 'desc', null),
    period: fc.constantFrom('day', 'week', 'month', 'year'),
    get_neutrals: fc.option(fc.boolean()),
    date_end: fc.constantFrom('2026-01-05', '2026-02-28', null),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Omit<BrandsQuery, 'date_start'>>

test('every query arrives as requested: lists as repeated parameters, and no others', async () => {
  const { service, api } = await answering(brandsPage([]))
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      await api.brands(ANALYSIS, { ...asked, ...WEEK })
      const came = service.received.at(-1)?.query ?? new URLSearchParams()
      const expected: [string, string][] = []
      for (const [name, value] of Object.entries({ ...asked, ...WEEK })) {
        if (value === null || value === undefined) continue
        for (const item of Array.isArray(value) ? value : [value]) expected.push([name, String(item)])
      }
      expect([...came].toSorted(byName)).toEqual(expected.toSorted(byName))
    }),
    { numRuns: 150 },
  )
})

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : Number(a > b)
}

test('ids are encoded, so that they can’t change the path', async () => {
  const service = await startService(({ request, response, json }) => {
    if (request.method !== 'GET') return
    json([{ id: response.req.url, name: null }])
  })
  const api = clientOf(service)
  const id = fc
    .string({ unit: codePoint, minLength: 1, maxLength: 30 })
    .filter((value) => !/^\.\.?$/.test(value))
  await fc.assert(
    fc.asyncProperty(id, async (organizationId) => {
      const [echo] = await api.workspaces(organizationId)
      const parts = (echo?.id ?? '').split('/')
      expect(parts).toHaveLength(5)
      expect(decodeURIComponent(parts[3] ?? '')).toBe(organizationId)
    }),
    { numRuns: 100 },
  )
})

const account = { id: 'a', platform_integration_id: 'p', name: 'n' }
const refused: [string, string, (api: AnalyticsApi) => Promise<unknown>][] = [
  ['page 0', 'page', (api) => api.brands(ANALYSIS, { ...WEEK, page: 0 })],
  ['page 1.5', 'page', (api) => api.brands(ANALYSIS, { ...WEEK, page: 1.5 })],
  ['page_size 0', 'page_size', (api) => api.brands(ANALYSIS, { ...WEEK, page_size: 0 })],
  ['page_size 101', 'page_size', (api) => api.brands(ANALYSIS, { ...WEEK, page_size: 101 })],
  ['page_size NaN', 'page_size', (api) => api.collects(ANALYSIS, { page_size: Number.NaN })],
  ['collects page_size 101', 'page_size', (api) => api.collects(ANALYSIS, { page_size: 101 })],
  ['collects page -1', 'page', (api) => api.collects(ANALYSIS, { page: -1 })],
  ['no date', 'date_start', (api) => api.brands(ANALYSIS, {} as BrandsQuery)],
  ['a date of another form', 'date_start', (api) => api.brands(ANALYSIS, { date_start: '5.1.2026' })],
  ['the year 0000', 'date_start', (api) => api.brands(ANALYSIS, { date_start: '0000-01-01' })],
  ['30 February', 'date_start', (api) => api.brands(ANALYSIS, { date_start: '2026-02-30' })],
  ['a time', 'date_end', (api) => api.brands(ANALYSIS, { ...WEEK, date_end: '2026-01-05T00:00' })],
  ['an end before the start', 'date_end', (api) => api.brands(ANALYSIS, { ...WEEK, date_end: '2026-01-04' })],
  ['an unknown period', 'period', (api) => api.brands(ANALYSIS, { ...WEEK, period: 'decade' as 'day' })],
  ['half a character', 'search_query', (api) => api.brands(ANALYSIS, { ...WEEK, search_query: 'a\ud800' })],
  ['half a character in a list', 'brands.0', (api) => api.brands(ANALYSIS, { ...WEEK, brands: ['\udc00'] })],
  ['a thematic that is no UUID', 'thematics.0', (api) => api.brands(ANALYSIS, { ...WEEK, thematics: ['x'] })],
  ['an empty id', 'workspace_id', (api) => api.insightsFilters({ ...WORKSPACE, workspaceId: '' })],
  ['dots as an id', 'organization_id', (api) => api.workspaces('..')],
  ['a dot as an id', 'result_id', (api) => api.createTask(WORKSPACE, '.')],
  ['a very long id', 'id', (api) => api.briefs(WORKSPACE, 'x'.repeat(256))],
  ['a comma in a subreddit', '0', (api) => api.redditSummaries(WORKSPACE, ['a,b'])],
  ['an empty subreddit', '1', (api) => api.redditSummaries(WORKSPACE, ['a', ''])],
  ['a very long subreddit', '0', (api) => api.redditSummaries(WORKSPACE, ['x'.repeat(256)])],
  ['no accounts', 'accounts', (api) => api.createPlatformAccounts(WORKSPACE, [])],
  [
    'an account id of 256 characters',
    'accounts.0.id',
    (api) => api.createPlatformAccounts(WORKSPACE, [{ ...account, id: 'x'.repeat(256) }]),
  ],
  [
    'an account without an integration',
    'accounts.0.platform_integration_id',
    (api) => api.createPlatformAccounts(WORKSPACE, [{ ...account, platform_integration_id: '' }]),
  ],
  [
    'an account without a name',
    'accounts.0.name',
    (api) => api.createPlatformAccounts(WORKSPACE, [{ ...account, name: '' }]),
  ],
  [
    'an account name of 256 characters',
    'accounts.1.name',
    (api) => api.createPlatformAccounts(WORKSPACE, [account, { ...account, name: 'x'.repeat(256) }]),
  ],
]

test.each(refused)('%s is refused here and costs no call', async (_name, path, call) => {
  const service = await startService(() => {})
  const error = await errorOf(call(clientOf(service)))
  expect(error).toMatchObject({ code: 'invalid_request', retryable: false, status: null })
  expect(error.details.map((detail) => detail.path)).toEqual([path])
  expect(error.userMessage).toMatch(/Change it and try again\.$/)
  expect(service.received).toEqual([])
})

test('values at the limits are sent', async () => {
  const service = await startService(({ request, json }) => {
    if (request.method === 'GET') json(brandsPage([]))
    else if (request.path.endsWith('accounts')) json([])
  })
  const api = clientOf(service)
  await api.brands(ANALYSIS, { date_start: '2024-02-29', date_end: '2024-02-29', page: 1, page_size: 100 })
  await api.collects(ANALYSIS, { page: 1, page_size: 1 })
  const long = { id: 'x'.repeat(255), platform_integration_id: 'p', name: 'x'.repeat(255) }
  expect(await doneOf(api.createPlatformAccounts(WORKSPACE, [long]))).toEqual([])
  // UUIDs of any version, in upper or lower case.
  const thematics = ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-ffff-7fff-9fff-ffffffffffff']
  await api.brands(ANALYSIS, { date_start: '0001-01-01', thematics })
})
