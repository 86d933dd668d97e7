import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnalyticsApi, ApiError } from '../../src/api/index.ts'
import { ANALYSIS, answeringText, clientOf, errorOf, startService, WEEK, WORKSPACE } from './support.ts'

const ROUTES: [string, (api: AnalyticsApi) => Promise<unknown>][] = [
  ['organizations', (api) => api.organizations()],
  ['workspaces', (api) => api.workspaces('o')],
  ['collects', (api) => api.collects(ANALYSIS)],
  ['brands', (api) => api.brands(ANALYSIS, WEEK)],
  ['all brands', (api) => api.allBrands(ANALYSIS, WEEK, 5)],
  ['insights filters', (api) => api.insightsFilters(WORKSPACE)],
  ['reddit summaries', (api) => api.redditSummaries(WORKSPACE, [])],
  ['briefs', (api) => api.briefs(WORKSPACE, 'r')],
  ['website evaluation', (api) => api.websiteEvaluation(WORKSPACE, 'e')],
]

/** Any JSON, often with names from the schemas, so that it passes the first check. */
const names = 'data items pagination page page_size total brand briefs id date sources brands'.split(' ')
const more = 'countries categories value urls status detail __proto__'.split(' ')
const { hostile } = fc.letrec<{ hostile: unknown }>((tie) => ({
  hostile: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.jsonValue(),
    fc.constantFrom('', 'x', 1, -0.5, null, true),
    fc.array(tie('hostile'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names, ...more), tie('hostile'), { maxKeys: 8, noNullPrototype: true }),
  ),
}))

test.each(ROUTES)(
  '%s: any JSON is a value or a bad response, never another exception',
  async (_name, call) => {
    let body: unknown
    const service = await startService(({ request, json }) => {
      if (request.method === 'GET') json(body)
    })
    const api = clientOf(service, { cacheSeconds: 60 })
    await fc.assert(
      fc.asyncProperty(hostile, async (value) => {
        body = value
        try {
          expect(await call(api)).toBeTypeOf('object')
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          expect(error.code).toBe('bad_response')
          expect(error.userMessage).toMatch(
            /^The analytics service’s answers have changed|^Sightline can’t read the analytics service’s answer/,
          )
        }
      }),
      { numRuns: 120 },
    )
  },
)

test('any bytes as a body are a bad response or a value', async () => {
  let body = Buffer.alloc(0)
  const service = await startService(({ request, response }) => {
    if (request.method === 'GET') response.end(body)
  })
  const api = clientOf(service)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      body = Buffer.from(bytes)
      const result = await api.organizations().catch((error: unknown) => error)
      if (!Array.isArray(result)) expect(result).toMatchObject({ code: 'bad_response' })
    }),
    { numRuns: 100 },
  )
})

test('any error body with any status is an ApiError', async () => {
  let answer: { status: number; body: unknown } = { status: 400, body: null }
  const service = await startService(({ request, json }) => {
    if (request.method === 'GET') json(answer.body, answer.status)
  })
  const api = clientOf(service)
  const detail = fc.array(fc.record({ loc: hostile, msg: hostile }), { maxLength: 3 })
  const error = fc.record({
    status: fc.integer({ min: 402, max: 599 }),
    body: fc.oneof(hostile, fc.record({ detail })),
  })
  await fc.assert(
    fc.asyncProperty(error, async (given) => {
      answer = given
      const error = await errorOf(api.organizations())
      expect(error.status).toBe(given.status)
      expect(error.userMessage.length).toBeGreaterThan(20)
    }),
    { numRuns: 150 },
  )
})

test('a million wrong items are refused without listing a million errors', async () => {
  const body = `{"data":[${'1,'.repeat(999_999)}1],"pagination":{"page":1,"page_size":1,"total":1}}`
  const { api } = await answeringText(body)
  const error = await errorOf(api.brands(ANALYSIS, WEEK))
  expect(error).toMatchObject({ code: 'bad_response', field: 'data' })
})
