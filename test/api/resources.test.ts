import { expect, test } from 'vitest'
import {
  ANALYSIS,
  answering,
  answeringText,
  brandRow,
  errorOf,
  type Service,
  WEEK,
  WORKSPACE,
} from './support.ts'

const queryOf = ({ received }: Service) => [...(received.at(-1)?.query ?? [])]

test.each([
  ['an array', (list: unknown) => list],
  ['data', (list: unknown) => ({ data: list, next: null })],
  ['items', (list: unknown) => ({ items: list })],
  ['results', (list: unknown) => ({ count: 1, results: list })],
])('organizations and workspaces are read from %s', async (_name, wrap) => {
  const { api } = await answering(wrap([{ id: 'o', name: 'Org', plan: 'x' }, { id: 5 }, {}]))
  const expected = [
    { id: 'o', name: 'Org' },
    { id: '5', name: null },
    { id: null, name: null },
  ]
  expect(await api.organizations()).toEqual(expected)
  expect(await api.workspaces('a')).toEqual(expected)
})

test('organizations in no known shape are a bad response', async () => {
  const { api } = await answering({ organizations: [] })
  expect(await errorOf(api.organizations())).toMatchObject({ code: 'bad_response', received: 'an object' })
})

test('collects are read by page, with a missing total as null', async () => {
  const { api, service } = await answering({
    data: [{ id: 'c', date: '2026-01-05' }],
    pagination: { page: 2, page_size: 50 },
  })
  expect(await api.collects(ANALYSIS, { page: 2, page_size: 50 })).toEqual({
    data: [{ id: 'c', date: '2026-01-05', total: null }],
    pagination: { page: 2, page_size: 50, total: null },
  })
  expect(queryOf(service)).toEqual([
    ['page', '2'],
    ['page_size', '50'],
  ])
  await api.collects(ANALYSIS)
  expect(queryOf(service)).toEqual([])
})

test('metrics are lenient: missing, null, text and infinite numbers are null, a missing unit is empty', async () => {
  const none = { value: null, prev_value: null, unit: '' }
  const row =
    '{"brand":"Acme","extra":1,"total_mentions":{"value":1e999,"prev_value":-1e999,"unit":"n"},' +
    '"visibility_score":{"value":2},"presence_rate":{"value":"3","prev_value":null,"unit":null},' +
    '"presence_rate_total":null,"presence_rate_occurrences":[],"is_my_brand":"yes"}'
  const page = '{"page":1,"page_size":20,"total":1,"more":{}}'
  const { api } = await answeringText(`{"data":[${row}],"pagination":${page}}`)
  expect(await api.brands(ANALYSIS, WEEK)).toEqual({
    data: [
      {
        brand: 'Acme',
        total_mentions: { value: null, prev_value: null, unit: 'n' },
        visibility_score: { value: 2, prev_value: null, unit: '' },
        presence_rate: none,
        presence_rate_total: none,
        presence_rate_occurrences: none,
        avg_ranking: none,
        is_my_brand: false,
      },
    ],
    pagination: { page: 1, page_size: 20, total: 1 },
  })
})

test('a table with only invalid metrics is a bad response; null values are not', async () => {
  const metrics = (value: unknown) =>
    Object.fromEntries(
      Object.entries(brandRow('x')).map(([name, given]) => [name, typeof given === 'object' ? value : given]),
    )
  const page = { page: 1, page_size: 20, total: 2 }
  const rowsOf = async (...values: unknown[]) => {
    const { api } = await answering({ data: values.map(metrics), pagination: page })
    return api.brands(ANALYSIS, WEEK)
  }
  for (const broken of ['41.3', 41.3, [], null, {}, { value: '41.3' }, { score: 41.3 }])
    expect(await errorOf(rowsOf(broken, broken)), JSON.stringify(broken)).toMatchObject({
      code: 'bad_response',
      field: 'data.0.visibility_score',
    })
  expect((await rowsOf('41.3', { value: null, prev_value: null, unit: '%' })).data).toHaveLength(2)
  expect((await rowsOf('41.3', { prev_value: 40 })).data).toHaveLength(2)
  expect((await rowsOf()).data).toEqual([])
})

test('filters keep values that the service added later', async () => {
  const filters = {
    sources: ['ChatGPT', 'Mistral'],
    brands: ['Acme'],
    countries: ['FR', 'XK'],
    categories: [{ value: 'Shoes', color: '#fff' }],
  }
  const { api } = await answering({ ...filters, languages: ['fr'] })
  expect(await api.insightsFilters(WORKSPACE)).toEqual(filters)
})

test('reddit summaries are requested with a comma-separated list, or without one', async () => {
  const { api, service } = await answering([{ id: 'r', weekly_visitors: 1200, key_themes: { a: 1 } }])
  expect(await api.redditSummaries(WORKSPACE, ['running', 'r/shoes & more'])).toEqual([
    {
      id: 'r',
      subreddit_name: null,
      creation_date: null,
      description: null,
      weekly_visitors: '1200',
      weekly_contributors: null,
      overall_sentiment: null,
      key_themes: { a: 1 },
    },
  ])
  expect(queryOf(service)).toEqual([['subreddit_name__in', 'running,r/shoes & more']])
  await api.redditSummaries(WORKSPACE, [])
  expect(queryOf(service)).toEqual([])
})

test("briefs keep the service's order", async () => {
  const { api } = await answering({ briefs: [{ id: 'b2', title: 'Two', body: 'x' }, { id: 'b1' }] })
  expect(await api.briefs(WORKSPACE, 'result-1')).toEqual([
    { id: 'b2', task_id: null, title: 'Two', body: 'x', created_at: null, updated_at: null },
    { id: 'b1', task_id: null, title: '', body: '', created_at: null, updated_at: null },
  ])
})

test('a website evaluation is read with an unknown status and without its optional fields', async () => {
  const evaluation = {
    id: 'e',
    created_at: '2026-01-05T00:00:00Z',
    created_by: null,
    workspace_id: 'ws-1',
    name: 'Home',
    urls: ['https://example.com'],
    is_archived: false,
    generation_cost: 3,
  }
  const { api } = await answering({ ...evaluation, status: 'paused' })
  expect(await api.websiteEvaluation(WORKSPACE, 'e')).toEqual({
    ...evaluation,
    status: 'paused',
    tags: [],
    include_discovery: null,
  })
  const without = await answering(evaluation)
  expect((await without.api.websiteEvaluation(WORKSPACE, 'e')).status).toBeNull()
})
