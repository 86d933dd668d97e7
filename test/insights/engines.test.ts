import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/api/index.ts'
import { engineReport } from '../../src/insights/engines.ts'
import { lastWeek, mine, row, scope, service } from './service.ts'

const limited = new ApiError({
  code: 'rate_limited',
  message: 'status 429',
  userMessage: 'The analytics service asks for a pause. Try again in a minute.',
  retryable: true,
})

const report = (scores: Record<string, number | null | undefined | Error>, call = {}) => {
  const api = service({
    brands: ({ sources }) => {
      const score = scores[String(sources)]
      if (score instanceof Error) return score
      return [row('Acme', [50, 50]), ...(score === undefined ? [] : [row('Own', [score, 40], [], mine)])]
    },
  })
  const engines = Object.keys(scores)
  return engineReport(api, { scope, period: lastWeek, engines, noiseBand: 1 }, call).then((data) => ({
    api,
    ...data,
  }))
}

describe('the engine report', () => {
  it('has the own brand on each engine, best first, and names the best and the worst', async () => {
    const { engines, best, worst } = await report({ Gemini: 20, ChatGPT: 60, Claude: 45 })
    expect(engines).toMatchObject([
      { ok: true, data: { engine: 'ChatGPT', own: { rank: 1, visibility: { delta: 20 } }, of: 2 } },
      { ok: true, data: { engine: 'Claude', own: { rank: 2 } } },
      { ok: true, data: { engine: 'Gemini', own: { rank: 2 } } },
    ])
    expect([best?.engine, worst?.engine]).toEqual(['ChatGPT', 'Gemini'])
  })

  it('puts engines without a score after the others, and then those that could not be read, with the reason', async () => {
    const { engines, best, worst } = await report({
      Bing: limited,
      Google: undefined,
      Claude: 10,
      Gemini: 20,
    })
    expect(engines.slice(0, 3)).toMatchObject([
      { data: { engine: 'Gemini' } },
      { data: { engine: 'Claude' } },
      { data: { engine: 'Google', own: null, of: 1 } },
    ])
    expect(engines[3]).toEqual({ ok: false, reason: limited.userMessage, subject: 'Bing' })
    expect([best?.engine, worst?.engine]).toEqual(['Gemini', 'Claude'])
  })

  it('has no best and no worst where no two engines differ', async () => {
    expect(await report({ ChatGPT: 40 })).toMatchObject({ best: null, worst: null })
    expect(await report({ ChatGPT: 40, Gemini: 40, Claude: null })).toMatchObject({ best: null, worst: null })
    expect(await report({ ChatGPT: limited })).toMatchObject({ best: null, worst: null })
    expect(await report({})).toMatchObject({ engines: [], best: null, worst: null })
  })

  it('asks once for each engine, four at a time', async () => {
    const names = ['Bing', 'BingAIO', 'ChatGPT', 'Perplexity', 'Google', 'GoogleAIO', 'Claude', 'Gemini']
    const { api } = await report(Object.fromEntries(names.map((name, index) => [name, index])))
    expect(api.asked.brands.map(({ sources }) => sources)).toEqual(names.map((name) => [name]))
    expect(api.asked.atOnce).toBe(4)
  })

  it('fails as a whole when the question was cancelled or the code is wrong', async () => {
    const signal = AbortSignal.abort(new Error('no longer wanted'))
    await expect(report({ ChatGPT: 1 }, { signal })).rejects.toThrow('no longer wanted')
    await expect(report({ ChatGPT: new TypeError('oops') })).rejects.toThrow('oops')
  })
})
