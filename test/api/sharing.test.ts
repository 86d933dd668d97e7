import { expect, test, vi } from 'vitest'
import {
  ANALYSIS,
  answeringText,
  BRANDS_PATH,
  brandsPage,
  clientOf,
  errorOf,
  startService,
  testClock,
  WEEK,
  WORKSPACE,
} from './support.ts'

const ORGANIZATIONS = '/v1/organizations'

/** A service that counts requests, and answers each list of organizations with that count. */
async function countingService() {
  const service = await startService(({ request, json }) => {
    if (request.path === ORGANIZATIONS) json([{ id: `answer-${service.count(ORGANIZATIONS)}`, name: 'N' }])
    if (request.path === BRANDS_PATH) json(brandsPage(['Acme']))
  })
  return service
}

test('a thousand callers with the same request cost one call', async () => {
  const service = await countingService()
  const api = clientOf(service)
  const answers = await Promise.all(Array.from({ length: 1000 }, () => api.brands(ANALYSIS, WEEK)))
  expect(service.count(BRANDS_PATH)).toBe(1)
  expect(answers.every(({ data }) => data[0]?.brand === 'Acme')).toBe(true)
})

test('without a cache the next request is sent again; another query is another request', async () => {
  const service = await countingService()
  const api = clientOf(service)
  await api.brands(ANALYSIS, WEEK)
  await api.brands(ANALYSIS, WEEK)
  await Promise.all([api.brands(ANALYSIS, { ...WEEK, page: 2 }), api.brands(ANALYSIS, { ...WEEK, page: 3 })])
  expect(service.count(BRANDS_PATH)).toBe(4)
})

test('an answer is reused for 60 seconds by default, and not a moment longer', async () => {
  const service = await countingService()
  const clock = testClock()
  const api = clientOf(service, { clock, cacheSeconds: undefined as unknown as number })
  const first = await api.organizations()
  clock.advance(59_999)
  expect(await api.organizations()).toBe(first)
  clock.advance(1)
  expect(await api.organizations()).toMatchObject([{ id: 'answer-2' }])
})

test('fresh skips the cache and earlier requests, and renews the cache for others', async () => {
  let answerFirst = () => {}
  const service = await startService(({ request, json }) => {
    if (request.path !== ORGANIZATIONS) return
    const number = service.count(ORGANIZATIONS)
    const answer = () => json([{ id: `answer-${number}`, name: 'N' }])
    if (number > 1) answer()
    else answerFirst = answer
  })
  const api = clientOf(service, { cacheSeconds: 60 })
  const earlier = api.organizations()
  await vi.waitFor(() => expect(service.count(ORGANIZATIONS)).toBe(1))
  expect(await api.organizations({ fresh: true })).toMatchObject([{ id: 'answer-2' }])
  answerFirst()
  expect(await earlier).toMatchObject([{ id: 'answer-1' }])
  expect(await api.organizations()).toMatchObject([{ id: 'answer-2' }])
  expect(await api.organizations({ fresh: true })).toMatchObject([{ id: 'answer-3' }])
})

test('errors are not cached', async () => {
  const service = await startService(({ request, json }) => {
    if (request.path !== ORGANIZATIONS) return
    if (service.count(ORGANIZATIONS) === 1) json({}, 404)
    else json([])
  })
  const api = clientOf(service, { cacheSeconds: 60 })
  expect((await errorOf(api.organizations())).code).toBe('not_found')
  expect(await api.organizations()).toEqual([])
})

test('a caller can’t change a cached or shared answer', async () => {
  const service = await countingService()
  const caching = clientOf(service, { cacheSeconds: 60 })
  const plain = clientOf(service)
  const cached = await caching.brands(ANALYSIS, WEEK)
  const [shared] = await Promise.all([plain.brands(ANALYSIS, WEEK), plain.brands(ANALYSIS, WEEK)])
  for (const answer of [cached, shared]) {
    expect(() => Object.assign(answer.data[0] ?? {}, { brand: 'Mine' })).toThrow(TypeError)
    expect(() => Object.assign(answer.data[0]?.avg_ranking ?? {}, { value: 1 })).toThrow(TypeError)
    expect(() => Object.assign(answer.data, { length: 0 })).toThrow(TypeError)
  }
})

test('deeply nested themes are frozen too, at any depth', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const { api } = await answeringText(`[{"id":"r","key_themes":${deep}}]`, { cacheSeconds: 60 })
  const [summary] = await api.redditSummaries(WORKSPACE, [])
  expect(Object.isFrozen(summary?.key_themes)).toBe(true)
})
