import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  answering,
  clientOf,
  errorOf,
  jwt,
  KEY,
  startService,
  TASKS_PATH,
  testClock,
  unknownOf,
  WORKSPACE,
} from './support.ts'

const EXCHANGE = '/v1/auth/token'
const REFRESH = '/v1/auth/refresh_token'
const LIST = '/v1/organizations'

/**
 * A service that accepts only its newest token, and a client whose token it no longer accepts, after one call.
 * @param refresh returns the answer to a refresh; `null`: it is cut off
 */
async function expiredToken(refresh: (next: () => string) => unknown) {
  let count = 0
  let good = ''
  const next = () => {
    good = `token-${++count}`
    return good
  }
  const service = await startService(({ request, json, reset }) => {
    if (request.path === EXCHANGE) json({ token: next() })
    else if (request.path === REFRESH) {
      const answer = refresh(next)
      if (answer === null) reset()
      else json(answer)
    } else if (request.headers.authorization !== `Bearer ${good}`) json({ detail: 'expired' }, 401)
    else json([{ id: 'x', name: 'X' }])
    return true
  })
  const api = clientOf(service)
  await api.organizations()
  good = 'none'
  return { service, api }
}

test('the key is exchanged once for many calls, and sent only to the exchange', async () => {
  const { service, api } = await answering([])
  await Promise.all([api.organizations(), api.workspaces('a'), api.workspaces('b')])
  await api.workspaces('c')
  const [first, ...rest] = service.received
  expect(first).toMatchObject({ method: 'POST', path: EXCHANGE, body: JSON.stringify({ secret_key: KEY }) })
  expect(first?.headers['content-type']).toBe('application/json')
  expect(rest).toHaveLength(4)
  expect(rest.every(({ headers }) => headers.authorization === 'Bearer token-1')).toBe(true)
})

test('50 calls that get a 401 cause one renewal, and each is retried once', async () => {
  const { service, api } = await expiredToken((next) => ({ token: next() }))
  service.received.length = 0
  const calls = Array.from({ length: 50 }, (_unused, index) => api.workspaces(`org-${index}`))
  for (const answer of await Promise.all(calls)) expect(answer).toEqual([{ id: 'x', name: 'X' }])
  expect(service.count(REFRESH) + service.count(EXCHANGE)).toBe(1)
  expect(service.count('/v1/organizations/org-7/workspaces')).toBe(2)
  expect(service.received).toHaveLength(101)
})

test.each([
  ['is cut off', null],
  ['answers something unknown', { access: 'token-9' }],
  ['answers no token', { token: 12 }],
  ['answers a list', []],
  ['answers a token that no header can hold', { token: 'a\nb' }],
  ['answers the token that was refused', { token: 'token-1' }],
])('a refresh that %s is followed by an exchange', async (_name, answer) => {
  const { service, api } = await expiredToken(() => answer)
  await api.organizations()
  const paths = service.received.map(({ path }) => path)
  expect(paths).toEqual([EXCHANGE, LIST, LIST, REFRESH, EXCHANGE, LIST])
})

test('a refresh sends the current token, and the new one is used', async () => {
  const { service, api } = await expiredToken((next) => ({ token: next() }))
  await api.organizations()
  const refresh = service.received.find(({ path }) => path === REFRESH)
  expect(JSON.parse(refresh?.body ?? '')).toEqual({ token: 'token-1' })
  expect(service.received.at(-1)?.headers.authorization).toBe('Bearer token-2')
})

test('a second 401 is an authentication error that names the last four characters of the key', async () => {
  const service = await startService(({ request, json }) => {
    if (request.path !== EXCHANGE) json({ detail: 'no' }, 401)
  })
  const error = await errorOf(clientOf(service).organizations())
  expect(error).toMatchObject({ code: 'authentication', status: 401, retryable: false })
  expect(error.userMessage).toContain('WXYZ')
  expect(error.userMessage).not.toContain('bWXYZ')
  expect(service.count(LIST)).toBe(2)
})

