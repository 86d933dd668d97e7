/** The real client with every fault of the real service: which error, how many requests, which effect. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { ServiceFault } from '../../sandbox/service/model.ts'
import type { AnalyticsApiOptions, ApiError } from '../../src/api/index.ts'
import { doneOf, errorOf, unknownOf } from '../api/support.ts'
import { BRIEFS, EXCHANGE, REFRESH, startContract, TASKS } from './support.ts'

type How = ServiceFault['how']
type Kind = How['kind']

/** What a caller gets: a value, or an error with these fields. An unknown outcome of a POST also counts as an error. */
type Seen = 'value' | Partial<Pick<ApiError, 'code' | 'status' | 'retryable' | 'field'>>

interface Case<H extends How = How> {
  readonly how: H
  /** Omitted: the fault stays. */
  readonly times?: number
  readonly client?: Partial<AnalyticsApiOptions>
  /** The result of a read, and how many requests arrived. */
  readonly get: readonly [Seen, requests: number]
  /** The result of creating a task, how many requests arrived, and how many tasks exist afterwards. */
  readonly post: readonly [Seen, requests: number, effects: number]
}

const unavailable = { code: 'unavailable', retryable: true } as const
const timeout = { code: 'timeout', status: null, retryable: true } as const
const unknown = { code: 'outcome_unknown', retryable: false } as const

