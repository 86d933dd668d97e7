import { expect, test } from 'vitest'
import { startService } from '../../../sandbox/service/index.ts'
import { listening } from '../../listening.ts'
import { frozenClock, opened, send } from './support.ts'

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
