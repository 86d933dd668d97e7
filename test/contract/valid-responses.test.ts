/** Any response that is valid by the service's description can be read by the client and shown to a person. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startService } from '../../sandbox/service/index.ts'
import { type AnalyticsApi, createAnalyticsApi } from '../../src/api/index.ts'
import { redditAnswer } from '../../src/blocks/reddit/reddit.ts'
import { actionsAnswer } from '../../src/blocks/tasks/actions.ts'
import { briefModal } from '../../src/blocks/tasks/brief.ts'
import { visibilityAnswer } from '../../src/blocks/visibility/visibility.ts'
import { loadReddit } from '../../src/insights/reddit.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import type { Message } from '../../src/model/message.ts'
import { lastComplete } from '../../src/model/period.ts'
import { loadRecommendations } from '../../src/tasks/recommendations.ts'
import { doneOf, testClock } from '../api/support.ts'
import { validateMessage, validateView } from '../blocks/validate.ts'
import { isThorough } from '../properties/thorough.ts'
import { answerFor } from './from-schema.ts'
import { answerOf, type Description, describedBy, operationsOf } from './support.ts'

const scope = { organizationId: 'org', workspaceId: 'ws', projectId: 'project' }
const period = lastComplete('week', Temporal.Instant.from('2026-06-17T09:30:00Z'), 'Europe/Paris')
const options = { shareable: true, command: 'visibility last week', byEngine: 'engines last week' }

let description: Description
beforeAll(async () => {
  const service = await startService()
  description = await describedBy(service)
  await service.stop()
})

/** The bare server's answers, by the end of the path; an empty page for others. */
const answers = new Map<string, string>()
const EMPTY = JSON.stringify({ data: [], pagination: { page: 2, page_size: 100, total: 0 } })
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://service')
  const name = url.pathname.split('/').at(-1) ?? ''
  const isFurtherPage = (url.searchParams.get('page') ?? '1') !== '1'
  response.setHeader('content-type', 'application/json')
  if (name === 'token') response.end('{"token":"t"}')
  else response.end(isFurtherPage ? EMPTY : (answers.get(name) ?? EMPTY))
})
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

function client(): AnalyticsApi {
  const api = createAnalyticsApi({
    baseUrl: url,
    searchBaseUrl: url,
    apiKey: () => 'sk-of-this-test-0000',
    clock: testClock(),
    cacheSeconds: 0,
  })
  onTestFinished(() => api.close())
  return api
}

/** A valid response of the operation, as JSON text. */
function answerTo(operationId: string): fc.Arbitrary<string> {
  const operation = operationsOf(description).find((one) => one.operationId === operationId)
  if (operation === undefined) throw new Error(`no operation ${operationId}`)
  return answerFor(answerOf(operation), description).map((value) => JSON.stringify(value))
}

interface Asked {
  /** The end of the path. */
  readonly end: string
  readonly ask: (api: AnalyticsApi) => Promise<unknown>
  /** The field of the response that the client unwraps. */
  readonly field?: string
}

const METHODS: Readonly<Record<string, Asked>> = {
  list_organizations: { end: 'organizations', ask: (api) => api.organizations() },
  list_workspaces: { end: 'workspaces', ask: (api) => api.workspaces('org') },
  list_collects: { end: 'collects', ask: (api) => api.collects(scope) },
  list_competitor_brands: {
    end: 'brands',
    ask: (api) => api.brands(scope, { date_start: '2026-06-08' }),
  },
  get_insights_filters: { end: 'filters', ask: (api) => api.insightsFilters(scope) },
  list_reddit_summaries: { end: 'summaries', ask: (api) => api.redditSummaries(scope, []) },
  list_recommended_action_briefs: { end: 'briefs', ask: (api) => api.briefs(scope, 'r'), field: 'briefs' },
  retrieve_website_evaluation: { end: 'e', ask: (api) => api.websiteEvaluation(scope, 'e') },
  create_recommended_action_task: { end: 'tasks', ask: (api) => doneOf(api.createTask(scope, 'r')) },
  create_platform_accounts: {
    end: 'platform_accounts',
    ask: (api) =>
      doneOf(api.createPlatformAccounts(scope, [{ id: 'a', platform_integration_id: 'p', name: 'n' }])),
  },
}

/** Token exchange and refresh return nothing to callers. */
test('every operation whose response the client returns is tested', () => {
  const operations = operationsOf(description).filter(({ path }) => !path.startsWith('/v1/auth/'))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(METHODS).toSorted())
})

