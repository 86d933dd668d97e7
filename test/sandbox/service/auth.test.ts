import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { invalidAt, opened, paths, send, started, tokenFor } from './support.ts'

const UNIT = /^sk-sandbox-[a-z0-9]{20,}$/

test('a token expires exactly on time by the clock, then gets a 401', async () => {
  const { service, token, at, ask } = await opened({ tokenLifeSeconds: 90 })
  const { iat = 0, exp = 0 } = decodeJwt(token)
  expect(exp - iat).toBe(90)
  service.clock.advance({ seconds: 89 })
  expect((await ask(at.organizations)).status).toBe(200)
  service.clock.advance({ seconds: 1 })
  const expired = await ask<{ detail: string }>(at.organizations)
  expect(expired.status).toBe(401)
  expect(expired.body.detail).toContain('expired')
  expect(expired.headers['www-authenticate']).toBe('Bearer')
  expect((await ask(at.filters)).status).toBe(401)
  expect((await ask(at.filters, { token: await tokenFor(service, service.keys.user) })).status).toBe(200)
})

test("a valid token can be refreshed, an expired one can't", async () => {
  const service = await started({ tokenLifeSeconds: 60 })
  const refresh = (token: string) =>
    send<{ token: string }>(`${service.baseUrl}/v1/auth/refresh_token`, { method: 'POST', json: { token } })
  const first = await tokenFor(service, service.keys.workspace)
  service.clock.advance({ seconds: 50 })
  const { status, body } = await refresh(first)
  expect(status).toBe(200)
  service.clock.advance({ seconds: 20 })
  expect((await send(paths(service).reddit, { token: body.token })).status).toBe(200)
  expect((await refresh(first)).status).toBe(401)
})

test('anything that is not a token of this service is refused', async () => {
  const service = await started()
  const other = await started()
  const { organizations } = paths(service)
  expect(service.keys.user).toMatch(UNIT)
  const raw = await send<{ detail: string }>(organizations, { token: service.keys.user })
  expect(raw.status).toBe(401)
  expect(raw.body.detail).toContain('/v1/auth/token')
  expect((await send(organizations)).status).toBe(401)
  expect((await send(organizations, { token: 'nonsense' })).status).toBe(401)
  expect((await send(organizations, { token: await tokenFor(other, other.keys.user) })).status).toBe(401)
  expect((await send(organizations, { headers: { authorization: 'Basic abc' } })).status).toBe(401)
  const unsigned = (await tokenFor(service, service.keys.user)).replace(/[^.]+$/, '')
  expect((await send(organizations, { token: unsigned })).status).toBe(401)
})

test('wrong bodies are refused by the token operations', async () => {
  const { baseUrl } = await started()
  const post = (json: unknown, path = 'token') => send(`${baseUrl}/v1/auth/${path}`, { method: 'POST', json })
  expect((await post({ secret_key: 'sk-sandbox-unknown' })).status).toBe(401)
  expect(invalidAt(await post({}))).toEqual(['body.secret_key'])
  expect(invalidAt(await post({ secret_key: 7 }))).toEqual(['body.secret_key'])
  expect(invalidAt(await post({}, 'refresh_token'))).toEqual(['body.token'])
  const bodyOf = (type: string, body: string) =>
    send(`${baseUrl}/v1/auth/token`, { method: 'POST', headers: { 'content-type': type }, body })
  expect(invalidAt(await bodyOf('application/json', '{'))).toEqual(['body'])
  expect((await bodyOf('application/x-www-form-urlencoded', 'secret_key=a')).status).toBe(415)
})
