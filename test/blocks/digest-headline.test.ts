import { describe, expect, it } from 'vitest'
import { digestMessages } from '../../src/blocks/digest/digest.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import type { EngineStanding } from '../../src/model/engine-report.ts'
import { listFilters, noFilters } from '../../src/model/question.ts'
import type { Headline } from '../../src/model/reports.ts'
import { engineReport, evaluation, onEngine } from './answer-fixtures.ts'
import {
  change,
  contoso,
  dataGap,
  fabrikam,
  northwind,
  ok,
  ownChange,
  quiet,
  recommendation,
  redditNews,
  report,
  rivalChange,
  standing,
  week,
} from './fixtures.ts'
import { digestData } from './gallery/digests/digest.ts'
import { quietMarket, slide, sliding, slidingMarket } from './gallery/markets.ts'
import { splitReasons } from './gallery/why.ts'
import { visibleLength } from './visible-length.ts'

const turned = /^▼ Sentiment in r\/marathon worsened from positive to negative\./
const textOf = (headline: Headline, items = redditNews.items) =>
  digestMessages(digestData({ report: ok(report(headline)), reddit: ok({ ...redditNews, items }) })).main.text

describe('the headline of a digest', () => {
  it('says “still falling” only in a week that fell', () => {
    const headlineOf = ({ own }: typeof quietMarket) =>
      headlineSentence(report(quiet(own, { slope: sliding }), { own }))
    expect(headlineOf(slidingMarket)).toMatch(/still falling: 7\.0 points/)
    expect(headlineOf(quietMarket), 'it rose by 0.3').toMatch(/No clear change/)
  })

  it.each([
    [[-1.9, 2.4], / of 11\. No clear change since the week before \(between −1\.9 and \+2\.4 points\)/],
    [
      [-7.5, -0.3],
      /Perhaps lower, but no clear change since the week before \(between −7\.5 and −0\.3 points\)/,
    ],
    [
      [0.2, 5],
      /Perhaps higher, but no clear change since the week before \(between \+0\.2 and \+5\.0 points\)/,
    ],
  ] as const)('says no more than the range without news allows: %j', (interval, says) => {
    const within = { points: 0, interval, isNews: false }
    expect(headlineSentence(report(quiet(northwind, { within })))).toMatch(says)
  })

  it('is a sentiment that turned negative, followed by a competitor’s move', () => {
    const text = textOf(rivalChange(northwind, contoso))
    expect(text).toMatch(turned)
    expect(text).toMatch(/negative\.\s+.*Contoso/)
    expect(text.match(/positive to negative/g), 'told once').toHaveLength(1)
  })

  it('has “Why?” only beside a change that the answer would explain', () => {
    const change = ok(report(rivalChange(northwind, contoso)))
    const buttons = (items: typeof redditNews.items) => {
      const reddit = ok({ ...redditNews, items })
      const { main } = digestMessages(digestData({ figures: 'visibility', report: change, reddit }))
      return JSON.stringify(main.blocks)
    }
    expect(buttons([])).toContain('sl1.why')
    expect(buttons(redditNews.items)).not.toContain('sl1.why')
  })

  it('is a competitor’s move if a sentiment only improved', () => {
    const better = redditNews.items.filter((item) => item.turned === 'better')
    const text = textOf(rivalChange(northwind, contoso), better)
    expect(text).not.toMatch(/^▲ Sentiment/)
    expect(text).toMatch(/^(?:Good news: )?Contoso/)
  })

  it.each([
    ownChange(northwind),
    { kind: 'overtaken', own: northwind, rivals: [fabrikam] },
    dataGap(northwind),
  ] as const)('is the own brand’s news before Reddit’s: $kind', (headline) => {
    expect(textOf(headline)).not.toMatch(turned)
  })
})

it('counts the recommendations that are news, if it has nothing else', () => {
  const says = (count: number) => {
    const recommendations = [1, 2].slice(0, count).map((number) => ok(recommendation(number)))
    return digestMessages(digestData({ report: null, reddit: null, recommendations })).main.text
  }
  expect(says(1)).toMatch(/^1 new or updated recommendation\.\n/)
  expect(says(2)).toMatch(/^2 new or updated recommendations\.\n/)
})

it('says which week it shows instead, also where a cause is known and no thread says it', () => {
  const own = splitReasons.of
  const shown = report(ownChange(own), { own, requestedPeriod: week('2026-11-16'), why: splitReasons })
  const { main } = digestMessages(digestData({ report: ok(shown), reddit: null, detailsInThread: false }))
  expect(main.text).toContain('No data for the week of Mon 16 – Sun 22 Nov yet.')
})