/** Every value that the client returns was sent, or stands for an omitted field. */
function expectSame(read: unknown, sent: unknown, at: string): void {
  if (sent === undefined) {
    if (Array.isArray(read)) expect(read, at).toEqual([])
    else expect([null, ''], at).toContain(read)
    return
  }
  if (typeof read !== 'object' || read === null) {
    expect(read, at).toBe(sent)
    return
  }
  if (Array.isArray(read)) expect(read, at).toHaveLength((sent as unknown[]).length)
  for (const [name, value] of Object.entries(read)) {
    expectSame(value, Object.getOwnPropertyDescriptor(sent, name)?.value, `${at}.${name}`)
  }
}

test.each(Object.keys(METHODS))('%s: valid responses are read as they were sent', async (operationId) => {
  const { end, ask, field } = METHODS[operationId] as Asked
  const api = client()
  await fc.assert(
    fc.asyncProperty(answerTo(operationId), async (body) => {
      answers.set(end, body)
      const read = await ask(api)
      const sent: unknown = JSON.parse(body)
      expectSame(read, field === undefined ? sent : Reflect.get(sent as object, field), operationId)
    }),
    { numRuns: isThorough ? 80 : 30 },
  )
})

/** Must not contain what a program shows when data is missing. */
function expectPresentable(message: Message): void {
  expect(message.text).toMatch(/\S/)
  expect(JSON.stringify(message)).not.toMatch(/undefined|NaN|Infinity|\[object/)
  expect(validateMessage(message)).toEqual([])
}

test('visibility: any brands and collects become a message that Slack accepts', async () => {
  const api = client()
  const question = fc.record({
    engines: fc.constantFrom([], ['ChatGPT']),
    brands: fc.constantFrom([], ['Northwind', 'Acme']),
  })
  const cases = fc.tuple(answerTo('list_competitor_brands'), answerTo('list_collects'), question)
  await fc.assert(
    fc.asyncProperty(cases, async ([brands, collects, asked]) => {
      answers.set('brands', brands).set('collects', collects)
      const report = await visibilityReport(api, { scope, period, ...asked })
      expectPresentable(visibilityAnswer(report, { ...options, byEngine: 'engines last week' }))
    }),
    { numRuns: isThorough ? 150 : 60, endOnFailure: true },
  )
})

test('reddit: any summaries become a message that Slack accepts', async () => {
  const api = client()
  const memory = fc.constantFrom(
    { seen: null, lastSentiments: new Map() },
    { seen: new Set<string>(), lastSentiments: new Map([['crm', 'mixed']]) },
  )
  await fc.assert(
    fc.asyncProperty(answerTo('list_reddit_summaries'), memory, async (body, remembered) => {
      answers.set('summaries', body)
      for (const asked of [[], ['crm', 'r/SaaS']]) {
        const { news } = await loadReddit(api, scope, asked, remembered)
        expectPresentable(redditAnswer(news, options))
      }
    }),
    { numRuns: isThorough ? 150 : 60, endOnFailure: true },
  )
})

test('briefs: any list becomes a message and a modal that Slack accepts', async () => {
  const api = client()
  const ref = { organizationId: 'org', workspaceId: 'ws', resultId: 'r' }
  await fc.assert(
    fc.asyncProperty(
      answerTo('list_recommended_action_briefs'),
      fc.integer({ min: 1, max: 4 }),
      async (body, page) => {
        answers.set('briefs', body)
        const sections = await loadRecommendations(api, scope, ['r', 's'], () => ({ kind: 'none' }))
        expectPresentable(actionsAnswer(sections, options))
        const [first] = sections
        const briefs = first?.ok ? first.data.briefs : []
        const modal = briefModal(briefs, { ...ref, briefId: null, page })
        expect(JSON.stringify(modal)).not.toMatch(/undefined|NaN|Infinity|\[object/)
        expect(validateView(modal)).toEqual([])
      },
    ),
    { numRuns: isThorough ? 150 : 60, endOnFailure: true },
  )
})

test('a created task: any response leads to messages that Slack accepts', async () => {
  const api = client()
  await fc.assert(
    fc.asyncProperty(answerTo('create_recommended_action_task'), async (body) => {
      answers.set('tasks', body)
      const { id: taskId, name, description } = await doneOf(api.createTask(scope, 'r'))
      const task = {
        kind: 'created',
        taskId,
        name,
        description,
        by: 'U1',
        at: '2026-06-17T09:30:00Z',
      } as const
      const sections = await loadRecommendations(api, scope, ['r'], () => task)
      expectPresentable(actionsAnswer(sections, options))
    }),
    { numRuns: isThorough ? 150 : 60, endOnFailure: true },
  )
})
