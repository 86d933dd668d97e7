import { describe, expect, it } from 'vitest'
import type { BrandRow } from '../../src/api/index.ts'
import { gapsAnswer } from '../../src/blocks/visibility/gaps.ts'
import { gapReport } from '../../src/insights/gaps.ts'
import { storedRows } from '../../src/insights/market.ts'
import { gapsData } from '../../src/mcp/structured.ts'
import { Chance } from '../chance.ts'
import { plantedMarket } from './reading/stored-weeks.ts'
import {
  answers,
  collectedDaily,
  lastWeek,
  mine,
  row,
  type Service,
  scope,
  service,
  unavailable,
} from './service.ts'

type Query = Service['asked']['brands'][number]

const scored = (brand: string, score: number | null, sample: number, more = {}): BrandRow =>
  row(brand, [score, score], [10, 10], { ...answers(sample), ...more })

const segmentOf = ({ sources, funnel_stages, keyword_type, competitor_types }: Query) =>
  [sources, funnel_stages, keyword_type, competitor_types].flatMap((values) => values ?? []).join()

/** @param scores own and leader in a segment; `''` is the whole, and segments not named are level */
function world(scores: Readonly<Record<string, readonly BrandRow[] | Error>>, engines = ['ChatGPT', 'Bing']) {
  const level = [scored('Acme', 40, 500), scored('Own', 40, 500, mine), scored('Globex', 20, 500)]
  return service({ brands: (query) => scores[segmentOf(query)] ?? level, engines })
}
const ask = (api: ReturnType<typeof world>) => gapReport(api, { scope, period: lastWeek, market: null })
const textOf = (report: Awaited<ReturnType<typeof ask>>) =>
  gapsAnswer(report, { shareable: false, command: 'gaps' }).text
const pair = (own: number, leader: number, sample = 500) => [
  scored('Acme', leader, sample),
  scored('Own', own, sample, mine),
]

describe('the gaps', () => {
  it('are listed only if they are more than ordinary variation: first where the own brand trails most, last where it leads', async () => {
    const report = await ask(
      world({
        ChatGPT: pair(30, 55),
        Bing: pair(30, 55, 30),
        ToFu: pair(20, 60),
        COMPARISON_SITE: pair(70, 30),
      }),
    )
    const leader = { brand: 'Acme', score: 60 }
    expect(report.gaps).toMatchObject([
      { dimension: 'funnelStage', part: 'ToFu', ownScore: 20, leader, answers: 500 },
      { dimension: 'engine', part: 'ChatGPT' },
      { dimension: 'siteType', part: 'COMPARISON_SITE', ownScore: 70 },
    ])
    expect(report.tooClose.map(({ part }) => part)).toContain('Bing')
    expect(report.gaps.length + report.tooClose.length).toBe(2 + 3 + 2 + 12)
  })

  it('are as large in figures for Slackbot as in words', async () => {
    const report = await ask(world({ ToFu: pair(20.04, 60.06) }))
    expect(textOf(report)).toContain('20.0% against Acme’s 60.1%, 40.1 points behind')
    expect(gapsData(report).gaps).toMatchObject([{ own_score: 20, leader_score: 60.1, points_ahead: -40.1 }])
  })

  it('have the unit of the scores', async () => {
    const unitless = pair(20, 60).map((one) => ({
      ...one,
      visibility_score: { ...one.visibility_score, unit: '' },
    }))
    const api = world({ '': unitless, ToFu: unitless })
    expect(textOf(await ask(api))).toContain('20.0 against Acme’s 60.0, 40.0 points behind')
  })

  it('take one request per segment, four at a time', async () => {
    const api = world({})
    await ask(api)
    expect(api.asked.brands.length).toBe(1 + 2 + 3 + 2 + 12)
    expect(api.asked.atOnce).toBeLessThanOrEqual(5)
    expect(new Set(api.asked.limits.slice(1))).toEqual(new Set([100]))
  })

  it('name what could not be read, and count what has no score or no room', async () => {
    const engines = Array.from({ length: 20 }, (_, index) => `Engine ${index}`)
    const ownRows = [scored('Own', null, 500, mine), scored('Acme', 50, 500)]
    const api = world({ ToFu: unavailable, MoFu: ownRows, BoFu: [] }, engines)
    const report = await ask(api)
    expect(report.unread).toEqual([{ ok: false, subject: 'ToFu', reason: unavailable.userMessage }])
    expect(report.notMeasured).toEqual(['MoFu', 'BoFu'])
    expect(report.leftOut).toBe(20 + 17 - 30)
    expect(api.asked.brands.length).toBe(1 + 30)
  })

  it('find an own brand beyond the first hundred by its name', async () => {
    const many = Array.from({ length: 120 }, (_, index) => scored(`Brand ${index}`, 60 - index / 10, 800))
    const all = [...many, scored('Own', 5, 800, mine)]
    const api = service({
      brands: ({ brands }) => (brands?.length ? [scored('Own', 5, 800, mine)] : all),
      engines: ['ChatGPT', 'Bing'],
    })
    const report = await ask(api)
    expect(api.asked.brands.length).toBeLessThanOrEqual(1 + 30)
    expect(report.gaps.length).toBeGreaterThan(5)
    expect(report.gaps[0]).toMatchObject({ ownScore: 5, leader: { brand: 'Brand 0', score: 60 } })
  })

  it('are rarely claimed if all brands are equal: the luckiest of many rivals is not a leader', async () => {
    const chance = new Chance(3)
    const draw = (brand: string, more = {}) => {
      let named = 0
      for (let answer = 0; answer < 330; answer += 1) named += chance.happens(0.35) ? 1 : 0
      return scored(brand, (100 * named) / 330, 330, more)
    }
    const weeks = 150
    let named = 0
    for (let week = 0; week < weeks; week += 1) {
      const api = service({
        brands: () =>
          [draw('Own', mine), ...Array.from({ length: 11 }, (_, index) => draw(`Rival ${index}`))].toSorted(
            (a, b) => (b.visibility_score.value ?? 0) - (a.visibility_score.value ?? 0),
          ),
        engines: ['ChatGPT', 'Bing'],
      })
      named += (await ask(api)).gaps.length > 0 ? 1 : 0
    }
    expect(named).toBeLessThanOrEqual(0.05 * weeks)
  })
})

