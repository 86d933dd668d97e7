import { describe, expect, it } from 'vitest'
import type { PlantedMarket } from '../../../sandbox/service/planted/plan.ts'
import { pointsOfShift, truthOf } from '../../../sandbox/service/planted/truth.ts'
import { frozenClock, type Page, type Query, queryOf, type Row, send, started, tokenFor } from './support.ts'

const ENGINES = ['ChatGPT', 'Perplexity', 'Google', 'Claude', 'Gemini'] as const
const ID = '5f0c1d2e-0000-4000-8000-000000000001'
const START = '2024-09-02'

const market: PlantedMarket = {
  id: ID,
  seed: 3,
  start: START,
  engines: ENGINES,
  answers: 330,
  brands: [
    { name: 'Northwind', mine: true, levels: [44, 38, 31, 40, 36] },
    { name: 'Acme', levels: [30, 36, 45, 41, 38], changes: [{ kind: 'absent', week: 40, weeks: 3 }] },
    { name: 'Globex', levels: [20, 25, 30, 22, 18], changes: [{ kind: 'absent', week: 0, weeks: 50 }] },
  ],
}

/** Starts a service with these markets, and returns functions that request the first market's brands. */
async function serve(first: PlantedMarket, ...others: readonly PlantedMarket[]) {
  const service = await started({
    clock: frozenClock('2026-08-24T09:00:00Z'),
    tokenLifeSeconds: 3600,
    markets: [first, ...others],
  })
  const token = await tokenFor(service, service.keys.workspace)
  const { organizationId, workspaceId } = service.demo
  const analysis = (id: string) =>
    `${service.searchBaseUrl}/v1/organizations/${organizationId}/workspaces/${workspaceId}/analyses/${id}/search`
  const monday = (week: number) => Temporal.PlainDate.from(START).add({ weeks: week }).toString()
  const page = async <T>(path: string) => (await send<Page<T>>(path, { token })).body
  return {
    monday,
    rows: async (week: number, query: Query = {}) =>
      (
        await page<Row>(
          `${analysis(first.id)}/brands${queryOf({ date_start: monday(week), page_size: 100, ...query })}`,
        )
      ).data,
    ask: (query: Query) => page<Row>(`${analysis(first.id)}/brands${queryOf(query)}`),
    collects: async () =>
      (
        await page<{ date: string; total: number }>(
          `${analysis(first.id)}/collects${queryOf({ page_size: 100 })}`,
        )
      ).data,
  }
}

const of = (rows: readonly Row[], brand: string) => rows.find((row) => row.brand === brand)
const named = (rows: readonly Row[], brand: string) => of(rows, brand)?.presence_rate_occurrences.value ?? 0
const answers = (rows: readonly Row[], brand: string) => of(rows, brand)?.presence_rate_total.value ?? 0

