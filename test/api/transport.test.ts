import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createAnalyticsApi, type RequestEvent } from '../../src/api/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import {
  answering,
  answeringText,
  clientOf,
  errorOf,
  KEY,
  startService,
  testClock,
  WORKSPACE,
} from './support.ts'

test('each base URL keeps its prefix, and both share a pool on one origin', async () => {
  const service = await startService(({ request, json }) => {
    if (request.path === '/core/v1/auth/token') json({ token: 't' })
    else if (request.method === 'GET') json({ sources: [], brands: [], countries: [], categories: [] })
    return true
  })
  const api = clientOf(service, { baseUrl: `${service.url}/core/`, searchBaseUrl: `${service.url}/search` })
  await api.insightsFilters(WORKSPACE)
  expect(service.received.map(({ path }) => path)).toEqual([
    '/core/v1/auth/token',
    '/search/v1/organizations/org-1/workspaces/ws-1/search/insights/filters',
  ])
})

test.each(['', 'localhost:80', 'ftp://host', 'http://user:pass@host', 'http://host/?a=1'])(
  'an invalid base URL is refused at once, without repeating it: %s',
  (baseUrl) => {
    const make = () =>
      createAnalyticsApi({ baseUrl, searchBaseUrl: baseUrl, apiKey: () => KEY, clock: testClock() })
    expect(make).toThrow(TypeError)
    expect(make).not.toThrow('pass')
  },
)

test('a response over the limit is refused while it streams', async () => {
  let closed = false
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const service = await startService(({ request, response }) => {
    if (request.method !== 'GET') return
    response.on('close', () => {
      closed = true
    })
    const more = () => {
      while (!closed && response.write(chunk)) {}
    }
    response.on('drain', more)
    more()
  })
  const error = await errorOf(clientOf(service, { maxResponseBytes: 1_000_000 }).organizations())
  expect(error).toMatchObject({ code: 'bad_response', received: 'a larger answer', retryable: false })
  expect(service.count('/v1/organizations')).toBe(1)
})

test('a response just within the limit is read', async () => {
  const text = JSON.stringify([{ id: 'x'.repeat(500_000), name: null }])
  const { api } = await answeringText(text, { maxResponseBytes: text.length })
  expect((await api.organizations())[0]?.id).toHaveLength(500_000)
})

test.each([
  ['headers', { headersTimeoutMs: 400 }],
  ['a body', { bodyTimeoutMs: 400 }],
  ['the deadline', { deadlineMs: 1_000 }],
])('a service that is too slow with %s is a timeout', async (what, options) => {
  const service = await startService(({ request, response }) => {
    if (request.method !== 'GET') return
    if (what !== 'headers') response.writeHead(200, { 'content-length': '100' }).write('[')
  })
  // Each look at this clock is past the deadline, so there is no time for a retry.
  const clock = testClock()
  const now = () => {
    clock.advance(300_000)
    return clock.now()
  }
  const api = clientOf(service, { clock: { ...clock, now }, ...options })
  await api.authenticate()
  expect(await errorOf(api.organizations())).toMatchObject({ code: 'timeout', retryable: true })
  expect(service.count('/v1/organizations')).toBe(1)
})

test('an answer that takes longer than 15 s is awaited if the deadline is longer', async () => {
  // undici's own clock, which fake timers reach only if no request was made before them.
  const { tick }: { tick: (ms: number) => void } = createRequire(import.meta.url)('undici/lib/util/timers.js')
  const service = await startService(({ request, json }) => {
    if (request.method !== 'GET') return
    for (const ms of [1_000, 20_000]) tick(ms)
    json([])
  })
  expect(await clientOf(service, { deadlineMs: 45_000 }).organizations()).toEqual([])
  expect(service.count('/v1/organizations'), 'it is not asked again').toBe(1)
})

test('the deadline also ends the wait before a retry', async () => {
  const { service } = await answering({}, 503)
  // Sleeps until it is aborted, whatever pause was requested.
  const clock = {
    now: systemClock.now,
    sleep: (_ms: number, signal?: AbortSignal) => systemClock.sleep(60_000, signal),
  }
  const error = await errorOf(clientOf(service, { clock, deadlineMs: 500 }).organizations())
  expect(error.code).toBe('timeout')
})

test('a redirect is not followed', async () => {
  const { service, api } = await answering({}, 302, { location: '/elsewhere' })
  const error = await errorOf(api.organizations())
  expect(error).toMatchObject({ code: 'bad_response', status: 302 })
  expect(service.count('/elsewhere')).toBe(0)
})

test('an answer that is not HTTP is a bad response', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const api = clientOf({ url: `http://127.0.0.1:${port}` })
  expect((await errorOf(api.organizations())).code).toBe('bad_response')
})

test('after close, calls are refused and requests in progress are finished', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: go, resolve: proceed } = Promise.withResolvers<void>()
  const service = await startService(({ request, json }) => {
    if (request.method !== 'GET') return
    arrive()
    go.then(() => json([]))
  })
  const api = clientOf(service)
  const call = api.organizations()
  await arrived
  const closing = api.close()
  expect(await errorOf(api.workspaces('a'))).toMatchObject({ code: 'unavailable', retryable: false })
  proceed()
  expect(await call).toEqual([])
  await closing
  await api.close()
})

test('each attempt is measured under its route template', async () => {
  const service = await startService(({ request, json }) => {
    if (request.method !== 'GET') return
    const turn = service.received.length
    if (turn === 2) json({}, 503)
    else if (turn === 3) json('no list')
  })
  const events: RequestEvent[] = []
  const api = clientOf(service, { onRequest: (event) => events.push(event) })
  await errorOf(api.workspaces('secret-org'))
  const route = '/v1/organizations/{organization_id}/workspaces'
  const durationMs = expect.any(Number)
  expect(events).toEqual([
    { method: 'POST', route: '/v1/auth/token', status: 200, attempt: 1, durationMs },
    { method: 'GET', route, status: 503, attempt: 1, durationMs, error: 'unavailable' },
    { method: 'GET', route, status: 200, attempt: 2, durationMs, error: 'bad_response' },
  ])
})

test('a hook that throws does not lose the answer', async () => {
  const { service } = await answering([])
  const onRequest = () => expect.fail('broken hook')
  expect(await clientOf(service, { onRequest }).organizations()).toEqual([])
})