it('a week whose market is known judges its engines by all weeks, without a request', async () => {
  // On Claude the own brand trails by more than one week of 120 answers could tell.
  const engines = ['ChatGPT', 'Claude', 'Gemini']
  const { stored, market } = plantedMarket(
    ({ engine, brand }) => (brand === 'Own' ? (engine === 'Claude' ? 30 : 44) : brand === 'Acme' ? 44 : 20),
    { engines, count: 26, answers: 120 },
  )
  const api = service({
    engines,
    brands: (query) => (segmentOf(query) === '' ? (storedRows(stored, null) ?? []) : pair(40, 40, 120)),
  })
  const report = await gapReport(api, { scope, period: lastWeek, market })
  expect(api.asked.brands.some(({ sources }) => sources?.length)).toBe(false)
  expect(report.gaps.map(({ part }) => part)).toEqual(['Claude'])
  expect((await ask(api)).gaps).toEqual([])
})

it('an engine or days that are missing are named before the gaps', async () => {
  const engines = ['ChatGPT', 'Claude', 'Gemini']
  const { stored, market } = plantedMarket(
    ({ week, engine }) => (week === 0 && engine === 'Claude' ? null : engine === 'Gemini' ? 30 : 40),
    { engines, count: 26 },
  )
  const brands = (query: Query) =>
    segmentOf(query) === '' ? (storedRows(stored, null) ?? []) : query.sources ? [] : pair(20, 60)
  const report = await gapReport(service({ engines, brands }), { scope, period: lastWeek, market })
  expect(textOf(report)).toMatch(/^Claude was not collected in the week of 9–15 Nov\. .*You trail most /)
  expect(textOf(report)).toContain('No score to compare: Claude.')
  expect(gapsData(report)).toMatchObject({ data_is_missing: 'now', engines_not_collected: ['Claude'] })

  const days = collectedDaily('2026-11-15', 60).filter(
    ({ date }) => date < '2026-11-12' || date > '2026-11-13',
  )
  const alone = await ask(service({ engines, brands: () => pair(20, 60), collects: days }))
  expect(textOf(alone)).toMatch(/^Only 5 of 7 days were collected[^.]*\. You trail most /)
})