describe('a market with a planned truth', () => {
  it('gives the same numbers for the same seed, and different ones for another', async () => {
    const [once, again, other] = await Promise.all([
      serve(market),
      serve(market),
      serve({ ...market, seed: 4 }),
    ])
    const rows = await once.rows(60)
    expect(rows.map(({ brand }) => brand).toSorted()).toEqual(['Acme', 'Globex', 'Northwind'])
    expect(await again.rows(60)).toEqual(rows)
    expect(await other.rows(60)).not.toEqual(rows)
  })

  it.each([
    ['sources', ENGINES],
    ['funnel_stages', ['ToFu', 'MoFu', 'BoFu']],
    ['keyword_type', ['Generic', 'Brand']],
  ] as const)('adds up answers, answers that name a brand, and mentions over %s', async (filter, values) => {
    const { rows } = await serve(market)
    const whole = await rows(20)
    const parts = await Promise.all(values.map((value) => rows(20, { [filter]: [value] })))
    const sum = (read: (part: readonly Row[]) => number) =>
      parts.reduce((total, part) => total + read(part), 0)
    for (const brand of ['Northwind', 'Acme']) {
      expect(sum((part) => named(part, brand))).toBe(named(whole, brand))
      expect(sum((part) => answers(part, brand))).toBe(answers(whole, brand))
      expect(sum((part) => of(part, brand)?.total_mentions.value ?? 0)).toBe(
        of(whole, brand)?.total_mentions.value,
      )
    }
    expect(answers(whole, 'Northwind')).toBe(5 * 330)
  })

  it('compares a week with the previous week, and other ranges with as many days before', async () => {
    const { rows, ask, monday } = await serve(market)
    const [before, now] = [await rows(30), await rows(31)]
    expect(of(now, 'Northwind')?.visibility_score.prev_value).toBe(
      of(before, 'Northwind')?.visibility_score.value,
    )
    const day = (offset: number) => Temporal.PlainDate.from(monday(31)).add({ days: offset }).toString()
    const range = (from: number, to: number) =>
      ask({ date_start: day(from), date_end: day(to), period: 'week' }).then(({ data }) =>
        of(data, 'Northwind'),
      )
    const [earlier, later] = [await range(0, 2), await range(3, 5)]
    expect(later?.visibility_score.prev_value).toBe(earlier?.visibility_score.value)
    expect(of(await rows(0), 'Northwind')?.visibility_score.prev_value).toBeNull()
  })

  it('has scores that vary around the truth as much as the truth predicts', async () => {
    const { rows } = await serve({ ...market, competition: 0.5 })
    const truth = truthOf(market)
    const off: number[] = []
    for (let week = 0; week < 100; week++) {
      const now = await rows(week)
      for (const [brand, { name }] of market.brands.slice(0, 1).entries()) {
        const days = truth.week(week)
        const distance = (of(now, name)?.visibility_score.value ?? 0) - (truth.score(brand, days) ?? 0)
        off.push(distance / (truth.standardError(brand, days) ?? 1))
      }
    }
    const mean = off.reduce((sum, one) => sum + one, 0) / off.length
    const variance = off.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (off.length - 1)
    // Four standard errors of a mean and of a variance over a hundred values.
    expect(Math.abs(mean)).toBeLessThan(0.4)
    expect(Math.abs(variance - 1)).toBeLessThan(0.57)
  })

  it('lets one brand exclude others if an answer has room for only a few', async () => {
    const { rows } = await serve({ ...market, competition: 1 })
    const { rows: independent } = await serve(market)
    /** The variance of the number of brands named in a week's answers. */
    const spread = async (read: typeof rows) => {
      const sums: number[] = []
      for (let week = 50; week < 90; week++) {
        const now = await read(week)
        sums.push(now.reduce((sum, { brand }) => sum + named(now, brand), 0))
      }
      const mean = sums.reduce((sum, one) => sum + one, 0) / sums.length
      return sums.reduce((sum, one) => sum + (one - mean) ** 2, 0)
    }
    expect(await spread(rows)).toBeLessThan((await spread(independent)) / 2)
  })

  it('moves the true score by the planned number of standard errors, on all engines or one', () => {
    for (const engine of [undefined, 'Claude'] as const) {
      const points = pointsOfShift(market, 0, { week: 12, errors: 4, ...(engine && { engine }) })
      const [ownBrand, ...others] = market.brands
      if (ownBrand === undefined) throw new Error('no own brand')
      const shifted = {
        ...market,
        brands: [
          { ...ownBrand, changes: [{ kind: 'shift' as const, week: 12, points, ...(engine && { engine }) }] },
          ...others,
        ],
      }
      const { score, changeError, week } = truthOf(shifted)
      const change = (score(0, week(12)) ?? 0) - (score(0, week(11)) ?? 0)
      expect(change / (changeError(0, week(11), week(12)) ?? 1)).toBeCloseTo(4, 2)
      expect(score(0, week(12), ['Google'])).toBeCloseTo(engine ? 31 : 31 + points)
    }
  })

  it('has no row for a brand that is not named, or not yet', async () => {
    const { rows } = await serve(market)
    for (const [week, acme, globex] of [
      [39, true, false],
      [40, false, false],
      [42, false, false],
      [43, true, false],
      [50, true, true],
    ] as const) {
      const now = await rows(week)
      expect([of(now, 'Acme') !== undefined, of(now, 'Globex') !== undefined]).toEqual([acme, globex])
    }
  })

  it('has no collect for days that were not collected, and no answers for an engine that was not', async () => {
    const gaps = [{ date: '2026-08-18' }, { date: '2026-08-20', engine: 'Google' as const }]
    const { collects, rows } = await serve({ ...market, gaps })
    const list = await collects()
    expect(list.some(({ date }) => date === '2026-08-18')).toBe(false)
    const total = (day: string) => list.find(({ date }) => date === day)?.total ?? 0
    expect([total('2026-08-19'), total('2026-08-20')]).toEqual([235, 188])
    const now = await rows(102)
    expect(answers(now, 'Northwind')).toBe(5 * 330 - 235 - 47)
    expect(answers(await rows(102, { sources: ['Google'] }), 'Northwind')).toBe(330 - 2 * 47)
  })

  it('has room for hundreds of brands, even with the own brand last', async () => {
    const { ask, monday } = await serve({
      ...market,
      brands: [
        { name: 'Northwind', mine: true, levels: [0.3, 0.3, 0.3, 0.3, 0.3] },
        { name: 'Acme', levels: [40, 40, 40, 40, 40] },
      ],
      tail: Array.from({ length: 518 }, (_, index) => 3 - index / 400),
    })
    const { data, pagination } = await ask({ date_start: monday(50), page: 6, page_size: 100 })
    expect(pagination.total).toBe(520)
    expect(data.at(-1)?.brand).toBe('Northwind')
  })
})
