/** Every method of the client once against the real service, without faults. */
import { expect, test } from 'vitest'
import { SOURCES } from '../../src/api/index.ts'
import { doneOf, errorOf } from '../api/support.ts'
import { describedBy, operationsOf, startContract } from './support.ts'

/** The Monday of the week before last, seen from the service's day, a Wednesday. */
const WEEK = { date_start: '2026-06-01' }

test('organizations and workspaces', async () => {
  const { api, service } = await startContract({ cacheSeconds: 60 })
  const organizations = await api.organizations()
  expect(organizations).toEqual([{ id: service.demo.organizationId, name: 'Northwind Group' }])
  const workspaces = await api.workspaces(service.demo.organizationId)
  expect(workspaces).toEqual([{ id: service.demo.workspaceId, name: 'Northwind CRM' }])
})

test('collects, with and without paging', async () => {
  const { api, scope } = await startContract()
  const first = await api.collects(scope)
  expect(first.pagination).toEqual({ page: 1, page_size: 20, total: 731 })
  expect(first.data).toHaveLength(20)
  expect(first.data[0]).toEqual({ id: expect.any(String), total: expect.any(Number), date: '2026-06-17' })
  const second = await api.collects(scope, { page: 2, page_size: 10 })
  expect(second.pagination).toEqual({ page: 2, page_size: 10, total: 731 })
  expect(second.data).toEqual(first.data.slice(10))
})

test('brands, without any option: the whole week, most visible first', async () => {
  const { api, scope, service } = await startContract()
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
  const description = await describedBy(service)
  const operation = operationsOf(description).find(
    ({ operationId }) => operationId === 'list_competitor_brands',
  )
  const named = operation?.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  expect(Object.keys({ ...WEEK, ...options }).toSorted()).toEqual(named?.toSorted())
})

test('all brands, with a sign if the limit cut some', async () => {
  const { api, scope } = await startContract()
  const whole = await api.allBrands(scope, WEEK, 500)
  expect(whole).toMatchObject({ total: 12, cut: 0 })
  expect(whole.rows).toEqual((await api.brands(scope, WEEK)).data)
  const some = await api.allBrands(scope, WEEK, 5)
  expect(some).toEqual({ rows: whole.rows.slice(0, 5), total: 12, cut: 7 })
})

test('insights filters', async () => {
  const { api, scope } = await startContract()
  const filters = await api.insightsFilters(scope)
  expect(filters.sources).toEqual([...SOURCES])
  expect(filters.brands).toHaveLength(12)
  expect(filters.countries).toEqual(['CA', 'DE', 'FR', 'GB', 'US'])
  const values = filters.categories.map(({ value }) => value)
  expect(values).toEqual(values.toSorted())
  for (const { color } of filters.categories) expect(color).toMatch(/^#[0-9a-f]{6}$/)
})

test('reddit summaries, of all subreddits and of some', async () => {
  const { api, scope, service } = await startContract()
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
  const { api, scope, service } = await startContract()
  const [result = ''] = service.demo.resultIds
  const before = await api.briefs(scope, result)
  expect(before.length).toBeGreaterThan(0)
  const task = await doneOf(api.createTask(scope, result))
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

test('a website evaluation goes through its states', async () => {
  const { api, scope, service } = await startContract()
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
  const { api, scope } = await startContract()
  const given = [1, 2].map((n) => ({ id: `ext-${n}`, platform_integration_id: `int-${n}`, name: `Ads ${n}` }))
  const created = await doneOf(api.createPlatformAccounts(scope, given))
  expect(created).toHaveLength(2)
  for (const [index, account] of created.entries()) {
    const { id, ...rest } = given[index] ?? { id: '' }
    expect(account).toMatchObject({ ...rest, platform_account_id: id, workspace_id: scope.workspaceId })
    expect(account.created_at).toBe(account.updated_at)
  }
})

test('an error according to part 7 names the rejected parameter', async () => {
  const { api, scope } = await startContract()
  const error = await errorOf(api.brands(scope, { ...WEEK, sources: ['ChatGPT', 'Mistral'] }))
  expect(error).toMatchObject({ code: 'validation', status: 422 })
  expect(error.details.map(({ path }) => path)).toEqual(['query.sources.1'])
})
