import { expect, test } from 'vitest'
import { invalidAt, opened, type Page, paths, queryOf, type Row, send } from './support.ts'

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
  const { service, token } = await opened()
  await send(`${paths(service).filters}?token=${token}&key=${service.keys.user}`, { token })
  await send(`${service.baseUrl}/v1/${service.keys.readOnly}`, { token })
  await send(paths(service).reddit)
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
