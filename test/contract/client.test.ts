/** Every method of the client once against the real service, as it is on a good day. */
import { expect, test } from 'vitest'
import {
  COMPETITOR_TYPES,
  COUNTRIES,
  EVALUATION_STATUSES,
  FUNNEL_STAGES,
  KEYWORD_TYPES,
  PERIODS,
  SORT_COLUMNS,
  SORT_DIRECTIONS,
  SOURCES,
} from '../../src/api/index.ts'
import { errorOf } from '../api/support.ts'
import { send } from '../sandbox/service/support.ts'
import { describedBy, EXCHANGE, meet, operationsOf, REFRESH, type Schema } from './support.ts'

/** The Monday two weeks before the service's day, a Wednesday. */
const WEEK = { date_start: '2026-06-01' }

test('every route of the description is asked by the client, on its own origin', async () => {
  const { api, scope, service, events } = await meet({}, { tokenLifeSeconds: 100 })
  const [result = ''] = service.demo.resultIds
  await api.organizations()
  await api.workspaces(scope.organizationId)
  await api.collects(scope)
  await api.brands(scope, WEEK)
  await api.insightsFilters(scope)
  await api.redditSummaries(scope, [])
  await api.briefs(scope, result)
  await api.createTask(scope, result)
  await api.websiteEvaluation(scope, service.demo.evaluationId)
  await api.createPlatformAccounts(scope, [{ id: 'ext-1', platform_integration_id: 'int-1', name: 'Ads' }])
  service.clock.advance({ seconds: 90 })
  await api.organizations()
  const asked = new Set(events.map(({ method, route }) => `${method} ${route}`))
  const described = operationsOf(await describedBy(service)).map(({ method, path }) => `${method} ${path}`)
  expect([...asked].toSorted()).toEqual(described.toSorted())
  expect(events.every(({ status }) => status === 200 || status === 201)).toBe(true)
  // A route that one origin does not have would have been answered 404 by it.
  const [core, search] = [service.baseUrl, service.searchBaseUrl]
  expect(new URL(core).origin).not.toBe(new URL(search).origin)
  const swapped = await meet({ baseUrl: core, searchBaseUrl: core })
  expect((await errorOf(swapped.api.collects(scope))).code).toBe('not_found')
})

test('organizations and workspaces', async () => {
  const { api, service } = await meet({ cacheSeconds: 60 })
  const organizations = await api.organizations()
  expect(organizations).toEqual([{ id: service.demo.organizationId, name: 'Northwind Group' }])
  const workspaces = await api.workspaces(service.demo.organizationId)
  expect(workspaces).toEqual([{ id: service.demo.workspaceId, name: 'Northwind CRM' }])
})

test('collects, with and without paging', async () => {
  const { api, scope } = await meet()
  const first = await api.collects(scope)
  expect(first.pagination).toEqual({ page: 1, page_size: 20, total: 731 })
  expect(first.data).toHaveLength(20)
  expect(first.data[0]).toEqual({
    id: expect.any(String),
    total: expect.any(Number),
    date: '2026-06-17',
  })
  const second = await api.collects(scope, { page: 2, page_size: 10 })
  expect(second.pagination).toEqual({ page: 2, page_size: 10, total: 731 })
  expect(second.data).toEqual(first.data.slice(10))
})

test('brands, without any option: the whole week, the most visible first', async () => {
  const { api, scope, service } = await meet()
  const page = await api.brands(scope, WEEK)
  expect(page.pagination).toEqual({ page: 1, page_size: 20, total: 12 })
  expect(page.data.filter(({ is_my_brand }) => is_my_brand).map(({ brand }) => brand)).toEqual([
    service.demo.ownBrand,
  ])
  expect(page).toEqual(await api.brands(scope, { ...WEEK, date_end: '2026-06-07', period: 'week' }))
  for (const row of page.data) {
    expect(row.visibility_score).toEqual({
      value: expect.any(Number),
      prev_value: expect.any(Number),
      unit: '%',
    })
  }
})

test('brands, with every option at once, and with each one alone', async () => {
  const { api, scope, service } = await meet()
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
  const description = await describedBy(service)
  const operation = operationsOf(description).find(
    ({ operationId }) => operationId === 'list_competitor_brands',
  )
  const named = operation?.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  expect(Object.keys({ ...WEEK, ...options }).toSorted()).toEqual(named?.toSorted())
})