it('says what is missing and what changed on the rest, however many engines are missing', () => {
  const missing = ['GoogleAIO', 'GoogleAIMode', 'AmazonRufus', 'BingAIO', 'Perplexity', 'Claude', 'Google']
  const within = { points: -5.2, interval: [-7.6, -2.8], isNews: true } as const
  const headline = dataGap(northwind, { missing, fewer: ['ChatGPT', 'Gemini', 'Bing'], within })
  const { main } = digestMessages(digestData({ report: ok(report(headline)), reddit: null }))
  expect(main.text).toMatch(
    /^Google AI Overviews, .* On the other engines it fell 5\.2 points \(between .*\)\.\n/,
  )
})

it('says where a second fall comes from in whole sentences', () => {
  const own = standing('Northwind', 3, 2, [38.2, 49], { mine: true })
  const weeks = [{ start: '2026-10-26', scores: [59.4] }]
  const trend = { ...slide, brands: ['Northwind'], weeks }
  const parts = ['GoogleAIO', 'GoogleAIMode', 'AmazonRufus', 'BingAIO'].map((part) => ({
    ...{ part, visibility: change(28.2, 49), answers: { now: 300, before: 300 } },
    ...{ contribution: part === 'BingAIO' ? 1 : -4, isCause: part !== 'BingAIO' },
  }))
  const split = { dimension: 'engine', parts, isEverywhere: false, mix: -1.2, isMixCause: true } as const
  const why = { of: own, splits: [split], unsplit: [] }
  const shown = report(ownChange(own, { again: true }), { own, standings: [own], why })
  const { main } = digestMessages(digestData({ report: ok(shown), trend, reddit: null }))
  expect(main.text).toMatch(
    /\nThat makes .*, and 1 more; other .* A different mix of engines accounts for −1\.2 points\.\n/,
  )
})

it('counts the engines that moved and don’t fit into its line', () => {
  const slide = { kind: 'slope', direction: -1, points: -0.8, from: '2026-09-28', again: false } as const
  const sliding = ['GoogleAIO', 'GoogleAIMode', 'ChatGPT', 'Perplexity', 'Claude'].map((engine, index) => ({
    ...onEngine(engine, [50 - index, 51 - index]),
    news: slide,
  }))
  const gone = { last: { own: northwind, period: week('2026-11-02'), of: 12 }, isCertain: true }
  const lost = { ...onEngine('Gemini', [1, 1]), own: null, gone }
  const line = (...engines: EngineStanding[]) =>
    digestMessages(digestData({ reddit: null, engines: ok(engineReport(engines.map(ok))) })).main.text
  expect(line(...sliding)).toMatch(/Engines: Google AI Overviews .* since 28 September, and 2 more\.\n/)
  expect(line(lost, ...sliding)).toMatch(/Engines: ▼ Your brand .* since 28 September and 4 more\.\n/)
  expect(line(lost, lost, lost, ...sliding)).toMatch(/ Nor on 2 more engines\. Google .* and 4 more\.\n/)
})

it('names in its last line as many filters as fit; the thread has all', () => {
  const names = Array.from({ length: 5 }, (_, index) => `A rather long name of a topic, number ${index}`)
  const lists = listFilters.map((filter) => [filter, names] as const)
  const filters = { ...noFilters, ...Object.fromEntries(lists) }
  const { main, replies } = digestMessages(digestData({ report: ok(report(quiet(northwind), { filters })) }))
  expect(visibleLength(main.blocks.slice(-1))).toBeLessThan(400)
  expect(replies[0]?.text).toMatch(/weaknesses A rather long name of a topic, number 0/)
})

it('dates the figures of another year', () => {
  const period = { ...week('2025-11-10'), thisYear: 2026 }
  const { main } = digestMessages(digestData({ report: ok(report(quiet(northwind), { period })) }))
  expect(main.text).toContain('\n10–16 Nov 2025 · All engines')
})

it('says how a website evaluation with a long name ended', () => {
  const ended = evaluation({ name: 'Product page '.repeat(15), status: 'failed', isFinal: true })
  const evaluations = { evaluations: [ok(ended)], omittedCount: 0 }
  const { main } = digestMessages(digestData({ reddit: null, evaluations }))
  expect(main.text).toMatch(/Website evaluation “Product page .*”: failed\.\n/)
})

it('names a brand by its first whole words if its name is too long for a sentence, without “…”', () => {
  const brand = 'Northwind International Outdoor Equipment and Trail Running Apparel Company'
  const [first = ''] = textOf(ownChange({ ...northwind, brand })).split('\n')
  expect(first).toContain('Northwind International Outdoor Equipment and Trail Running ')
  expect(first).not.toMatch(/…|Apparel/)
})
