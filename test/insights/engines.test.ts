import { describe, expect, it } from 'vitest'
import { engineLines, enginesHeadline, enginesRemarks } from '../../src/blocks/visibility/engines.ts'
import { noFilters } from '../../src/model/question.ts'
import { brands, plantedMarket, type Score } from './reading/stored-weeks.ts'
import { answers, collectedDaily, enginesOf, failure, lastWeek, mine, row, service } from './service.ts'

const limited = failure('rate_limited', 'The analytics service asks for a pause. Try again in a minute.')

type Holds = Parameters<typeof service>[0]

const report = (scores: Record<string, number | null | undefined | Error>) => {
  const api = service({
    brands: ({ sources }) => {
      const score = scores[String(sources)]
      if (score instanceof Error) return score
      return [
        row('Acme', [50, 50], [], answers(330)),
        ...(score === undefined ? [] : [row('Own', [score, 40], [], { ...mine, ...answers(330) })]),
      ]
    },
  })
  return enginesOf(api, Object.keys(scores)).then((data) => ({ api, ...data }))
}

describe('the engine report', () => {
  it('shows the own brand on each engine, best first, and names the best and the worst', async () => {
    const { engines, best, worst } = await report({ Gemini: 20, ChatGPT: 60, Claude: 40 })
    expect(engines).toMatchObject([
      { ok: true, data: { engine: 'ChatGPT', own: { rank: 1, visibility: { delta: 20 } }, of: 2 } },
      { ok: true, data: { engine: 'Claude', own: { rank: 2 } } },
      { ok: true, data: { engine: 'Gemini', own: { rank: 2 } } },
    ])
    expect([best?.engine, worst?.engine]).toEqual(['ChatGPT', 'Gemini'])
  })

  it('shows engines without a score after the others, then unreadable ones with the reason', async () => {
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

  it('has no best and no worst if the samples don’t tell the engines apart', async () => {
    expect(await report({ ChatGPT: 40 })).toMatchObject({ best: null, worst: null })
    expect(await report({ ChatGPT: 44, Gemini: 40, Claude: 38 })).toMatchObject({ best: null, worst: null })
    expect(await report({ ChatGPT: 40, Gemini: 40, Claude: null })).toMatchObject({ best: null, worst: null })
    expect(await report({ ChatGPT: limited })).toMatchObject({ best: null, worst: null })
    expect(await report({})).toMatchObject({ engines: [], best: null, worst: null })
  })

  it('marks a change as news only if the sample is large enough for the number of engines compared', async () => {
    const judged = async (engines: readonly string[], sample: number | null) => {
      const api = service({ brands: () => [row('Own', [52, 40], [], { ...mine, ...answers(sample) })] })
      const report = await enginesOf(api, engines)
      return report.engines.map((part) => part.ok && part.data.own?.visibility.isNews)
    }
    expect(await judged(['ChatGPT'], 330)).toEqual([true])
    const ten = Array.from({ length: 10 }, (_, index) => `Engine ${index}`)
    expect(new Set(await judged(ten, 330))).toEqual(new Set([false]))
    expect(new Set(await judged(ten, 1_400))).toEqual(new Set([true]))
    expect(await judged(['ChatGPT'], 40)).toEqual([false])
    expect(await judged(['ChatGPT'], null), 'without a sample nothing can be told').toEqual([false])
  })

  it('applies the question’s filters to each engine', async () => {
    const api = service({ brands: () => [row('Own', [52, 40], [], mine)] })
    const filters = { ...noFilters, funnelStages: ['ToFu'] }
    expect((await enginesOf(api, ['ChatGPT', 'Bing'], { filters })).filters).toEqual(filters)
    expect(api.asked.brands.map(({ funnel_stages }) => funnel_stages)).toEqual([['ToFu'], ['ToFu']])
  })

  it('sends one request per engine, four at a time next to the collects', async () => {
    const names = ['Bing', 'BingAIO', 'ChatGPT', 'Perplexity', 'Google', 'GoogleAIO', 'Claude', 'Gemini']
    const { api } = await report(Object.fromEntries(names.map((name, index) => [name, index])))
    expect(api.asked.brands.map(({ sources }) => sources)).toEqual(names.map((name) => [name]))
    expect(api.asked.atOnce).toBe(5)
  })

  it('fails as a whole if the code is wrong', async () => {
    await expect(report({ ChatGPT: new TypeError('oops') })).rejects.toThrow('oops')
  })

  it('names the period’s newest collect, and works without the collects', async () => {
    const asked = (collects: Required<Holds>['collects']) =>
      enginesOf(service({ brands: () => [row('Own', [40, 39], [], mine)], collects }), ['ChatGPT'])
    const days = ['2026-11-16', '2026-11-14', '2026-11-12'].map((date, index) => ({ date, total: index }))
    expect(await asked(days)).toMatchObject({ collect: { date: '2026-11-14', total: 1 }, hasData: true })
    expect(await asked(limited)).toMatchObject({ collect: null, hasData: true })
  })

  it('reads at most twenty engines, counts the others, and each only once', async () => {
    const api = service({ brands: () => [row('Own', [40, 39], [], mine)] })
    const engines = Array.from({ length: 25 }, (_, index) => `Engine ${index}`)
    const report = await enginesOf(api, [...engines, ...engines])
    expect([report.engines.length, report.enginesLeftOut]).toEqual([20, 5])
  })
})

describe('a period without data', () => {
  const collected = [{ date: '2026-11-04', total: 5 }]
  const asked = ['ChatGPT', 'Gemini']
  it('is replaced by the newest one with a collect, and the report says which was asked for', async () => {
    const [scored, zeros] = [row('Own', [40, 39], [3, 3], mine), row('Own', [0, 0], [0, 0], mine)]
    const api = service({
      brands: ({ date_start }) => [date_start === '2026-11-02' ? scored : zeros],
      collects: collected,
    })
    expect(await enginesOf(api, asked)).toMatchObject({
      period: { start: '2026-11-02', end: '2026-11-08' },
      requestedPeriod: lastWeek,
      hasData: true,
      engines: [{ data: { own: { visibility: { value: 40 } } } }, { ok: true }],
    })
  })

  it('is kept, without best and worst, if no other period has data', async () => {
    const kept = { period: lastWeek, requestedPeriod: null, hasData: false, best: null }
    expect(await enginesOf(service({ brands: () => [], collects: collected }), asked)).toMatchObject(kept)
  })

  it('causes no further requests if no engine could be read', async () => {
    const api = service({ brands: () => limited, collects: collected })
    const report = await enginesOf(api, asked)
    expect(report).toMatchObject({ hasData: false, requestedPeriod: null })
    expect(api.asked.brands).toHaveLength(2)
  })
})

describe('an own brand that an engine doesn’t show', () => {
  const acme = row('Acme', [50, 50], [9, 9], answers(700))
  const ownRow = (score: number) => row('Own', [score, score], [9, 9], { ...answers(700), ...mine })
  const asked = ['ChatGPT', 'Gemini', 'Bing']

  async function ask(brands: Required<Holds>['brands'], names: readonly string[] = []) {
    const api = service({ brands, names, collects: collectedDaily('2026-11-15', 100) })
    const report = await enginesOf(api, asked)
    return { api, report, remarks: enginesRemarks(report), headline: enginesHeadline(report) }
  }

  it('was named before, which the report says after one more request', async () => {
    const { api, report, remarks } = await ask(({ sources, date_start }) =>
      sources?.[0] === 'Gemini' && date_start === '2026-11-09' ? [acme] : [acme, ownRow(38.2)],
    )
    expect(report.gone).toBeNull()
    expect(remarks).toContain(
      '▼ Your brand no longer appears on Gemini; it was 2nd with 38.2% visibility in the week of 2–8 Nov.',
    )
    expect(engineLines(report)).toContain(
      'Gemini: not in any answers; it was 2nd with 38.2% visibility in the week of 2–8 Nov',
    )
    expect(api.asked.brands).toHaveLength(4)
  })

  it('is on no engine, which is the headline and not a set-up problem', async () => {
    const { api, remarks, headline } = await ask(({ date_start }) =>
      date_start === '2026-10-26' ? [acme, ownRow(38.2)] : [acme],
    )
    expect(headline).toBe(
      '▼ Own doesn’t appear in any answers on any engine in the week of 9–15 Nov; it was 2nd with 38.2% visibility in the week of 26 Oct – 1 Nov.',
    )
    expect(remarks.join(' ')).not.toContain('Mark your brand')
    // Three engines in both weeks, then two earlier weeks of all of them together.
    expect(api.asked.brands.slice(6).map(({ sources }) => sources)).toEqual([asked, asked])
  })

  it('may be missing by chance in few answers', async () => {
    const few = row('Acme', [50, 50], [9, 9], answers(20))
    const rare = row('Own', [2, 2], [1, 1], { ...answers(20), ...mine })
    const { report, headline } = await ask(({ date_start }) =>
      date_start === '2026-11-02' ? [few, rare] : [few],
    )
    expect(report.gone).toMatchObject({ isCertain: false })
    expect(headline).toMatch(/^Own doesn’t appear .* That may be chance\.$/)
  })

  it('may not be marked at all, and then none is missing', async () => {
    const { report, headline } = await ask(() => [acme])
    expect(report.gone).toBeNull()
    expect(headline).toContain('No brand is marked as yours')
  })

  it('is found by its name beyond the first 500, with one search for all engines', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      row(`Brand ${index}`, [50, 50], [9, 9], answers(700)),
    )
    const { api, report } = await ask(
      ({ brands }) => (brands == null ? [...many, ownRow(1.2)] : brands.includes('Own') ? [ownRow(1.2)] : []),
      [...many.map(({ brand }) => brand), ...many.map(({ brand }) => `${brand} Inc`), 'Own'],
    )
    expect(report.engines).toMatchObject(
      [1, 2, 3].map(() => ({ data: { own: { brand: 'Own', beyond: 500, rank: null }, brandsLeftOut: 0 } })),
    )
    expect(engineLines(report)[0]).toContain('1.2% visibility, no change, outside the top 500')
    // Three engines, the search for the name in hundreds on the first, and the others by name.
    expect(api.asked.brands).toHaveLength(3 + 6 + 2)
  })

  it('may have an impossible number, which is omitted and named', async () => {
    const { remarks } = await ask(({ sources }) => [
      sources?.[0] === 'Bing' ? row('Acme', [1e16, 50], [9, 9], answers(700)) : acme,
      ownRow(38.2),
    ])
    expect(remarks).toContain(
      'The service returned 1E16 for Acme’s visibility on Bing, which is impossible, so it isn’t shown.',
    )
  })
})