/** The type makes this complete: a kind of fault without a case does not compile. */
const CASES: { readonly [K in Kind]: Readonly<Record<string, Case<Extract<How, { kind: K }>>>> } = {
  latency: {
    'within the time-out': {
      how: { kind: 'latency', ms: 30 },
      get: ['value', 1],
      post: ['value', 1, 1],
    },
    'beyond the time-out': {
      how: { kind: 'latency', ms: 60_000 },
      times: 1,
      client: { headersTimeoutMs: 400 },
      get: ['value', 2],
      post: [{ ...unknown, status: null }, 1, 0],
    },
  },
  stall: {
    'until the time-out for headers': {
      how: { kind: 'stall' },
      client: { headersTimeoutMs: 400 },
      get: [timeout, 4],
      post: [{ ...unknown, status: null }, 1, 0],
    },
    'until the deadline': {
      how: { kind: 'stall' },
      client: { deadlineMs: 2_000 },
      get: [timeout, 1],
      post: [{ ...unknown, status: null }, 1, 0],
    },
  },
  status: {
    '503 once': {
      how: { kind: 'status', status: 503 },
      times: 1,
      get: ['value', 2],
      post: [{ ...unknown, status: 503 }, 1, 0],
    },
    '502 and no end': {
      how: { kind: 'status', status: 502 },
      get: [{ ...unavailable, status: 502 }, 4],
      post: [{ ...unknown, status: 502 }, 1, 0],
    },
    500: {
      how: { kind: 'status', status: 500 },
      get: [{ ...unavailable, status: 500 }, 1],
      post: [{ ...unknown, status: 500 }, 1, 0],
    },
    403: {
      how: { kind: 'status', status: 403 },
      get: [{ code: 'forbidden', status: 403, retryable: false }, 1],
      post: [{ code: 'forbidden', status: 403, retryable: false }, 1, 0],
    },
    404: {
      how: { kind: 'status', status: 404 },
      get: [{ code: 'not_found', status: 404, retryable: false }, 1],
      post: [{ code: 'not_found', status: 404, retryable: false }, 1, 0],
    },
    '409 with another body': {
      how: { kind: 'status', status: 409, body: ['no', { detail: 'of ours' }] },
      get: [{ code: 'validation', status: 409, retryable: false }, 1],
      post: [{ code: 'validation', status: 409, retryable: false }, 1, 0],
    },
    '200 with nothing of what is promised': {
      how: { kind: 'status', status: 200, body: {} },
      get: [{ code: 'bad_response', field: 'briefs' }, 1],
      post: [{ ...unknown, field: 'id' }, 1, 0],
    },
  },
  rate_limit: {
    'for two seconds': {
      how: { kind: 'rate_limit', retryAfterSeconds: 2 },
      times: 1,
      get: ['value', 2],
      post: [{ code: 'rate_limited', status: 429, retryable: true }, 1, 0],
    },
    'for longer than anybody waits': {
      how: { kind: 'rate_limit', retryAfterSeconds: 20 },
      get: [{ code: 'rate_limited', status: 429, retryable: true }, 1],
      post: [{ code: 'rate_limited', status: 429, retryable: true }, 1, 0],
    },
  },
  reset: {
    'once, before the effect': {
      how: { kind: 'reset', when: 'before_effect' },
      times: 1,
      get: ['value', 2],
      post: [{ ...unknown, status: null }, 1, 0],
    },
    'once, after the effect': {
      how: { kind: 'reset', when: 'after_effect' },
      times: 1,
      get: ['value', 2],
      post: [{ ...unknown, status: null }, 1, 1],
    },
    'each time': {
      how: { kind: 'reset', when: 'after_effect' },
      get: [unavailable, 4],
      post: [{ ...unknown, status: null }, 1, 1],
    },
  },
  slow_body: {
    'that arrives in time': {
      how: { kind: 'slow_body', bytesPerSecond: 100_000 },
      get: ['value', 1],
      post: ['value', 1, 1],
    },
    'with pauses beyond the time-out': {
      how: { kind: 'slow_body', bytesPerSecond: 1 },
      times: 1,
      client: { bodyTimeoutMs: 400 },
      get: ['value', 2],
      post: [{ ...unknown, status: 201 }, 1, 1],
    },
    'that trickles past the deadline': {
      how: { kind: 'slow_body', bytesPerSecond: 50 },
      client: { deadlineMs: 2_000 },
      get: [timeout, 1],
      post: [{ ...unknown, status: 201 }, 1, 1],
    },
  },
  broken_json: {
    'is no answer': {
      how: { kind: 'broken_json' },
      get: [{ code: 'bad_response', status: 200, field: '', retryable: false }, 1],
      post: [{ ...unknown, status: 201, field: '' }, 1, 1],
    },
  },
  huge_body: {
    'of more than 10 MB': {
      how: { kind: 'huge_body', bytes: 12_000_000 },
      get: [{ code: 'bad_response', status: 200, field: '', retryable: false }, 1],
      post: [{ ...unknown, status: 201 }, 1, 1],
    },
    'of just less': {
      how: { kind: 'huge_body', bytes: 9_900_000 },
      get: ['value', 1],
      post: ['value', 1, 1],
    },
  },
  extra_fields: {
    'everywhere do no harm': {
      how: { kind: 'extra_fields' },
      get: ['value', 1],
      post: ['value', 1, 1],
    },
  },
  missing_field: {
    'that the answer stands on': {
      how: { kind: 'missing_field', field: 'briefs' },
      get: [{ code: 'bad_response', status: 200, field: 'briefs' }, 1],
      post: ['value', 1, 1],
    },
    'that the rest can do without': {
      how: { kind: 'missing_field', field: 'created_at' },
      get: ['value', 1],
      post: ['value', 1, 1],
    },
    'that names the thing': {
      how: { kind: 'missing_field', field: 'id' },
      get: [{ code: 'bad_response', status: 200, field: 'briefs.0.id' }, 1],
      post: [{ ...unknown, status: 201, field: 'id' }, 1, 1],
    },
  },
  token_expired: {
    once: {
      how: { kind: 'token_expired' },
      times: 1,
      get: ['value', 2],
      // The 401 says that nothing was done, so this is the only case where a POST is sent twice.
      post: ['value', 2, 1],
    },
    'each time': {
      how: { kind: 'token_expired' },
      get: [{ code: 'authentication', status: 401, retryable: false }, 2],
      post: [{ code: 'authentication', status: 401, retryable: false }, 2, 0],
    },
  },
}

const all = Object.entries<Readonly<Record<string, Case>>>(CASES).flatMap(([kind, cases]) =>
  Object.entries(cases).map(([name, one]) => [`${kind}, ${name}`, one] as const),
)

/** A service with that fault on one route. The client gets its token first. */
async function faulty(route: string, { how, times, client }: Pick<Case, 'how' | 'times' | 'client'>) {
  const connection = await startContract(client)
  await connection.api.authenticate()
  connection.service.addFault({ route, how, ...(times === undefined ? {} : { times }) })
  return connection
}

