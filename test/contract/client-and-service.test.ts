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
import { describedBy, operationsOf, type Schema, startContract } from './support.ts'

/** The Monday of the week before last, seen from the service's day, a Wednesday. */
const WEEK = { date_start: '2026-06-01' }

test('the client uses every route of the description, each on its own origin', async () => {
  const { api, scope, service, events } = await startContract({}, { tokenLifeSeconds: 100 })
  const [result = ''] = service.demo.resultIds
  await api.organizations()
  await api.workspaces(scope.organizationId)
  await api.collects(scope)
  await api.brands(scope, WEEK)
  await api.insightsFilters(scope)
  await api.redditSummaries(scope, [])
  await api.briefs(scope, result)
  await doneOf(api.createTask(scope, result))
  await api.websiteEvaluation(scope, service.demo.evaluationId)
  const account = { id: 'ext-1', platform_integration_id: 'int-1', name: 'Ads' }
  await doneOf(api.createPlatformAccounts(scope, [account]))
  service.clock.advance({ seconds: 90 })
  await api.organizations()
  const asked = new Set(events.map(({ method, route }) => `${method} ${route}`))
  const described = operationsOf(await describedBy(service)).map(({ method, path }) => `${method} ${path}`)
  expect([...asked].toSorted()).toEqual(described.toSorted())
  expect(events.every(({ status }) => status === 200 || status === 201)).toBe(true)
  // An origin without a route would have answered 404.
  const [core, search] = [service.baseUrl, service.searchBaseUrl]
  expect(new URL(core).origin).not.toBe(new URL(search).origin)
  const swapped = await startContract({ baseUrl: core, searchBaseUrl: core })
  expect((await errorOf(swapped.api.collects(scope))).code).toBe('not_found')
})

test('both have the same values for every enumeration', async () => {
  const { service } = await startContract()
  const { components, ...description } = await describedBy(service)
  const operations = operationsOf({ components, ...description })
  const brands = operations.find(({ operationId }) => operationId === 'list_competitor_brands')
  const query = (name: string) => brands?.parameters?.find((parameter) => parameter.name === name)?.schema
  const field = (schema: string, name: string) => components.schemas[schema]?.properties?.[name]
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

test('the client returns every field of the specification under its own name', async () => {
  const { api, scope, service } = await startContract()
  const [result = ''] = service.demo.resultIds
  const { components } = await describedBy(service)
  const filters = await api.insightsFilters(scope)
  const page = await api.brands(scope, WEEK)
  const read: Readonly<Record<string, object | undefined>> = {
    WebsiteEvaluation: await api.websiteEvaluation(scope, service.demo.evaluationId),
    PlatformAccount: (
      await doneOf(api.createPlatformAccounts(scope, [{ id: 'e', platform_integration_id: 'i', name: 'n' }]))
    )[0],
    Collect: (await api.collects(scope)).data[0],
    CompetitorBrand: page.data[0],
    Metric: page.data[0]?.visibility_score,
    Pagination: page.pagination,
    InsightsFilters: filters,
    RedditSummary: (await api.redditSummaries(scope, []))[0],
    RecommendedActionTask: await doneOf(api.createTask(scope, result)),
    Brief: (await api.briefs(scope, result))[0],
  }
  for (const [name, value] of Object.entries(read)) {
    const described = Object.keys(components.schemas[name]?.properties ?? {})
    expect(Object.keys(value ?? {}).toSorted(), name).toEqual(described.toSorted())
  }
})

/** The values of an enumeration, at any depth of its schema. */
function valuesOf(schema: Schema | undefined): readonly string[] {
  const inner = [schema?.items, ...(schema?.anyOf ?? [])]
  return schema?.enum ?? inner.flatMap((one) => (one === undefined ? [] : valuesOf(one)))
}
