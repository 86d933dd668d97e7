import { expect, test } from 'vitest'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { startService } from '../../../sandbox/service/index.ts'
import { listening } from '../../listening.ts'
import { frozenClock, opened, paths, send, started, tokenFor } from './support.ts'

async function everything(service: AnalyticsService): Promise<readonly string[]> {
  const token = await tokenFor(service, service.keys.user)
  const { organizations, workspaces, brands, collects, filters, reddit, briefs, tasks, evaluation } =
    paths(service)
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
  const answers = await Promise.all(urls.map((url) => send(url, { token })))
  const created = await send(tasks(result), { token, method: 'POST' })
  return [...answers, created].map(({ text }) => text)
}

test('the same seed and clock give the same bytes, another seed gives different ones', async () => {
  const first = await everything(await started({ seed: 5 }))
  const same = await everything(await started({ seed: 5 }))
  const other = await everything(await started({ seed: 6 }))
  expect(same).toEqual(first)
  const [, , brands, collects, , reddit, , , task] = other
  for (const text of [brands, collects, reddit, task]) expect(first).not.toContain(text)
})

test('two deployments run side by side, with the same paths', async () => {
  const production = await started()
  const development = await started()
  const origins = [production, development].flatMap(({ baseUrl, searchBaseUrl }) => [baseUrl, searchBaseUrl])
  expect(new Set(origins).size).toBe(4)
  const [one, two] = await Promise.all([everything(production), everything(development)])
  expect(one).toEqual(two)
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
  const { service, token } = await opened()
  const unknown = await send(`${service.baseUrl}/v2/organizations`, { token })
  expect(unknown).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  const garbled = await send(`${service.baseUrl}/v1/%zz`, { token })
  expect(garbled).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
  const long = await send(`${paths(service).organizations}/${'x'.repeat(501)}/workspaces`, { token })
  expect(long).toMatchObject({ status: 414, body: { detail: expect.any(String) } })
  const large = { accounts: 'x'.repeat(2_000_000) }
  const tooLarge = await send(paths(service).accounts, { token, method: 'POST', json: large })
  expect(tooLarge).toMatchObject({ status: 413, body: { detail: expect.any(String) } })
  expect((await send(`${paths(service).brands}?date_start=2026-06-08`)).body).toEqual({
    detail: expect.any(String),
  })
  const invalid = await send(`${paths(service).brands}?date_start=2026-06-08&page_size=101`, { token })
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