test('after a second 401 the next call starts with an exchange', async () => {
  let good = false
  const service = await startService(({ request, json }) => {
    if (request.path !== EXCHANGE) json(good ? [] : {}, good ? 200 : 401)
  })
  const api = clientOf(service)
  await errorOf(api.organizations())
  good = true
  service.received.length = 0
  expect(await api.organizations()).toEqual([])
  expect(service.received.map(({ path }) => path)).toEqual([EXCHANGE, LIST])
})

test('a POST that gets a 401 is retried once with the new token, because the first had no effect', async () => {
  const { service, api } = await expiredToken((next) => ({ token: next() }))
  await unknownOf(api.createTask(WORKSPACE, 'result-1'))
  expect(service.count(TASKS_PATH)).toBe(2)
})

test('an exchange that isn’t found is about the address, not about an id', async () => {
  const service = await startService(({ json }) => {
    json({}, 404)
    return true
  })
  expect((await errorOf(clientOf(service).organizations())).userMessage).toMatch(/at the address/)
})

test.each([400, 401, 403, 422])('a key refused with %i is an authentication error', async (status) => {
  const service = await startService(({ json }) => {
    json({ detail: [{ loc: ['body', 'secret_key'], msg: KEY, type: 'x', input: KEY }] }, status)
    return true
  })
  const error = await errorOf(clientOf(service).authenticate())
  expect(error).toMatchObject({ code: 'authentication', status, route: EXCHANGE })
  expect(error.message).not.toContain(KEY)
})

test.each<[string, () => unknown]>([
  ['empty', () => ''],
  ['missing', () => undefined],
  ['a number', () => 12],
  ['refused by its function', () => Promise.reject(new Error(KEY))],
  ['thrown as an error', () => expect.fail(KEY)],
])(
  'a key that is %s is an authentication error that costs no call and doesn’t quote it',
  async (_, apiKey) => {
    const service = await startService(() => true)
    const error = await errorOf(clientOf(service, { apiKey: apiKey as () => string }).organizations())
    expect(error.code).toBe('authentication')
    expect(error.message).not.toContain(KEY)
    expect(service.received).toEqual([])
  },
)

test('a key file that can’t be read is reported with the system’s code', async () => {
  const api = clientOf({ url: 'http://127.0.0.1:9' }, { apiKey: () => readFileSync('/', 'utf8') })
  expect((await errorOf(api.organizations())).userMessage).toContain('can’t read its API key (EISDIR)')
})

test('a rotated key is exchanged at the next call, and the old key’s token is no longer used', async () => {
  let key = KEY
  const service = await startService(({ request, json }) => {
    if (request.path === EXCHANGE) json({ token: `token-of-${JSON.parse(request.body).secret_key}` })
    else json([])
    return true
  })
  const api = clientOf(service, { apiKey: async () => key, cacheSeconds: 60 })
  await api.organizations()
  key = 'sk-sightline-another-key-0001'
  // Cached answers for the old key are not used for the new one either.
  await api.organizations()
  await api.workspaces('a')
  const keys = service.received.filter(({ path }) => path === EXCHANGE).map(({ body }) => JSON.parse(body))
  expect(keys).toEqual([{ secret_key: KEY }, { secret_key: key }])
  const bearers = service.received.flatMap(({ headers }) => headers.authorization ?? [])
  expect(bearers).toEqual([KEY, key, key].map((each) => `Bearer token-of-${each}`))
})

test('a key that does not arrive in time is a timeout that costs no call', async () => {
  const service = await startService(() => true)
  const never = () => new Promise<string>(() => {})
  const api = clientOf(service, { apiKey: never, deadlineMs: 50 })
  for (const call of [api.organizations(), api.createTask(WORKSPACE, 'r'), api.authenticate()]) {
    expect(await errorOf(call)).toMatchObject({ code: 'timeout', retryable: true, status: null })
  }
  expect(service.received).toEqual([])
})