describe('a week whose market is known', () => {
  const level = (brand: string) => 30 + 4 * brands.indexOf(brand)

  async function ask(score: Score, { isBrief = true, seed = 5 } = {}) {
    const { api, market } = plantedMarket(score, { seed })
    const report = await enginesOf(api, [], { market, isBrief })
    return { api, ...report }
  }
  const newsOf = ({ engines }: Awaited<ReturnType<typeof ask>>) =>
    engines.flatMap((part) => (part.ok && part.data.news ? [[part.data.engine, part.data.news.kind]] : []))

  it('takes no request per engine, and shows the service’s numbers', async () => {
    const score: Score = ({ brand }) => level(brand)
    const brief = await ask(score)
    const full = await ask(score, { isBrief: false })
    expect(brief.api.asked.brands).toEqual([])
    expect(full.api.asked.brands).toHaveLength(5)
    expect(engineLines(brief)).toEqual(engineLines(full))
    expect(engineLines(brief)).toHaveLength(5)
    expect(enginesHeadline(brief)).toBe(enginesHeadline(full))
  })

  it('rarely has a best, a worst or news among equal engines', async () => {
    let named = 0
    for (let seed = 1; seed <= 40; seed += 1) {
      const report = await ask(({ brand }) => level(brand), { seed })
      named += report.best || report.worst || newsOf(report).length > 0 ? 1 : 0
    }
    expect(named).toBeLessThanOrEqual(4)
  })

  it('names the engine that is below the others, and the change that became news there', async () => {
    const report = await ask(({ brand, engine, week }) =>
      brand === 'Own' && engine === 'Google' ? (week === 0 ? 8 : 24) : level(brand),
    )
    expect([report.best, report.worst?.engine]).toEqual([null, 'Google'])
    expect(newsOf(report)).toEqual([['Google', 'step']])
    expect(enginesRemarks(report).join(' ')).toMatch(
      /More than ordinary variation: Google ▼ down \d+\.\d points\./,
    )
  })

  it('doesn’t tell a change again in the weeks after it', async () => {
    const fallen =
      (since: number): Score =>
      ({ brand, engine, week }) =>
        brand === 'Own' && engine === 'Google' && week >= since ? 12 : level(brand)
    expect(newsOf(await ask(fallen(0)))).toHaveLength(1)
    expect(newsOf(await ask(fallen(-1)))).toEqual([])
  })

  it('says first which engine was not collected, which is not “in none of its answers”', async () => {
    const report = await ask(({ brand, engine, week }) =>
      engine === 'Claude' && week === 0 ? null : brand === 'Own' && engine === 'Google' ? 0.5 : level(brand),
    )
    expect(report.notCollected).toEqual(['Claude'])
    expect(enginesHeadline(report)).toMatch(/^Claude was not collected in the week of 9–15 Nov\. /)
    expect(engineLines(report).join()).not.toContain('Claude')
    expect(engineLines(report).join()).toContain('Google')
  })

  it('is asked for where an engine’s answers no longer name the brand, to say where it was last', async () => {
    const report = await ask(({ brand, engine, week }) =>
      brand === 'Own' && engine === 'Google' && week === 0 ? 0 : level(brand),
    )
    expect(report.api.asked.brands.length).toBeGreaterThan(0)
    expect(enginesRemarks(report).join(' ')).toContain('▼ Your brand no longer appears on Google')
  })
})
