import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WebsiteEvaluation } from '../../src/api/index.ts'
import { evaluationIdFrom, loadEvaluation } from '../../src/watches/evaluation.ts'
import { failure, websiteEvaluation } from '../insights/service.ts'
import { codePoint, webUrl } from '../properties/texts.ts'

const id = 'd4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2d01'
const workspace = '3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f01'
const scope = { organizationId: 'org', workspaceId: 'ws' }

const service = (answer: Partial<WebsiteEvaluation> | Error) => ({
  async websiteEvaluation(): Promise<WebsiteEvaluation> {
    if (answer instanceof Error) throw answer
    return websiteEvaluation({ id, ...answer })
  },
})

describe('a website evaluation', () => {
  it.each([
    ['pending', false],
    ['in_progress', false],
    ['completed', true],
    ['partial', true],
    ['failed', true],
    ['on_hold', false],
    [null, false],
  ])('with the status %s has ended: %s', async (status, isFinal) => {
    expect(await loadEvaluation(service({ status }), scope, id)).toMatchObject({ status, isFinal })
  })

  it('without a name goes by its first address', async () => {
    const urls = [' ', 'https://www.northwind.example/']
    expect(await loadEvaluation(service({ name: ' ', urls }), scope, id)).toMatchObject({ name: urls[1] })
    expect(await loadEvaluation(service({ name: '', urls: [] }), scope, id)).toMatchObject({ name: '' })
  })

  it('unknown to the service is distinguished from one that can’t be read', async () => {
    expect(await loadEvaluation(service(failure('not_found')), scope, id)).toBeNull()
    await expect(loadEvaluation(service(failure('timeout')), scope, id)).rejects.toThrow('timeout')
  })
})

describe('an evaluation id', () => {
  it.each([
    [id],
    [id.toUpperCase()],
    [`https://console.example.com/w/${workspace}/website_evaluations/${id}`],
    [`https://console.example.com/evaluations/${id}?workspace=${workspace}`],
    [`<https://console.example.com/website-evaluations/${id}/pages?a=1&amp;b=2>`],
    [`https://console.example.com/#/evaluate?evaluation_id=${id}&workspace=${workspace}`],
    [`https://console.example.com/w/${workspace}/e/${id}`],
    [`id:${id}`],
  ])('is found in %s', (text) => {
    expect(evaluationIdFrom(text)).toEqual({ ok: true, value: id })
  })

  it.each(['', '42', 'two words', '@maya', 'https://console.example.com/evaluations/list', `${id}0`])(
    'is not found in “%s”, and the answer says where to find one',
    (text) => {
      expect(evaluationIdFrom(text)).toEqual({
        ok: false,
        problem: expect.stringContaining('copy its address from the browser'),
      })
    },
  )

  it('is always a UUID', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: codePoint }), webUrl), fc.uuid(), (text, uuid) => {
        for (const words of [text, `${text}/${uuid}`]) {
          const read = evaluationIdFrom(words)
          if (read.ok) expect(read.value).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
        }
      }),
    )
  })
})
