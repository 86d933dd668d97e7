import { Agent, request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { frozenClock, opened, tokenFor } from './support.ts'

const BRIEFS = '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{id}/briefs'
const TASKS =
  '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{result_id}/tasks'

const agent = new Agent()
afterAll(() => agent.close())

async function open(fault?: ServiceFault, clock = frozenClock()) {
  const { service, token, at, ask } = await opened({ tokenLifeSeconds: 3600, clock })
  if (fault) service.addFault(fault)
  const result = service.demo.resultIdWithoutBriefs
  return {
    service,
    organizations: () => ask(at.organizations),
    /** For as long as the service lets the caller wait. */
    waiting: () =>
      request(at.organizations, { headers: { authorization: `Bearer ${token}` }, dispatcher: agent }),
    briefs: () => ask<{ briefs: unknown[] }>(at.briefs(result)),
    create: () => ask(at.tasks(result), { method: 'POST' }),
  }
}

test('a fault hits only requests with its route and method', async () => {
  const { service, organizations, briefs, create } = await open({
    route: BRIEFS,
    how: { kind: 'status', status: 503 },
  })
  service.addFault({ method: 'post', how: { kind: 'status', status: 500 } })
  const statuses = [await organizations(), await briefs(), await create()].map(({ status }) => status)
  expect(statuses).toEqual([200, 503, 500])
})

test('rate_limit answers with 429 and Retry-After', async () => {
  const { organizations } = await open({ how: { kind: 'rate_limit', retryAfterSeconds: 7 }, times: 1 })
  const answer = await organizations()
  expect(answer.status).toBe(429)
  expect(answer.headers['retry-after']).toBe('7')
  expect((await organizations()).status).toBe(200)
})

test('token_expired never refuses the exchange for a token', async () => {
  const { service, organizations } = await open({ how: { kind: 'token_expired' }, times: 1 })
  expect(await tokenFor(service, service.keys.user)).toContain('.')
  expect((await organizations()).status).toBe(401)
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

test('bodies can be enlarged, or have extra fields', async () => {
  const { service, organizations } = await open()
  const plain = (await organizations()).body as object[]
  const next = async (how: ServiceFault['how']) => {
    service.addFault({ how, times: 1 })
    return organizations()
  }
  const huge = await next({ kind: 'huge_body', bytes: 1_000_000 })
  expect(huge.text.length).toBe(1_000_000)
  expect(huge.body).toEqual(plain)

  const extra = (await next({ kind: 'extra_fields' })).body as Record<string, unknown>[]
  expect(extra).toMatchObject(plain)
  expect(extra[0]).toHaveProperty('unexpected_field')

  expect((await organizations()).body).toEqual(plain)
})

test('slow_body sends the answer in small pieces', async () => {
  const sleeps: number[] = []
  const clock = { ...frozenClock(), sleep: async (ms: number) => void sleeps.push(ms) }
  const { service, organizations } = await open(undefined, clock)
  const { body } = await organizations()
  service.addFault({ how: { kind: 'slow_body', bytesPerSecond: 1000 }, times: 1 })
  const slow = await organizations()
  expect(slow.body).toEqual(body)
  expect(new Set(sleeps)).toEqual(new Set([100]))
  expect(sleeps).toHaveLength(Math.ceil(slow.text.length / 100))
})

test('a stalled request is never answered; stopping ends it and slow bodies', async () => {
  const { service, waiting } = await open({ how: { kind: 'stall' }, times: 1 })
  const ended = expect(waiting()).rejects.toThrow()
  await expect.poll(() => service.requests().length).toBe(2)
  service.addFault({ how: { kind: 'slow_body', bytesPerSecond: 10 }, times: 1 })
  const cut = expect((await waiting()).body.text()).rejects.toThrow()
  service.addFault({ how: { kind: 'latency', ms: 600_000 }, times: 1 })
  const dropped = expect(waiting()).rejects.toThrow()
  await expect.poll(() => service.requests().length).toBe(4)
  // The latency by itself would outlast the test.
  await service.stop()
  await Promise.all([ended, cut, dropped])
  expect(service.requests()[1]?.status).toBe(0)
})
