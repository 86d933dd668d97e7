import { describe, expect, it } from 'vitest'
import type { BrandRow } from '../../src/api/index.ts'
import { whyLine } from '../../src/blocks/visibility/why.ts'
import { judgedReport } from '../../src/insights/headline.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import { changeReasons, subjectOfWhy, withReasons } from '../../src/insights/why.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { noFilters } from '../../src/model/question.ts'
import { brands, engines, plantedMarket, type Score } from './reading/stored-weeks.ts'
import { noise } from './reading/weeks.ts'
import { answers, mine, question, row, type Service, scope, service, unavailable } from './service.ts'

type Query = Service['asked']['brands'][number]

/** Each engine's score of the own brand, now and before. All engines have the same number of answers. */
const market = { ChatGPT: [41, 40], Gemini: [39, 40], Claude: [40, 40], Bing: [40, 40], Perplexity: [10, 40] }

const scored = (brand: string, score: readonly [number, number], sample: number, more = {}): BrandRow =>
  row(brand, score, [10, 10], { ...answers(sample), ...more })

/** A service whose parts add up to the whole, except where `answer` returns something else. */
function world(answer: (query: Query) => readonly BrandRow[] | Error | undefined = () => undefined) {
  const scores = Object.entries(market)
  const ownRow = ({ sources, funnel_stages, keyword_type }: Query) => {
    const chosen = scores.filter(([engine]) => !sources?.length || sources.includes(engine))
    const mean = (at: 0 | 1) => chosen.reduce((sum, [, scores]) => sum + (scores[at] ?? 0), 0) / chosen.length
    const share = (funnel_stages?.length ? 1 / 3 : 1) * (keyword_type?.length ? 1 / 2 : 1)
    return scored('Own', [mean(0), mean(1)], chosen.length * 330 * share, mine)
  }
  const inner = service({
    brands: (query) => {
      const answered = answer(query)
      if (answered !== undefined) return answered
      const rows = [scored('Acme', [50, 50], 1650), ownRow(query), scored('Globex', [42, 42], 1650)]
      return query.brands?.length ? rows.filter(({ brand }) => query.brands?.includes(brand)) : rows
    },
  })
  return {
    ...inner,
    listed: 0,
    async insightsFilters() {
      this.listed += 1
      return { sources: Object.keys(market), brands: [], countries: [], categories: [] }
    },
  }
}

const ask = async (api: ReturnType<typeof world>, more: object = {}, clock = systemClock) =>
  withReasons(api, clock, scope, await visibilityReport(api, { ...question, ...more }), async () => null)

describe('a report whose headline is a change', () => {
  it('names the engine that caused it, with at most twelve further requests', async () => {
    const api = world()
    const { why } = await ask(api)
    expect(why?.of.brand).toBe('Own')
    expect(why?.splits.map(({ dimension }) => dimension)).toEqual(['engine'])
    const causes = why?.splits.flatMap(({ parts }) => parts.filter(({ isCause }) => isCause)) ?? []
    expect(causes.map(({ part }) => part)).toEqual(['Perplexity'])
    expect(causes[0]?.contribution).toBeCloseTo(-6, 6)
    expect(api.asked.brands.length - 1 + api.listed).toBeLessThanOrEqual(12)
    expect(api.asked.brands.slice(1).every(({ brands }) => brands?.join() === 'Own')).toBe(true)
    expect(api.asked.brands.some(({ competitor_types }) => competitor_types?.length)).toBe(false)
  })

  it('sends its requests once for everybody with the same report', async () => {
    const api = world()
    const first = await ask(api)
    const asked = api.asked.brands.length
    const reports = await Promise.all([ask(api), ask(api), ask(api)])
    for (const { why } of reports) expect(why?.splits).toEqual(first.why?.splits)
    // Without a cache, each report is requested again. Concurrent callers share it and its parts.
    expect(api.asked.brands.length).toBe(2 * asked)
  })

  it('sends no requests if the change is within chance or not a headline', async () => {
    const calm = world((query) =>
      query.brands?.length ? undefined : [scored('Acme', [50, 50], 100), scored('Own', [36, 40], 100, mine)],
    )
    expect((await ask(calm)).why).toBeUndefined()
    expect([calm.asked.brands.length, calm.listed]).toEqual([1, 0])
  })

  it('splits a rival’s change if that is the headline', async () => {
    const fallen = { ChatGPT: 50, Gemini: 50, Claude: 50, Bing: 50, Perplexity: 20 } as Record<string, number>
    const api = world((query) => {
      const [engine] = query.sources ?? []
      const ownBrand = scored('Own', [40, 40], 1650, mine)
      if (engine !== undefined) return [scored('Acme', [fallen[engine] ?? 0, 50], 330)]
      return query.brands?.length ? [] : [ownBrand, scored('Acme', [44, 50], 1650)]
    })
    const { why, headline } = await ask(api)
    if (headline.kind !== 'rival_change') throw new Error(headline.kind)
    expect(why?.of.brand).toBe('Acme')
    expect(why?.splits).toMatchObject([{ parts: [{ part: 'Perplexity', isCause: true }, {}, {}, {}, {}] }])
  })

  it('stays within the question’s own engines and filters', async () => {
    const api = world()
    const filters = { ...noFilters, keywordTypes: ['Brand'] }
    const { why } = await ask(api, { engines: ['ChatGPT', 'Perplexity'], filters })
    expect(why?.splits.map(({ dimension }) => dimension)).toEqual(['engine'])
    expect(api.listed).toBe(0)
    for (const { keyword_type, sources } of api.asked.brands) {
      expect(keyword_type).toEqual(['Brand'])
      expect(['ChatGPT', 'Perplexity']).toEqual(expect.arrayContaining([...(sources ?? [])]))
    }
  })

  it('is shown without a split if a part can’t be read, has no row, or the parts don’t add up', async () => {
    for (const answer of [unavailable, [], [scored('Own', [40, 40], 200, mine)], new TypeError('oops')]) {
      const api = world(({ sources }) => (sources?.includes('Gemini') ? answer : undefined))
      const { why, headline } = await ask(api)
      expect(headline.kind).toBe('own_change')
      expect(why?.splits.some(({ dimension }) => dimension === 'engine') ?? false).toBe(false)
    }
  })

  it('is shown without a split if that takes too long', async () => {
    const api = world()
    const never = { ...api, insightsFilters: () => new Promise<never>(() => {}) }
    const impatient = { ...systemClock, sleep: () => Promise.resolve() }
    const report = await ask(never, {}, impatient)
    expect(report).toMatchObject({ headline: { kind: 'own_change' } })
    expect(report.why).toBeUndefined()
  })
})

