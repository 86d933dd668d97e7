import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  MAX_RETRIES,
  parseRetryAfter,
  RETRY_AFTER_BOUND_MS,
  type RetryCause,
  retryDelay,
} from '../../src/api/requests.ts'
import {
  ANALYSIS,
  answering,
  BRANDS_PATH,
  clientOf,
  errorOf,
  startService,
  testClock,
  WEEK,
  WORKSPACE,
} from './support.ts'

const cause: fc.Arbitrary<RetryCause> = fc.oneof(
  fc.constantFrom<RetryCause>('connect', 'reset', 'timeout', 'other'),
  fc.integer({ min: 300, max: 599 }).map((status) => ({ status })),
)
const question = fc.record({
  repeatable: fc.boolean(),
  retries: fc.nat(6),
  cause,
  retryAfterMs: fc.option(fc.nat(60_000)),
  remainingMs: fc.integer({ min: -1_000, max: 60_000 }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})

test('no delay is given for requests that may not be repeated, have no retries left, or would pass the deadline', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const delay = retryDelay(asked)
      if (delay === null) return
      expect(asked.repeatable).toBe(true)
      expect(asked.retries).toBeLessThan(MAX_RETRIES)
      expect(asked.cause).not.toBe('other')
      if (typeof asked.cause === 'object') expect([429, 502, 503, 504]).toContain(asked.cause.status)
      expect(delay).toBeGreaterThanOrEqual(asked.retryAfterMs ?? 0)
      expect(delay).toBeLessThan(asked.remainingMs)
      expect(delay).toBeLessThanOrEqual(RETRY_AFTER_BOUND_MS + 4_000)
    }),
  )
})

test('the jitter is full: from zero to a limit that doubles each time', () => {
  const base = { repeatable: true, cause: 'reset', retryAfterMs: null, remainingMs: 60_000 } as const
  expect(retryDelay({ ...base, retries: 0, random: 0 })).toBe(0)
  expect([0, 1, 2].map((retries) => retryDelay({ ...base, retries, random: 0.5 }))).toEqual([100, 200, 400])
})

test('a service that wants a longer pause than the limit is not waited for', () => {
  const base = { repeatable: true, retries: 0, cause: { status: 429 }, remainingMs: 60_000, random: 0 }
  expect(retryDelay({ ...base, retryAfterMs: RETRY_AFTER_BOUND_MS })).toBe(RETRY_AFTER_BOUND_MS)
  expect(retryDelay({ ...base, retryAfterMs: RETRY_AFTER_BOUND_MS + 1 })).toBeNull()
})

test.each([
  ['3', 3_000],
  [' 0 ', 0],
  ['Thu, 15 Jan 2026 12:00:07 GMT', 7_000],
  ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['-1', null],
  ['1.5', null],
  ['99999999999999', null],
  ['2026', 2_026_000],
  ['Nonsense, GMT', null],
  [null, null],
])('Retry-After %j means %j ms', (header, expected) => {
  expect(parseRetryAfter(header, Temporal.Instant.from('2026-01-15T12:00:00Z'))).toBe(expected)
})

test.each([429, 502, 503, 504])('a GET answered %i is repeated at most 3 times', async (status) => {
  const { service } = await answering({}, status)
  const clock = testClock()
  const error = await errorOf(clientOf(service, { clock }).organizations())
  expect(error).toMatchObject({ code: status === 429 ? 'rate_limited' : 'unavailable', retryable: true })
  expect(service.count('/v1/organizations')).toBe(4)
  expect(clock.slept).toEqual([100, 200, 400])
})

test('a GET whose connection was reset is repeated, even in the middle of a body', async () => {
  const service = await startService(({ request, response, json, reset }) => {
    if (request.method !== 'GET') return
    const turn = service.count('/v1/organizations')
    if (turn === 1) reset()
    else if (turn === 2) {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('[{"id":', reset)
    } else json([{ id: 'o', name: 'O' }])
  })
  expect(await clientOf(service).organizations()).toEqual([{ id: 'o', name: 'O' }])
  expect(service.count('/v1/organizations')).toBe(3)
})

test('Retry-After is waited for, or reported if it is too long', async () => {
  let pause = '2'
  const service = await startService(({ request, json }) => {
    if (request.method !== 'GET') return
    if (service.count('/v1/organizations') === 1 || pause === '5400') json({}, 429, { 'retry-after': pause })
    else json([])
  })
  const clock = testClock()
  const api = clientOf(service, { clock })
  expect(await api.organizations()).toEqual([])
  expect(clock.slept).toEqual([2_100])
  pause = '5400'
  const error = await errorOf(api.organizations())
  expect(error.code).toBe('rate_limited')
  expect(error.retryAt?.since(clock.now()).total('minutes')).toBe(90)
  expect(error.userMessage).toContain('90 minutes')
  expect(clock.slept).toHaveLength(1)
})

test('retries end at the deadline', async () => {
  const { service } = await answering({}, 503, { 'retry-after': '2' })
  const clock = testClock()
  await errorOf(clientOf(service, { clock, deadlineMs: 5_000 }).brands(ANALYSIS, WEEK))
  expect(clock.slept).toEqual([2_100, 2_200])
  expect(service.count(BRANDS_PATH)).toBe(3)
})

test('a POST is never repeated automatically', async () => {
  const service = await startService(({ request, json }) => {
    if (!request.path.startsWith('/v1/auth')) json({}, 429)
  })
  const error = await errorOf(clientOf(service).createTask(WORKSPACE, 'result-1'))
  expect(error).toMatchObject({ code: 'rate_limited', status: 429 })
  expect(service.received.filter(({ method }) => method === 'POST')).toHaveLength(2)
})
