import { Agent, request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { frozenClock, opened, paths, send, tokenFor } from './support.ts'

const BRIEFS = '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{id}/briefs'
const TASKS =
  '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{result_id}/tasks'

const agent = new Agent()
afterAll(() => agent.close())

/** A clock that sleeps at once, and for how long. */
function sleepless() {
  const sleeps: number[] = []
  return { sleeps, clock: { ...frozenClock(), sleep: async (ms: number) => void sleeps.push(ms) } }
}

async function open(fault?: ServiceFault, clock = frozenClock()) {
  const { service, token } = await opened({ tokenLifeSeconds: 3600, clock })
  if (fault) service.addFault(fault)
  const result = service.demo.resultIdWithoutBriefs
  return {
    service,
    token,
    result,
    organizations: () => send(paths(service).organizations, { token }),
    briefs: () => send<{ briefs: unknown[] }>(paths(service).briefs(result), { token }),
    create: () => send(paths(service).tasks(result), { token, method: 'POST' }),
  }
}

test('a fault hits requests with its route and method, the given number of times', async () => {
  const { organizations, briefs } = await open({
    route: BRIEFS,
    method: 'GET',
    times: 2,
    how: { kind: 'status', status: 503 },
  })
  expect((await organizations()).status).toBe(200)
  expect((await briefs()).status).toBe(503)
  expect((await briefs()).status).toBe(503)
  expect((await briefs()).status).toBe(200)
})

test('without times, a fault stays until it is cleared; other methods are not affected', async () => {
  const { service, briefs, create, organizations } = await open({
    method: 'get',
    how: { kind: 'status', status: 500, body: { oops: true } },
  })
  expect((await create()).status).toBe(201)
  for (let i = 0; i < 3; i++) {
    expect(await briefs()).toMatchObject({ status: 500, body: { oops: true } })
    expect((await organizations()).status).toBe(500)
  }
  service.clearFaults()
  expect((await briefs()).status).toBe(200)
})

test('rate_limit answers with 429 and Retry-After', async () => {
  const { organizations } = await open({ how: { kind: 'rate_limit', retryAfterSeconds: 7 }, times: 1 })
  const answer = await organizations()
  expect(answer.status).toBe(429)
  expect(answer.headers['retry-after']).toBe('7')
  expect((await organizations()).status).toBe(200)
})

test('token_expired refuses a valid token once, and never the exchange for a token', async () => {
  const { service, organizations } = await open({ how: { kind: 'token_expired' }, times: 1 })
  expect(await tokenFor(service, service.keys.user)).toContain('.')
  expect((await organizations()).status).toBe(401)
  expect((await organizations()).status).toBe(200)
})

test('latency delays the answer', async () => {
  const { clock, sleeps } = sleepless()
  const { organizations } = await open({ how: { kind: 'latency', ms: 120 }, times: 1 }, clock)
  expect((await organizations()).status).toBe(200)
  expect(sleeps).toEqual([120])
})

test.for([
  ['before_effect', 'changes nothing', 0],
  ['after_effect', 'has done the work anyway', 1],
] as const)('a reset %s %s', async ([when, , briefsAfterwards]) => {
  const { service, briefs, create } = await open({ route: TASKS, times: 1, how: { kind: 'reset', when } })
  await expect(create()).rejects.toThrow()
  service.clock.advance({ minutes: 2 })
  expect((await briefs()).body.briefs).toHaveLength(briefsAfterwards)
  expect(service.requests().find(({ route }) => route === TASKS)).toMatchObject({ method: 'POST', status: 0 })
})

test('bodies can be broken or enlarged, or have extra or missing fields', async () => {
  const { service, organizations } = await open()
  const plain = (await organizations()).body as { id: string; name: string }[]
  const next = async (how: ServiceFault['how']) => {
    service.addFault({ how, times: 1 })
    return organizations()
  }
  const broken = await next({ kind: 'broken_json' })
  expect(broken.status).toBe(200)
  expect(broken.body).toBe(broken.text)

  const huge = await next({ kind: 'huge_body', bytes: 1_000_000 })
  expect(huge.text.length).toBe(1_000_000)
  expect(huge.body).toEqual(plain)

  const extra = (await next({ kind: 'extra_fields' })).body as Record<string, unknown>[]
  expect(extra).toMatchObject(plain)
  expect(extra[0]).toHaveProperty('unexpected_field')

  const fewer = (await next({ kind: 'missing_field', field: 'name' })).body as Record<string, unknown>[]
  expect(fewer[0]).not.toHaveProperty('name')
  expect(fewer[0]?.id).toBe(plain[0]?.id)
  expect((await organizations()).body).toEqual(plain)
})

test('slow_body sends the answer in small pieces', async () => {
  const { clock, sleeps } = sleepless()
  const { service, token } = await open(undefined, clock)
  const { body } = await send<unknown[]>(paths(service).organizations, { token })
  service.addFault({ how: { kind: 'slow_body', bytesPerSecond: 1000 }, times: 1 })
  const slow = await send(paths(service).organizations, { token })
  expect(slow.body).toEqual(body)
  expect(new Set(sleeps)).toEqual(new Set([100]))
  expect(sleeps).toHaveLength(Math.ceil(slow.text.length / 100))
})

test('a stalled request is never answered; stopping ends it and slow bodies', async () => {
  const { service, token } = await open({ how: { kind: 'stall' }, times: 1 })
  const url = paths(service).organizations
  const stalled = request(url, { headers: { authorization: `Bearer ${token}` }, dispatcher: agent })
  const ended = expect(stalled).rejects.toThrow()
  await expect.poll(() => service.requests().length).toBe(2)
  service.addFault({ how: { kind: 'slow_body', bytesPerSecond: 10 }, times: 1 })
  const slow = await request(url, { headers: { authorization: `Bearer ${token}` }, dispatcher: agent })
  const cut = expect(slow.body.text()).rejects.toThrow()
  service.addFault({ how: { kind: 'latency', ms: 600_000 }, times: 1 })
  const late = request(url, { headers: { authorization: `Bearer ${token}` }, dispatcher: agent })
  const dropped = expect(late).rejects.toThrow()
  await expect.poll(() => service.requests().length).toBe(4)
  // The latency by itself would outlast the test.
  await service.stop()
  await Promise.all([ended, cut, dropped])
  expect(service.requests()[1]?.status).toBe(0)
})
