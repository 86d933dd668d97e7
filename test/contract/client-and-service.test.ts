/** Compares the routes and names of the client and of the sandbox’s service, which were written separately. */
import { expect, test } from 'vitest'
import {
  COMPETITOR_TYPES,
  EVALUATION_STATUSES,
  FUNNEL_STAGES,
  KEYWORD_TYPES,
  PERIODS,
  SORT_COLUMNS,
  SORT_DIRECTIONS,
  SOURCES,
} from '../../src/api/index.ts'
import { doneOf, errorOf } from '../api/support.ts'
import { type Description, describedBy, operationsOf, type Schema } from '../sandbox/service/description.ts'
import { startContract } from './support.ts'

/** The Monday of the week before last, seen from the service's day, a Wednesday. */
const WEEK = { date_start: '2026-06-01' }

test('the client uses every route of the description, and returns every field under its own name', async () => {
  const { api, scope, service, events } = await startContract({}, { tokenLifeSeconds: 100 })
  const [result = ''] = service.demo.resultIds
  const account = { id: 'ext-1', platform_integration_id: 'int-1', name: 'Ads' }
  await api.organizations()
  await api.workspaces(scope.organizationId)
  const page = await api.brands(scope, WEEK)
  const read: Readonly<Record<string, object | undefined>> = {
    WebsiteEvaluation: await api.websiteEvaluation(scope, service.demo.evaluationId),
    PlatformAccount: (await doneOf(api.createPlatformAccounts(scope, [account])))[0],
    Collect: (await api.collects(scope)).data[0],
    CompetitorBrand: page.data[0],
    Metric: page.data[0]?.visibility_score,
    Pagination: page.pagination,
    InsightsFilters: await api.insightsFilters(scope),
    RedditSummary: (await api.redditSummaries(scope, []))[0],
    RecommendedActionTask: await doneOf(api.createTask(scope, result)),
    Brief: (await api.briefs(scope, result))[0],
  }
  const { components } = await describedBy(service)
  for (const [name, value] of Object.entries(read)) {
    const described = Object.keys(components.schemas[name]?.properties ?? {})
    expect(Object.keys(value ?? {}).toSorted(), name).toEqual(described.toSorted())
  }
  service.clock.advance({ seconds: 90 })
  await api.organizations()
  const asked = new Set(events.map(({ method, route }) => `${method} ${route}`))
  const described = operationsOf(await describedBy(service)).map(({ key }) => key)
  expect([...asked].toSorted()).toEqual(described.toSorted())
  expect(events.every(({ status }) => status === 200 || status === 201)).toBe(true)
})

test('the client asks each origin for its own routes', async () => {
  const { service, scope } = await startContract()
  const [core, search] = [service.baseUrl, service.searchBaseUrl]
  expect(new URL(core).origin).not.toBe(new URL(search).origin)
  const swapped = await startContract({ baseUrl: core, searchBaseUrl: core })
  expect((await errorOf(swapped.api.collects(scope))).code).toBe('not_found')
})

test('both have the same values for every enumeration', async () => {
  const { service } = await startContract()
  const description = await describedBy(service)
  const { parameters } = brandsOperation(description)
  const query = (name: string) => parameters?.find((parameter) => parameter.name === name)?.schema
  const field = (schema: string, name: string) => description.components.schemas[schema]?.properties?.[name]
  const both = [
    [query('sources'), SOURCES],
    [field('InsightsFilters', 'sources'), SOURCES],
    [query('competitor_types'), COMPETITOR_TYPES],
    [query('period'), PERIODS],
    [query('sort_column'), SORT_COLUMNS],
    [query('sort_direction'), SORT_DIRECTIONS],
    [query('keyword_type'), KEYWORD_TYPES],
    [query('funnel_stages'), FUNNEL_STAGES],
    [field('WebsiteEvaluation', 'status'), EVALUATION_STATUSES],
  ] as const
  for (const [schema, values] of both) expect(valuesOf(schema)).toEqual([...values])
})

test('brands, with every option at once, and with each one separately', async () => {
  const { api, scope, service } = await startContract()
  const { topics, personas, thematics, strengths, weaknesses } = service.demo.dimensions
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
  const options = {
    brands: ['Northwind', 'Acme'],
    competitor_types: ['NEWS_MEDIA', 'QA_FORUM'],
    page: 2,
    page_size: 1,
    search_query: 'C',
    sort_column: 'brand',
    sort_direction: 'asc',
    date_end: '2026-06-03',
    period: 'month',
    sources: ['ChatGPT', 'Claude'],
    thematics: ids(thematics).slice(0, 2),
    keyword_type: ['Brand'],
    funnel_stages: ['ToFu', 'BoFu'],
    persona_ids: ids(personas).slice(0, 2),
    topic_ids: ids(topics).slice(0, 3),
    get_neutrals: true,
    strength_ids: ids(strengths).slice(0, 1),
    weakness_ids: ids(weaknesses).slice(0, 1),
  } as const
  const plain = await api.brands(scope, WEEK)
  for (const [name, value] of Object.entries(options)) {
    const answer = await api.brands(scope, { ...WEEK, [name]: value })
    expect(answer, name).not.toEqual(plain)
    const nothing = { ...WEEK, [name]: Array.isArray(value) ? [] : undefined }
    expect(await api.brands(scope, nothing), name).toEqual(plain)
  }
  const every = await api.brands(scope, { ...WEEK, ...options })
  expect(every.pagination).toMatchObject({ page: 2, page_size: 1 })
  const { parameters } = brandsOperation(await describedBy(service))
  const named = parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  expect(Object.keys({ ...WEEK, ...options }).toSorted()).toEqual(named?.toSorted())
})

test('an error according to part 7 names the rejected parameter', async () => {
  const { api, scope } = await startContract()
  const error = await errorOf(api.brands(scope, { ...WEEK, sources: ['ChatGPT', 'Mistral'] }))
  expect(error).toMatchObject({ code: 'validation', status: 422 })
  expect(error.details.map(({ path }) => path)).toEqual(['query.sources.1'])
})

function brandsOperation(description: Description) {
  const brands = operationsOf(description).find(({ operationId }) => operationId === 'list_competitor_brands')
  if (brands === undefined) throw new Error('the description has no list of brands')
  return brands
}

/** The values of an enumeration, at any depth of its schema. */
function valuesOf(schema: Schema | undefined): readonly string[] {
  const inner = [schema?.items, ...(schema?.anyOf ?? [])]
  return schema?.enum ?? inner.flatMap((one) => (one === undefined ? [] : valuesOf(one)))
}