it('a question why splits even a small change, including by site type, and says what could not be split', async () => {
  const api = world((query) =>
    query.funnel_stages?.length
      ? unavailable
      : query.competitor_types?.length
        ? [scored('Own', [34, 40], 2_000, mine)]
        : undefined,
  )
  const report = await visibilityReport(api, { ...question })
  const of = subjectOfWhy(report)
  if (of === null) throw new Error('nobody to ask about')
  const why = await changeReasons(api, scope, report, of, { market: null })
  expect(why.splits.map(({ dimension }) => dimension)).toEqual(['engine', 'keywordType'])
  expect(why.unsplit).toEqual([
    { dimension: 'funnelStage', reason: 'unread' },
    { dimension: 'siteType', reason: 'no_sum' },
  ])
})

describe('a week whose market is known', () => {
  async function askPlanted(score: Score) {
    const { api, market } = plantedMarket(score)
    const judged = judgedReport(await visibilityReport(api, question), market)
    return { api, report: await withReasons(api, systemClock, scope, judged, async () => market) }
  }
  const level = (brand: string) => 32 + 4 * brands.indexOf(brand)
  const fallen =
    (by: (engine: string) => number): Score =>
    ({ brand, engine, week }) =>
      level(brand) + (brand === 'Own' ? 12 - (week === 0 ? by(engine) : 0) : 0)

  it('takes no further requests, and names the engine that fell by more than its ordinary variation', async () => {
    const { api, report } = await askPlanted(fallen((engine) => (engine === 'Google' ? 30 : 0)))
    expect(api.asked.brands).toHaveLength(1)
    expect(report.why === undefined ? null : whyLine(report.why)).toMatch(
      /^(It’s all|Mostly) Google \(down \d+\.\d points\)/,
    )
  })

  it('counts an engine that doesn’t list the brand as one with none of its answers', async () => {
    const score = fallen((engine) => (engine === 'Google' ? 30 : 0))
    const { api, market } = plantedMarket((at) =>
      at.brand === 'Own' && at.engine === 'Claude' ? 0 : score(at),
    )
    const stored = market.stored.map((week) => {
      const figures = week.engines.Claude?.figures.with(0, null) ?? []
      return { ...week, engines: { ...week.engines, Claude: { answers: 330, figures } } }
    })
    const judged = judgedReport(await visibilityReport(api, question), market)
    const { why } = await withReasons(api, systemClock, scope, judged, async () => ({ ...market, stored }))
    expect(why?.splits[0]?.parts).toContainEqual(expect.objectContaining({ part: 'Claude', contribution: 0 }))
  })

  it('says that it fell everywhere if it did', async () => {
    const { report } = await askPlanted(fallen(() => 20))
    expect(report.why === undefined ? null : whyLine(report.why)).toMatch(
      /^It fell everywhere, most on \w+ \(down/,
    )
  })

  it('names none for a fall of the ordinary size, however large the sample', async () => {
    // Every engine of every brand wobbles by about 9 points from week to week.
    const wobble = (week: number, engine: string, brand: string) =>
      9 * noise(week + 40, engines.indexOf(engine), brands.indexOf(brand))
    const { report } = await askPlanted(({ brand, engine, week }) =>
      brand === 'Own' && week >= -1
        ? 44 + (engine === 'Google' ? (week === 0 ? -9 : 9) : week === 0 ? -3 : 0)
        : Math.max(4, level(brand) + 10 + wobble(week, engine, brand)),
    )
    expect(report.headline.kind).toBe('quiet')
    expect(report.why).toBeUndefined()
  })
})
