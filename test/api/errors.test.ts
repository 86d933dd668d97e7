import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { ApiErrorCode } from '../../src/api/index.ts'
import {
  ANALYSIS,
  answering,
  answeringText,
  clientOf,
  errorOf,
  jwt,
  KEY,
  startService,
  unknownOf,
  WEEK,
  WORKSPACE,
} from './support.ts'

test.each<[number, ApiErrorCode]>([
  [400, 'validation'],
  [402, 'forbidden'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [408, 'timeout'],
  [409, 'validation'],
  [410, 'not_found'],
  [413, 'validation'],
  [415, 'validation'],
  [422, 'validation'],
  [500, 'unavailable'],
  [501, 'unavailable'],
])('status %i is %s', async (status, code) => {
  const { api } = await answering({ detail: 'why' }, status)
  const error = await errorOf(api.brands(ANALYSIS, WEEK))
  expect(error).toMatchObject({ code, status, details: [] })
  expect(error.userMessage, 'the status is only for the log').not.toContain(String(status))
  expect(error.route).toBe(
    '/v1/organizations/{organization_id}/workspaces/{workspace_id}/analyses/{project_id}/search/brands',
  )
})

test('a refusal counts even if its explanation is cut off', async () => {
  const service = await startService(({ request, response, reset }) => {
    if (request.method !== 'GET') return
    response.writeHead(404, { 'content-length': '500' })
    response.write('{"detail"', reset)
  })
  expect(await errorOf(clientOf(service).organizations())).toMatchObject({ code: 'not_found', status: 404 })
  expect(service.count('/v1/organizations')).toBe(1)
})

test('a validation error names each problem by its path', async () => {
  const detail = [
    { loc: ['query', 'page_size'], msg: 'too large', type: 'x', input: KEY, ctx: {} },
    { loc: ['query', 'sources', 0], msg: 'unknown', type: 'x' },
  ]
  const { api } = await answering({ detail }, 422)
  const error = await errorOf(api.brands(ANALYSIS, WEEK))
  expect(error.details).toEqual([
    { path: 'query.page_size', msg: 'too large' },
    { path: 'query.sources.0', msg: 'unknown' },
  ])
  expect(error.userMessage).toContain('query.page_size: too large')
  expect(inspect(error)).not.toContain(KEY)
})

test('a bad response names the field and what came instead', async () => {
  const { api } = await answering({ data: [{ brand: 5 }], pagination: { page: 1, page_size: 1 } })
  const error = await errorOf(api.brands(ANALYSIS, WEEK))
  expect(error).toMatchObject({ code: 'bad_response', field: 'data.0.brand', received: 'number "5"' })
})

test.each([
  ['<html>Maintenance</html>', 'text "<html>Maintenance</html>"'],
  ['', 'an empty body'],
  ['{"data":', 'text "{\\"data\\":"'],
])('a body that is not JSON is a bad response: %j', async (body, received) => {
  const { api } = await answeringText(body)
  const error = await errorOf(api.organizations())
  expect(error).toMatchObject({ code: 'bad_response', status: 200, field: '', received })
})

test('every message for a person is short and ends as a sentence', async () => {
  for (const status of [302, 400, 403, 404, 408, 429, 500, 503]) {
    const { api } = await answering({}, status)
    const { userMessage } = await errorOf(api.organizations())
    expect(userMessage).toMatch(/^[A-Z].{30,200}\.$/)
    expect(userMessage).not.toMatch(/undefined|null|\[object/)
  }
})

/** Everything that a logger could print of a value. */
function everythingOf(value: unknown): string {
  const options = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }
  const errorText = value instanceof Error ? `${value.stack}${value.message}${String(value.cause)}` : ''
  return inspect(value, options) + JSON.stringify(value) + errorText
}

test('neither client, events nor errors show the key or a token, even if the service echoes them', async () => {
  const tokens: string[] = []
  let mode = 0
  const service = await startService(({ request, response, json, reset }) => {
    if (request.path.startsWith('/v1/auth')) {
      tokens.push(jwt({ exp: 4_000_000_000, n: tokens.length }))
      json({ token: tokens.at(-1) })
      return true
    }
    const [, payload = ''] = (tokens.at(-1) ?? '').split('.')
    const echo = `${payload} ${request.headers.authorization} ${KEY} ${tokens.at(-1)}`
    const fault = { loc: ['header', echo], msg: echo, type: echo, input: echo, ctx: { echo } }
    mode += 1
    if (mode === 1) response.end(echo)
    else if (mode === 2) json({ data: echo, pagination: echo })
    else if (mode === 3) json({ detail: [fault] }, 422)
    else if (mode === 4) json({ detail: [fault] }, 403)
    else if (mode === 5) reset()
    else json({ detail: echo }, 401)
    return true
  })
  const events: unknown[] = []
  const api = clientOf(service, { onRequest: (event) => events.push(event) })
  const codes: string[] = []
  let seen = everythingOf(api)
  for (let index = 0; index < 4; index += 1) {
    const error = await errorOf(api.brands(ANALYSIS, WEEK))
    codes.push(error.code)
    seen += everythingOf(error)
  }
  const last = [() => unknownOf(api.createTask(WORKSPACE, 'result-1')), () => errorOf(api.organizations())]
  for (const call of last) {
    const error = await call()
    codes.push(error.code)
    seen += everythingOf(error)
  }
  seen += everythingOf(api) + everythingOf(events)
  const refusals = ['validation', 'forbidden', 'outcome_unknown', 'authentication']
  expect(codes).toEqual(['bad_response', 'bad_response', ...refusals])
  expect(seen).not.toContain(KEY)
  expect(seen).not.toContain(KEY.slice(3, 12))
  for (const token of tokens) {
    expect(seen).not.toContain(token)
    expect(seen).not.toContain(token.split('.')[1])
  }
})