test('the exchange is retried; authenticate makes an exchange each time', async () => {
  const service = await startService(({ json }) => {
    if (service.received.length === 1) json({}, 503)
    else json({ token: 'token-1' })
    return true
  })
  const api = clientOf(service)
  await api.authenticate()
  await api.authenticate()
  expect(service.count(EXCHANGE)).toBe(3)
})

test('an exchange response without a token is a bad response that quotes nothing', async () => {
  const service = await startService(({ response }) => {
    response.end('opaque-secret-token')
    return true
  })
  const error = await errorOf(clientOf(service).organizations())
  expect(error).toMatchObject({ code: 'bad_response', route: EXCHANGE })
  expect(error.message).not.toContain('opaque')
})

/** A service with tokens that live this many seconds of the clock, and whose auth responses can be broken. */
async function expiringService(life: number) {
  const clock = testClock()
  const spoilt = { refresh: false, exchange: false }
  const token = () => {
    const exp = clock.now().epochMilliseconds / 1000 + life
    return { token: jwt({ exp, n: service.received.length }) }
  }
  const service = await startService(({ request, json }) => {
    if (request.path === EXCHANGE) json(spoilt.exchange ? {} : token(), spoilt.exchange ? 500 : 200)
    else if (request.path === REFRESH) json(spoilt.refresh ? {} : token(), spoilt.refresh ? 500 : 200)
    else json([])
    return true
  })
  return { service, clock, spoilt, api: clientOf(service, { clock }) }
}

test('a token with exp is refreshed before it expires, before any 401', async () => {
  const { service, clock, api } = await expiringService(3600)
  await api.organizations()
  clock.advance(3_500_000)
  await api.organizations()
  expect(service.count(REFRESH)).toBe(0)
  clock.advance(60_000)
  await Promise.all([api.organizations(), api.workspaces('a'), api.workspaces('b')])
  expect(service.count(REFRESH)).toBe(1)
  expect(service.count(EXCHANGE)).toBe(1)
  const [before, after] = [service.received[1], service.received.at(-1)]
  expect(after?.headers.authorization).not.toBe(before?.headers.authorization)
})

test('a token whose early renewal fails is used until it expires, with a pause between attempts', async () => {
  const { service, clock, spoilt, api } = await expiringService(100)
  await api.organizations()
  spoilt.refresh = true
  spoilt.exchange = true
  clock.advance(85_000)
  await api.organizations()
  await api.organizations()
  expect(service.count(REFRESH)).toBe(1)
  clock.advance(5_000)
  await api.organizations()
  expect(service.count(REFRESH)).toBe(2)
  clock.advance(20_000)
  expect((await errorOf(api.organizations())).code).toBe('unavailable')
})

test('a token that has expired by our clock is still used', async () => {
  const { service, api } = await expiringService(-60)
  await api.organizations()
  await api.workspaces('a')
  expect(service.count(EXCHANGE)).toBe(1)
  expect(service.count(REFRESH)).toBe(0)
})

test('a 401 that arrives after another call’s renewal only repeats the call', async () => {
  const { promise: late, resolve: release } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: wait } = Promise.withResolvers<void>()
  const service = await startService(({ request, json }) => {
    if (request.path === EXCHANGE) json({ token: `token-${service.count(EXCHANGE)}` })
    else if (request.path === REFRESH) json({})
    else if (request.headers.authorization !== 'Bearer token-1') json([])
    else if (!request.path.includes('late')) json({}, 401)
    else {
      wait()
      late.then(() => json({}, 401))
    }
    return true
  })
  const api = clientOf(service)
  const latecomer = api.workspaces('late')
  await waiting
  await api.organizations()
  release()
  expect(await latecomer).toEqual([])
  expect(service.count(EXCHANGE)).toBe(2)
  expect(service.count(REFRESH)).toBe(1)
})
