import { describe, expect, it } from 'vitest'
import type { Claim } from '../../bench/headlines/claims.ts'
import { checkSentences, type Rows } from '../../bench/headlines/facts.ts'
import { judge } from '../../bench/headlines/judge.ts'
import { benchMarkets, HISTORY, START } from '../../bench/headlines/markets.ts'
import { live } from '../../bench/headlines/run.ts'

const period = { start: '2026-06-08', end: '2026-06-14' }
const metric = (value: number, prev_value: number) => ({ value, prev_value })
const row = (brand: string, value: number, before: number) => ({
  brand,
  visibility_score: metric(value, before),
  presence_rate: metric(value, before),
  presence_rate_total: metric(1650, 1600),
  is_my_brand: brand === 'Northwind',
})
const rows: Rows = {
  rows: [row('Globex', 52.1, 51), row('Northwind', 41.3, 38.9), row('Acme', 39.4, 40.2)],
  total: 3,
}
const claimsIn = (text: string, byEngine?: ReadonlyMap<string, Rows>) =>
  checkSentences({ claims: [], text, period }, rows, byEngine).contradictions

describe('checking a message against the rows', () => {
  it.each([
    '▲ Northwind overtook Acme and is now 2nd of 3 (41.3% visibility, up 2.4 points).',
    'Northwind is 2nd of 3, 3rd before, with 41.3% visibility (38.9% before).',
    'Acme slipped 0.8 points to 39.4% visibility. Northwind is 2nd of 3, 1.9 points ahead, was 1.3 behind.',
    '2nd Northwind (you): 41.3% visibility, ▲ up 2.4 points',
    'How measured: Week of Mon 8 – Sun 14 Jun 2026 (UTC) · all engines · 9,999 answers',
  ])('finds nothing in: %s', (text) => expect(claimsIn(text)).toEqual([]))

  it.each([
    ['another score', 'Northwind is 2nd of 3 with 41.4% visibility.'],
    ['another change', '▲ Northwind is up 2.5 points to 41.3% visibility.'],
    ['another direction', 'Acme is up 0.8 points to 39.4% visibility.'],
    ['another place', 'Northwind is 4th of 3 with 41.3% visibility.'],
    ['a place of before told as now', 'Northwind is 3rd of 3 with 41.3% visibility.'],
    ['another number of brands', 'Northwind is 2nd of 12 with 41.3% visibility.'],
    ['a place that changed told as kept', 'Northwind stays 2nd with 41.3% visibility.'],
    ['an overtake by the one behind', '▼ Acme overtook Northwind: 39.4% visibility against 41.3%.'],
    ['another gap', 'Acme slipped 0.8 points. Northwind is 2nd of 3, 2.9 points ahead.'],
    ['another sample', 'Northwind has 41.3% visibility in 1,700 answers.'],
  ])('finds %s', (_, text) => expect(claimsIn(text)).toHaveLength(1))

  it("finds an engine's share of a change that is not in its rows", () => {
    const onEngine = (now: number, before: number): Rows => ({
      rows: [{ ...row('Northwind', now, before), presence_rate_total: metric(825, 800) }],
      total: 1,
    })
    const byEngine = new Map([
      ['Claude', onEngine(44.6, 38.9)],
      ['Google', onEngine(38, 38.9)],
    ])
    expect(claimsIn('+2.4 points, of which Claude +2.8; the rest could be chance.', byEngine)).toEqual([])
    expect(claimsIn('+2.4 points, of which Google +2.8; the rest could be chance.', byEngine)).toHaveLength(1)
  })
})

describe('judging statements by the truth', () => {
  const markets = benchMarkets(1, 40)
  const observe = (market: number, week: number, ...claims: readonly Partial<Claim>[]) => {
    const start = Temporal.PlainDate.from(START).add({ weeks: week })
    const days = { start: start.toString(), end: start.add({ days: 6 }).toString() }
    const about: Claim = {
      source: 'headline',
      kind: 'quiet',
      direction: null,
      brands: [],
      engines: [],
      since: null,
      ...days,
    }
    const one = { claims: claims.map((claim) => ({ ...about, ...claim })), text: '', period: days }
    return { market, week, messages: [one], sentences: 0, contradictions: [] }
  }
  const up = { kind: 'own_change', direction: 'up', brands: ['Northwind'] } as const

  it('counts news in a calm week as false, but not a quiet headline', () => {
    const { falseNews } = judge(markets, [observe(0, HISTORY, up), observe(0, HISTORY + 1, {})])
    expect(falseNews.usual).toEqual({ hits: 1, of: 2 })
  })

  it('finds a shift in its week and direction', () => {
    const [shift] = markets[5]?.planned ?? []
    if (shift?.kind !== 'shift') throw new Error('no shift planned')
    const direction = shift.errors > 0 ? 'up' : 'down'
    const judged = (claim: Partial<Claim>) => judge(markets, [observe(5, shift.week, claim)]).ownShifts.get(5)
    expect(judged({ ...up, direction })).toEqual({ hits: 1, of: expect.any(Number) })
    expect(judged({ ...up, direction: direction === 'up' ? 'down' : 'up' })?.hits).toBe(0)
  })

  it('counts an overtake by a permanently equal brand as false', () => {
    const overtaken = { kind: 'overtaken', direction: 'down', brands: ['Acme'] } as const
    expect(judge(markets, [observe(2, HISTORY, overtaken)]).falseOvertakes).toEqual({ hits: 1, of: 1 })
  })

  it('accepts the engine that moved, and no other', () => {
    const shift = markets[5]?.planned.find(
      (one) => one.kind === 'shift' && one.engine !== null && one.brand === 0,
    )
    if (shift?.kind !== 'shift' || shift.engine === null) throw new Error('no shift on one engine planned')
    const direction = shift.errors > 0 ? 'up' : 'down'
    const why = (engine: string) =>
      judge(markets, [observe(5, shift.week, { ...up, direction, engines: [engine] })]).why.hits
    expect(why(shift.engine)).toBe(1)
    expect(why(shift.engine === 'Claude' ? 'ChatGPT' : 'Claude')).toBe(0)
  })
})

describe('going through the weeks of a market', () => {
  it('gives each week its digest, with sentences that match the rows', async () => {
    const markets = benchMarkets(1, 2).slice(0, 1)
    const lived = await live({
      markets: markets.map(({ plan }, index) => ({ index, plan })),
      weeks: 2,
      checkout: null,
    })
    expect(lived.map(({ week }) => week)).toEqual([HISTORY, HISTORY + 1])
    for (const { messages, sentences, contradictions } of lived) {
      expect(messages.at(-1)?.text).toContain('Northwind')
      expect(sentences).toBeGreaterThan(0)
      expect(contradictions).toEqual([])
    }
  })
})
