import { expect, test } from 'vitest'
import { startService } from '../../../sandbox/service/index.ts'
import { listening } from '../../listening.ts'
import { frozenClock, invalidAt, opened, type Page, queryOf, type Row, send } from './support.ts'

async function everything(seed: number): Promise<readonly string[]> {
  const { service, at, ask } = await opened({ seed })
  const { organizations, workspaces, brands, collects, filters, reddit, briefs, tasks, evaluation } = at
  const [result = ''] = service.demo.resultIds
  const urls = [
    organizations,
    workspaces,
    `${brands}?date_start=2026-06-08&sources=Google`,
    collects,
    filters,
    reddit,
    briefs(result),
    evaluation(service.demo.evaluationId),
  ]
  const answers = await Promise.all(urls.map((url) => ask(url)))
  const created = await ask(tasks(result), { method: 'POST' })
  return [...answers, created].map(({ text }) => text)
}

test('the same seed and clock give the same bytes, another seed gives different ones', async () => {
  const first = await everything(5)
  const same = await everything(5)
  const other = await everything(6)
  expect(same).toEqual(first)
  const [, , brands, collects, , reddit, , , task] = other
  for (const text of [brands, collects, reddit, task]) expect(first).not.toContain(text)
})

test('if the port is taken, the next free one is used; stopping frees the ports', async () => {
  const port = Number(new URL(await listening((_request, response) => response.end())).port)
  const service = await startService({ clock: frozenClock(), port })
  const taken = Number(new URL(service.baseUrl).port)
  expect(taken).toBeGreaterThan(port)
  const searchPort = Number(new URL(service.searchBaseUrl).port)
  expect(searchPort).toBeGreaterThan(port)
  expect(searchPort).not.toBe(taken)
  await service.stop()
  await service.stop()
  const again = await startService({ clock: frozenClock(), port: taken, searchPort })
  expect([again.baseUrl, again.searchBaseUrl]).toEqual([service.baseUrl, service.searchBaseUrl])
  await again.stop()
})

test('errors have one format: a text, or the items of part 7', async () => {
  const { service, at, ask } = await opened()
  const unknown = await ask(`${service.baseUrl}/v2/organizations`)
  expect(unknown).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  const garbled = await ask(`${service.baseUrl}/v1/%zz`)
  expect(garbled).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
  const long = await ask(`${at.organizations}/${'x'.repeat(501)}/workspaces`)
  expect(long).toMatchObject({ status: 414, body: { detail: expect.any(String) } })
  const large = { accounts: 'x'.repeat(2_000_000) }
  const tooLarge = await ask(at.accounts, { method: 'POST', json: large })
  expect(tooLarge).toMatchObject({ status: 413, body: { detail: expect.any(String) } })
  expect((await send(`${at.brands}?date_start=2026-06-08`)).body).toEqual({
    detail: expect.any(String),
  })
  const invalid = await ask(`${at.brands}?date_start=2026-06-08&page_size=101`)
  expect(invalid.body).toEqual({
    detail: [
      {
        loc: ['query', 'page_size'],
        msg: expect.any(String),
        type: 'less_than_equal',
        input: 101,
        ctx: { le: 100 },
      },
    ],
  })
})

test('faults can be set and cleared over HTTP', async () => {
  const { service, at, ask } = await opened()
  const url = `${service.baseUrl}/control/faults`
  const fault = { route: '/v1/organizations', how: { kind: 'status', status: 418 } }
  expect((await send(url, { method: 'POST', json: fault })).status).toBe(204)
  expect((await ask(at.organizations)).status).toBe(418)
  expect((await send(url, { method: 'DELETE' })).status).toBe(204)
  expect((await ask(at.organizations)).status).toBe(200)
  const wrong = await send(url, { method: 'POST', json: { how: { kind: 'explode' } } })
  expect(invalidAt(wrong)).toEqual(['body.how.kind'])
})

test('the clock can be moved over HTTP, but only ahead', async () => {
  const { service, at, ask } = await opened()
  const url = `${service.baseUrl}/control/clock/advance`
  const moved = await send(url, { method: 'POST', json: { duration: 'PT1H' } })
  expect(moved.body).toEqual({ now: '2026-06-17T10:30:00.25Z' })
  expect((await ask(at.organizations)).status).toBe(401)
  expect((await send(url, { method: 'POST', json: { duration: '-PT1H' } })).status).toBe(422)
  expect((await send(url, { method: 'POST', json: { duration: 'later' } })).status).toBe(422)
})

test('every request to both origins is recorded, without secrets', async () => {
  const { service, token, at, ask } = await opened()
  await ask(`${at.filters}?token=${token}&key=${service.keys.user}`)
  await ask(`${service.baseUrl}/v1/${service.keys.readOnly}`)
  await send(at.reddit)
  const { body } = await send(`${service.baseUrl}/control/requests`)
  expect(body).toEqual(service.requests())
  expect(service.requests().map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/v1/auth/token', 200],
    ['GET', '/v1/organizations/{organization_id}/workspaces/{workspace_id}/search/insights/filters', 200],
    ['GET', '', 404],
    ['GET', '/v1/organizations/{organization_id}/workspaces/{workspace_id}/reddit/summaries', 401],
  ])
  expect(service.requests()[1]?.query).toBe('token=***&key=***')
  expect(service.requests()[2]?.path).toBe('/v1/***')
  for (const secret of [token, ...Object.values(service.keys)]) {
    expect(JSON.stringify(service.requests())).not.toContain(secret)
  }
})

test('a planted change starts on its day and only on its engine, even for a day read before', async () => {
  const { service, at, ask } = await opened()
  const ownScores = async (source: string) => {
    const query = queryOf({ date_start: '2026-06-01', sources: source })
    const { body } = await ask<Page<Row>>(`${at.brands}${query}`)
    const row = body.data.find(({ is_my_brand }) => is_my_brand)
    return [row?.visibility_score.prev_value ?? 0, row?.visibility_score.value ?? 0] as const
  }
  const [before, week] = await ownScores('Perplexity')
  const elsewhere = await ownScores('ChatGPT')
  const json = { engine: 'Perplexity', from: '2026-06-01', points: 6 }
  expect((await send(`${service.baseUrl}/control/effects`, { method: 'POST', json })).status).toBe(204)
  expect(await ownScores('ChatGPT')).toEqual(elsewhere)
  const [same, risen] = await ownScores('Perplexity')
  expect(same).toBe(before)
  expect(risen - week).toBeCloseTo(6, 0)
  service.plant({ engine: 'Perplexity', from: '2026-06-04', points: -20, days: 1 })
  expect((await ownScores('Perplexity'))[1]).toBeLessThan(risen - 2)
  const wrong = await send(`${service.baseUrl}/control/effects`, { method: 'POST', json: { points: 1 } })
  expect(invalidAt(wrong)).toEqual(['body.from'])
})