function expectError(error: ApiError, expected: Exclude<Seen, 'value'>): void {
  expect(error).toMatchObject(expected)
  expect(error.userMessage).toMatch(/^[A-Z].{30,240}\.$/)
  expect(error.userMessage).not.toMatch(/undefined|null|NaN|\[object/)
  // Neither the key nor a token, however the error is printed.
  expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/sk-sandbox|eyJ/)
}

test.each(all)('a GET meets %s', async (_name, one) => {
  const { api, scope, service, count } = await faulty(BRIEFS, one)
  const [expected, requests] = one.get
  const call = api.briefs(scope, service.demo.resultIds[0] ?? '')
  if (expected === 'value') expect(await call).toBeTypeOf('object')
  else expectError(await errorOf(call), expected)
  expect(count(BRIEFS)).toBe(requests)
})

test.each(all)('a POST meets %s', async (_name, one) => {
  const { api, scope, service, count, client } = await faulty(TASKS, one)
  const [expected, requests, effects] = one.post
  const result = service.demo.resultIdWithoutBriefs
  const call = api.createTask(scope, result)
  if (expected === 'value') expect(await doneOf(call)).toBeTypeOf('object')
  else expectError(await (expected.code === 'outcome_unknown' ? unknownOf : errorOf)(call), expected)
  expect(count(TASKS)).toBe(requests)
  // Each task's brief appears a minute later, so the effects can be counted from outside.
  service.clearFaults()
  service.clock.advance({ minutes: 2 })
  expect(await client().briefs(scope, result)).toHaveLength(effects)
})

test('Retry-After is honoured to the second, then with jitter', async () => {
  const { api, scope, service, slept } = await faulty(BRIEFS, {
    how: { kind: 'rate_limit', retryAfterSeconds: 2 },
    times: 1,
  })
  await api.briefs(scope, service.demo.resultIds[0] ?? '')
  expect(slept).toEqual([2100])
})

test('a pause beyond the limit is reported instead of waited for', async () => {
  const how = { kind: 'rate_limit', retryAfterSeconds: 20 } as const
  const { api, scope, service, slept } = await faulty(BRIEFS, { how })
  const now = service.clock.now()
  const error = await errorOf(api.briefs(scope, service.demo.resultIds[0] ?? ''))
  expect(slept).toEqual([])
  expect(error.retryAt?.toString()).toBe(now.add({ seconds: 20 }).toString())
  expect(error.userMessage).toContain('20 seconds')
})

test('an expired token is renewed once for all callers who wait', async () => {
  const { api, scope, service, count } = await startContract()
  await api.authenticate()
  service.addFault({ route: BRIEFS, times: 5, how: { kind: 'token_expired' } })
  const calls = service.demo.resultIds.map((id) => api.briefs(scope, id))
  for (const briefs of await Promise.all(calls)) expect(briefs.length).toBeGreaterThan(0)
  expect(service.demo.resultIds).toHaveLength(5)
  expect([count(REFRESH), count(EXCHANGE), count(BRIEFS)]).toEqual([1, 1, 10])
})

test('extra fields do not change what the client returns', async () => {
  const { api, scope, service } = await startContract()
  const [result = ''] = service.demo.resultIds
  const ask = () =>
    Promise.all([
      api.organizations(),
      api.workspaces(scope.organizationId),
      api.collects(scope),
      api.brands(scope, { date_start: '2026-06-08' }),
      api.insightsFilters(scope),
      // Without key_themes, whose objects may hold anything.
      api.redditSummaries(scope, []).then((list) => list.map(({ key_themes: _, ...rest }) => rest)),
      api.briefs(scope, result),
      api.websiteEvaluation(scope, service.demo.evaluationId),
    ])
  const plain = await ask()
  service.addFault({ how: { kind: 'extra_fields' } })
  expect(await ask()).toEqual(plain)
})

test('a key exchange is retried where a POST is not, and a broken refresh leads to an exchange', async () => {
  const { api, service, count } = await startContract({}, { tokenLifeSeconds: 100 })
  service.addFault({ route: EXCHANGE, times: 2, how: { kind: 'reset', when: 'after_effect' } })
  await api.organizations()
  expect(count(EXCHANGE)).toBe(3)
  service.addFault({ route: REFRESH, times: 1, how: { kind: 'missing_field', field: 'token' } })
  service.clock.advance({ seconds: 90 })
  await api.organizations()
  expect([count(REFRESH), count(EXCHANGE)]).toEqual([1, 4])
})