test('all brands, as a list and one by one, with the sign when the bound cut some', async () => {
  const { api, scope } = await meet()
  const whole = await api.allBrands(scope, WEEK, { limit: 500 })
  expect(whole).toMatchObject({ total: 12, cut: 0 })
  expect(whole.rows).toEqual((await api.brands(scope, WEEK)).data)
  const some = api.eachBrand(scope, WEEK, { limit: 5 })
  const names: string[] = []
  for await (const { brand } of some) names.push(brand)
  expect(names).toEqual(whole.rows.slice(0, 5).map(({ brand }) => brand))
  expect([some.total, some.cut]).toEqual([12, 7])
})

test('insights filters', async () => {
  const { api, scope } = await meet()
  const filters = await api.insightsFilters(scope)
  expect(filters.sources).toEqual([...SOURCES])
  expect(filters.brands).toHaveLength(12)
  expect(filters.countries).toEqual(['CA', 'DE', 'FR', 'GB', 'US'])
  const values = filters.categories.map(({ value }) => value)
  expect(values).toEqual(values.toSorted())
  for (const { color } of filters.categories) expect(color).toMatch(/^#[0-9a-f]{6}$/)
})

test('reddit summaries, of all subreddits and of some', async () => {
  const { api, scope, service } = await meet()
  const all = await api.redditSummaries(scope, [])
  expect(new Set(all.map(({ subreddit_name }) => subreddit_name))).toEqual(new Set(service.demo.subreddits))
  expect(all[0]?.creation_date).toBe('2026-06-15')
  for (const summary of all) {
    const { key_themes, ...texts } = summary
    for (const text of Object.values(texts)) expect(text).toMatch(/\S/)
    expect(key_themes).toBeTruthy()
  }
  const some = await api.redditSummaries(scope, ['crm', 'SaaS'])
  expect(some).toEqual(all.filter(({ subreddit_name }) => /^(crm|saas)$/.test(subreddit_name ?? '')))
})

test("a task is created, and its brief appears a minute later among the result's briefs", async () => {
  const { api, scope, service } = await meet()
  const [result = ''] = service.demo.resultIds
  const before = await api.briefs(scope, result)
  expect(before.length).toBeGreaterThan(0)
  const task = await api.createTask(scope, result)
  expect(task).toEqual({
    id: expect.any(String),
    name: expect.stringMatching(/\S/),
    description: expect.stringMatching(/\S/),
    recommended_action_result_id: result,
    brief_template_id: '',
    brief_body: '',
    sort_order: expect.any(Number),
    created_at: service.clock.now().toString({ smallestUnit: 'millisecond' }),
  })
  expect(await api.briefs(scope, result)).toEqual(before)
  service.clock.advance({ seconds: 61 })
  const after = await api.briefs(scope, result)
  expect(after.slice(0, -1)).toEqual(before)
  expect(after.at(-1)).toMatchObject({ task_id: task.id, title: task.name })
})

test('a website evaluation walks through its states', async () => {
  const { api, scope, service } = await meet()
  const { evaluationId } = service.demo
  const states = []
  for (const seconds of [0, 60, 120]) {
    service.clock.advance({ seconds })
    states.push((await api.websiteEvaluation(scope, evaluationId)).status)
  }
  expect(states).toEqual(['pending', 'in_progress', 'completed'])
  const ended = await Promise.all(service.demo.evaluationIds.map((id) => api.websiteEvaluation(scope, id)))
  expect(ended.map(({ status }) => status)).toEqual(['completed', 'partial', 'failed', 'completed'])
  expect(ended[2]?.created_by).toBeNull()
})

test('platform accounts are created as one list', async () => {
  const { api, scope } = await meet()
  const given = [1, 2].map((n) => ({ id: `ext-${n}`, platform_integration_id: `int-${n}`, name: `Ads ${n}` }))
  const created = await api.createPlatformAccounts(scope, given)
  expect(created).toHaveLength(2)
  for (const [index, account] of created.entries()) {
    const { id, ...rest } = given[index] ?? { id: '' }
    expect(account).toMatchObject({ ...rest, platform_account_id: id, workspace_id: scope.workspaceId })
    expect(account.created_at).toBe(account.updated_at)
  }
})

test('each scope of key reaches what it acts for, and no more', async () => {
  const { service, client } = await meet()
  const reach = async (key: string) => {
    const api = client({ apiKey: () => key })
    const organizations = await api.organizations()
    const workspaces = await Promise.all(organizations.map(({ id }) => api.workspaces(id ?? '')))
    return [organizations.length, workspaces.flat().length]
  }
  expect(await reach(service.keys.user)).toEqual([2, 3])
  expect(await reach(service.keys.organization)).toEqual([1, 2])
  expect(await reach(service.keys.workspace)).toEqual([1, 1])
  const { foreign } = service.demo.otherOrganizationIds
  const outside = await errorOf(client({ apiKey: () => service.keys.user }).workspaces(foreign))
  expect(outside.code).toBe('forbidden')
})

test('a role caps its key: a viewer reads, and what it may not write is forbidden', async () => {
  const { service, scope, client } = await meet()
  const api = client({ apiKey: () => service.keys.readOnly })
  const [result = ''] = service.demo.resultIds
  expect((await api.briefs(scope, result)).length).toBeGreaterThan(0)
  expect((await errorOf(api.createTask(scope, result))).code).toBe('forbidden')
})

test('what the service refuses by part 7 names the parameter', async () => {
  const { api, scope } = await meet()
  const error = await errorOf(api.brands(scope, { ...WEEK, sources: ['ChatGPT', 'Mistral'] }))
  expect(error).toMatchObject({ code: 'validation', status: 422 })
  expect(error.details.map(({ path }) => path)).toEqual(['query.sources.1'])
})

interface Rotated {
  readonly secret: string
}

test('a key that is rotated in the console is picked up without a restart', async () => {
  const { service, client, count } = await meet({}, { tokenLifeSeconds: 100 })
  let key = service.keys.organization
  const api = client({ apiKey: () => key })
  await api.organizations()
  const keys = await send<{ id: string; name: string }[]>(`${service.baseUrl}/control/keys`)
  const id = keys.body.find(({ name }) => name === 'Demo organization key')?.id
  const rotate = { method: 'POST' } as const
  const { body } = await send<Rotated>(`${service.baseUrl}/control/keys/${id}/rotate`, rotate)

  // The token that is out lives on; when it ends, neither refresh nor exchange helps the old key.
  await api.organizations()
  service.clock.advance({ seconds: 101 })
  const refused = await errorOf(api.organizations())
  expect(refused).toMatchObject({ code: 'authentication', status: 401 })
  expect(refused.userMessage).toContain(key.slice(-4))
  expect(refused.userMessage).not.toContain(key.slice(-5))

  key = body.secret
  const exchanges = count(EXCHANGE)
  expect(await api.organizations()).toHaveLength(1)
  expect(count(EXCHANGE)).toBe(exchanges + 1)
})

test('a token is refreshed ahead of its end, and exchanged anew when it is past it', async () => {
  const { api, service, count } = await meet({}, { tokenLifeSeconds: 100 })
  await api.organizations()
  service.clock.advance({ seconds: 70 })
  await api.organizations()
  expect([count(EXCHANGE), count(REFRESH)]).toEqual([1, 0])
  // The last fifth of its life: refreshed while it is still good.
  service.clock.advance({ seconds: 12 })
  await api.organizations()
  expect([count(EXCHANGE), count(REFRESH)]).toEqual([1, 1])
  service.clock.advance({ hours: 1 })
  await api.organizations()
  expect([count(EXCHANGE), count(REFRESH)]).toEqual([2, 2])
  expect(
    service
      .requests()
      .filter(({ status }) => status === 401)
      .map(({ route }) => route),
  ).toEqual([REFRESH])
})

test('authenticate tells a wrong key, and the key itself is no bearer', async () => {
  const { service, client } = await meet()
  await client().authenticate()
  const wrong = client({ apiKey: () => 'sk-sandbox-nobody-has-this-one' })
  expect(await errorOf(wrong.authenticate())).toMatchObject({ code: 'authentication', route: EXCHANGE })
  const raw = await send(`${service.baseUrl}/v1/organizations`, { token: service.keys.user })
  expect(raw.status).toBe(401)
})

test('both sides know the same values of every enumeration', async () => {
  const { service } = await meet()
  const { components, ...description } = await describedBy(service)
  const operations = operationsOf({ components, ...description })
  const brands = operations.find(({ operationId }) => operationId === 'list_competitor_brands')
  const query = (name: string) => brands?.parameters?.find((parameter) => parameter.name === name)?.schema
  const field = (schema: string, name: string) => components.schemas[schema]?.properties?.[name]
  const both = [
    [query('sources'), SOURCES],
    [field('InsightsFilters', 'sources'), SOURCES],
    [field('InsightsFilters', 'countries'), COUNTRIES],
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

/** The values of an enumeration, wherever in its schema they stand. */
function valuesOf(schema: Schema | undefined): readonly string[] {
  const inner = [schema?.items, ...(schema?.anyOf ?? [])].flatMap((one) => one ?? [])
  return schema?.enum ?? inner.flatMap((one) => valuesOf(one))
}
