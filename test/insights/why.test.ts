import { describe, expect, it } from 'vitest'
import { ApiError, type BrandRow } from '../../src/api/index.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import { noFilters } from '../../src/insights/brands/brand-query.ts'
import { changeReasons, explainedReport, subjectOfWhy } from '../../src/insights/why.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { lastWeek, mine, row, type Service, scope, service } from './service.ts'

const unavailable = new ApiError({
  code: 'unavailable',
  message: 'status 503',
  userMessage: 'The analytics service does not answer. Try again in a few minutes.',
  retryable: true,
})

type Query = Service['asked']['brands'][number]

/** Each engine's score of the own brand, now and before. All engines have the same number of answers. */
const market = { ChatGPT: [41, 40], Gemini: [39, 40], Claude: [40, 40], Bing: [40, 40], Perplexity: [10, 40] }

const scored = (
  brand: string,
  [now, before]: readonly [number, number],
  answers: number,
  more = {},
): BrandRow =>
  row(brand, [now, before], [10, 10], {
    presence_rate_total: { value: answers, prev_value: answers, unit: 'answers' },
    ...more,
  })

/** A service whose parts add up to the whole, except where `answer` returns something else. */
function world(answer: (query: Query) => readonly BrandRow[] | Error | undefined = () => undefined) {
  const engines = Object.entries(market)
  const ownRow = ({ sources, funnel_stages, keyword_type }: Query) => {
    const chosen = engines.filter(([engine]) => !sources?.length || sources.includes(engine))
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
      return { sources: engines.map(([engine]) => engine), brands: [], countries: [], categories: [] }
    },
  }
}

const question = { scope, period: lastWeek, engines: [], brands: [] }
const ask = (api: ReturnType<typeof world>, more: object = {}) =>
  explainedReport(api, systemClock, { ...question, ...more })

describe('a report whose headline is a change', () => {
  it('names the engine that caused it, with at most twelve further requests', async () => {
    const api = world()
    const { why } = await ask(api)
    expect(why?.of.brand).toBe('Own')
    expect(why?.splits.map(({ dimension }) => dimension)).toEqual(['engine', 'funnelStage', 'keywordType'])
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

  it('sends no requests if the change is within chance', async () => {
    const calm = world((query) =>
      query.brands?.length ? undefined : [scored('Acme', [50, 50], 100), scored('Own', [36, 40], 100, mine)],
    )
    expect((await ask(calm)).why).toBeUndefined()
    expect([calm.asked.brands.length, calm.listed]).toEqual([1, 0])
  })

  it('with a hardly collected engine shows the gap, and a change only if the other engines changed', async () => {
    // Claude scores far above the others, and half of the answers are missing, nearly all of them Claude's.
    const before = { ChatGPT: 20, Gemini: 20, Claude: 70 } as Record<string, number>
    const answers = { ChatGPT: [600, 600], Gemini: [600, 600], Claude: [40, 1200] } as Record<
      string,
      number[]
    >
    const gap = (rise: number) => {
      const engines = Object.keys(before)
      const part = (engine: string) =>
        row('Own', [(before[engine] ?? 0) + rise, before[engine] ?? 0], [10, 10], {
          ...mine,
          presence_rate_total: {
            value: answers[engine]?.[0] ?? 0,
            prev_value: answers[engine]?.[1] ?? 0,
            unit: '',
          },
        })
      const total = (at: 0 | 1) => engines.reduce((sum, engine) => sum + (answers[engine]?.[at] ?? 0), 0)
      const mean = (at: 0 | 1) =>
        engines.reduce(
          (sum, engine) =>
            sum +
            ((before[engine] ?? 0) + (at === 0 ? rise : 0)) * ((answers[engine]?.[at] ?? 0) / total(at)),
          0,
        )
      const whole = row('Own', [mean(0), mean(1)], [10, 10], {
        ...mine,
        presence_rate_total: { value: total(0), prev_value: total(1), unit: '' },
      })
      return {
        ...service({
          brands: ({ sources, brands }) => {
            if (sources?.length) return sources.map(part)
            return brands?.length ? [] : [whole, row('Acme', [50, 50], [10, 10])]
          },
        }),
        listed: 0,
        insightsFilters: async () => ({ sources: engines, brands: [], countries: [], categories: [] }),
      }
    }
    const mixed = await ask(gap(0))
    expect(mixed.own?.visibility.delta).toBeLessThan(-20)
    expect(mixed.headline).toMatchObject({ kind: 'data_gap', within: null })
    const risen = await ask(gap(8))
    expect(risen.headline).toMatchObject({ kind: 'data_gap', within: expect.closeTo(8, 1) })
    expect(headlineSentence(risen)).toMatch(
      /^Only 1,240 answers, .*With the same mix of engines, that’s up 8\.0 points\.$/,
    )
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
    expect(why?.splits.map(({ dimension }) => dimension)).toEqual(['engine', 'funnelStage'])
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
    const report = await explainedReport(never, impatient, question)
    expect(report).toMatchObject({ headline: { kind: 'own_change' } })
    expect(report.why).toBeUndefined()
  })
})

describe('a question why', () => {
  it('splits even a small change, including by site type, and says what could not be split', async () => {
    const api = world((query) =>
      query.funnel_stages?.length
        ? unavailable
        : query.competitor_types?.length
          ? [scored('Own', [34, 40], 2_000, mine)]
          : undefined,
    )
    const report = await explainedReport(api, systemClock, { ...question })
    const of = subjectOfWhy(report)
    if (of === null) throw new Error('nobody to ask about')
    const why = await changeReasons(api, scope, report, of)
    expect(why.splits.map(({ dimension }) => dimension)).toEqual(['engine', 'keywordType'])
    expect(why.unsplit).toEqual([
      { dimension: 'funnelStage', reason: 'unread' },
      { dimension: 'siteType', reason: 'no_sum' },
    ])
  })
})
