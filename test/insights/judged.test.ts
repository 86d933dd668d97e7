import { describe, expect, it } from 'vitest'
import { neighbourLine } from '../../src/blocks/digest/neighbours.ts'
import { answerSentence } from '../../src/blocks/visibility/answer-sentence.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import { trendSentence } from '../../src/blocks/visibility/trend.ts'
import { isTold, newsIn } from '../../src/digests/reported.ts'
import { judgedReport } from '../../src/insights/headline.ts'
import { marketOf, ofWeek } from '../../src/insights/market.ts'
import { trendOf, visibilityReport } from '../../src/insights/visibility.ts'
import { visibilityData } from '../../src/mcp/structured.ts'
import { brands, engines, plantedMarket, type Score, storedWeeks } from './reading/stored-weeks.ts'
import { answers, lastWeek, mine, question, row, service } from './service.ts'

const level = { Own: 44, Acme: 52, Globex: 36, Initech: 28, Umbrella: 20 } as Record<string, number>

/** Scores of the own brand that move by some points in some weeks; 0 is the newest one. */
const ownMoves =
  (by: (week: number, engine: string) => number): Score =>
  ({ brand, week, engine }) =>
    (level[brand] ?? 0) + (brand === 'Own' ? by(week, engine) : 0)

const steady = ownMoves(() => 0)
const fallen = ownMoves((week) => (week === 0 ? -6 : 0))

/** The report as it was some weeks ago, with the weeks up to then. */
async function planted(score: Score, { ago = 0, answers = 1_000 } = {}) {
  const { api, market } = plantedMarket(score, { ago, count: 24, answers })
  const newest = Temporal.PlainDate.from(lastWeek.start).subtract({ weeks: ago })
  const period = { ...lastWeek, start: newest.toString(), end: newest.add({ days: 6 }).toString() }
  const figures = await visibilityReport(api, { ...question, period })
  const report = judgedReport(figures, market)
  return { report, figures, trend: trendOf(report, market, null), sentence: headlineSentence(report) }
}

describe('a week judged by those before it', () => {
  it('without a change says between which points it is', async () => {
    const { report, sentence } = await planted(steady)
    expect(report.headline.kind).toBe('quiet')
    expect(sentence).toMatch(
      /^Own is at \d+\.\d% visibility, 2nd of 5\. No clear change since the week before \(between −\d\.\d and \+\d\.\d points\)\.$/,
    )
  })

  it('tells a fall in its week with the service’s figures, and marks it', async () => {
    const { report, figures, sentence } = await planted(fallen)
    expect(report.headline).toMatchObject({ kind: 'own_change', change: { kind: 'step', direction: -1 } })
    const points = Math.abs(figures.own?.visibility.delta ?? 0).toFixed(1)
    expect(sentence).toContain(`▼ Own fell ${points} points to ${figures.own?.visibility.value?.toFixed(1)}%`)
    expect(report.own?.visibility.isNews).toBe(true)
    expect(report.standings.filter(({ visibility }) => visibility.isNews)).toEqual([report.own])
  })

  it.each([50, 3_000])('tells a fall to nothing in its week (%i answers a week)', async (answers) => {
    const ownGone = ownMoves((week) => (week === 0 ? -44 : 0))
    expect((await planted(ownGone, { answers })).report.headline.kind).toBe('own_vanished')
    const acmeGone: Score = ({ brand, week }) => (brand === 'Acme' && week === 0 ? 0 : (level[brand] ?? 0))
    const rival = await planted(acmeGone, { answers })
    expect(rival.sentence).toContain('Acme')
    expect(rival.report.standings.find(({ brand }) => brand === 'Acme')?.visibility.isNews).toBe(true)
  })

  it('calls nobody close who is far apart this week, however much ordinary weeks vary', async () => {
    const { report } = await planted(({ brand, week }) => {
      const swing = week === 0 ? 2.4 : week % 2 === 0 ? 9 : -9
      return brand === 'Own' ? 44 - swing : brand === 'Acme' ? 44 + swing : (level[brand] ?? 0)
    })
    expect(report.tooClose.map(({ brand }) => brand)).not.toContain('Acme')
  })

  it('says a second fall as the second', async () => {
    const { sentence } = await planted(ownMoves((week) => (week === 0 ? -6 : week === -1 ? 0 : 6)))
    expect(sentence).toMatch(/^▼ Own fell again, by \d\.\d points to \d+\.\d%, and is 2nd of 5/)
  })

  it('leaves a step a step in the weeks after it: nothing climbs because a window slides', async () => {
    const risen = ownMoves((week) => (week >= -6 ? 7 : 0))
    const told = await planted(risen, { ago: 6 })
    expect(told.report.headline.kind).toBe('own_change')
    for (const ago of [5, 3, 1, 0]) {
      const { report, trend } = await planted(risen, { ago })
      expect(report.headline.kind, `${ago} weeks ago`).toBe('quiet')
      expect(report.headline).toMatchObject({ slope: null })
      if (trend === null) throw new Error('no chart')
      const said = /^Own is up (\d\.\d) points since \d+ \w+, from (.+)% to (.+)%\.$/.exec(
        trendSentence(trend) ?? '',
      )
      const [, points, before, now] = said?.map(Number) ?? []
      expect(points).toBeCloseTo(Number(now) - Number(before), 5)
    }
  })

  it('says that a slide goes on, and nothing against the headline', async () => {
    const sliding = ownMoves((week) => -1.4 * Math.max(0, week + 9))
    const { report, trend, sentence } = await planted(sliding)
    if (report.headline.kind === 'quiet')
      expect(sentence).toMatch(/and still falling: \d+\.\d points since \d+ \w+, from \d+\.\d%\.$/)
    else
      expect(sentence).toMatch(
        /^▼ Own has been falling since \d+ \w+: down \d+\.\d points, from \d+\.\d% to /,
      )
    expect(trend === null ? null : trendSentence(trend)).toBeNull()
  })

  it('names a rival too close to call, and passes are told only where the gap carries them', async () => {
    const close: Score = ({ brand }) => (brand === 'Acme' ? 44.3 : (level[brand] ?? 0))
    const even = await planted(close)
    expect(even.report.tooClose.map(({ brand }) => brand)).toEqual(['Acme'])
    expect(even.sentence).toContain('too close to call with Acme')
    const passing: Score = ({ brand, week }) => (level[brand] ?? 0) + (week === 0 && brand === 'Own' ? 14 : 0)
    const { report } = await planted(passing)
    expect(report.headline).toMatchObject({ kind: 'overtook', rivals: [{ brand: 'Acme' }] })
  })

  it('tells Slackbot which engine is missing, also if it has few of all answers', async () => {
    const many = ['Bing', 'Copilot', 'Grok', 'Meta', ...engines]
    const missing: Score = ({ brand, engine, week }) =>
      engine === 'Google' && week === 0 ? null : (level[brand] ?? 0)
    const { api, market } = plantedMarket(missing, { engines: many })
    const report = judgedReport(await visibilityReport(api, question), market)
    expect(report.coverage.gap).toBe(null)
    expect(visibilityData(report)).toMatchObject({
      data_is_missing: 'now',
      engines_not_collected: ['Google'],
    })
  })

  it('says first which engine is missing, and takes the change over the others', async () => {
    const missing: Score = ({ brand, engine, week }) =>
      week === 0 && engine === 'Google' ? null : (level[brand] ?? 0) + (engine === 'Google' ? 30 : 0)
    const { report, figures, sentence } = await planted(missing)
    expect(figures.own?.visibility.delta).toBeLessThan(-4)
    expect(report.headline).toMatchObject({
      kind: 'data_gap',
      missing: ['Google'],
      within: { isNews: false },
    })
    expect(sentence).toMatch(
      /^Google was not collected in the week of .*On the other engines there’s no clear change \(/,
    )
    expect(report.standings.some(({ visibility }) => visibility.isNews)).toBe(false)
  })

  it('says both which engine is missing and which has far fewer answers', async () => {
    const { api, market } = plantedMarket(({ brand }) => level[brand] ?? 0)
    const collection = { engines: engines.slice(0, 3), missing: ['Google'], fewer: ['Claude'] }
    const report = judgedReport(await visibilityReport(api, question), {
      ...market,
      collection,
    })
    expect(headlineSentence(report)).toMatch(
      /^Google was not collected in the week of .* Far fewer answers than usual: Claude\. /,
    )
  })

  it('judges neither a Monday nor a month by the week that begins there', async () => {
    const { api, market } = plantedMarket(fallen)
    const day = { ...lastWeek, unit: 'day', end: lastWeek.start } as const
    const report = judgedReport(await visibilityReport(api, { ...question, period: day }), market)
    expect(report.own?.visibility.isNews).toBe(false)
    expect(ofWeek(market, { period: { ...lastWeek, unit: 'month', end: '2026-12-08' } })).toBeNull()
  })

  it('charts the own brand, the leader and the nearest rivals', async () => {
    const { trend } = await planted(steady)
    expect(trend?.brands).toEqual(['Own', 'Acme', 'Globex'])
    expect(trend?.weeks).toHaveLength(12)
  })

  it('leaves out weeks with few answers on the engine asked for, and charts no scores of an unknown unit', async () => {
    const { market } = plantedMarket(steady, { count: 24, answers: 1_000 })
    const { report } = await planted(steady)
    const [engine = ''] = engines
    const stored = market.stored.map((week, index) => {
      const on = week.engines[engine]
      return index === 20 && on
        ? { ...week, engines: { ...week.engines, [engine]: { ...on, answers: 100 } } }
        : week
    })
    const asked = { ...report, engines: [engine] }
    const weeksOf = (of: typeof market.stored) => trendOf(asked, { ...market, stored: of }, null)?.weeks
    expect(weeksOf(market.stored)).toHaveLength(12)
    expect(weeksOf(stored)).toHaveLength(11)
    expect(trendOf({ ...report, isFraction: true }, market, null)).toBeNull()
  })
})

describe('a period that isn’t a week', () => {
  const month = { ...lastWeek, unit: 'month', start: '2026-10-01', end: '2026-10-31' } as const

  /** A month's report, judged by what weeks ordinarily vary: each week and brand is off by as much. */
  async function judgedMonth(value: number, wobble: number, isPart = false) {
    const off = ({ brand, week }: Parameters<Score>[0]) =>
      ((brands.indexOf(brand) + 2 * week) % 4) * wobble - 1.5 * wobble
    const score: Score = (one) => (level[one.brand] ?? 0) + off(one)
    const stored = storedWeeks({ engines, brands, newest: '2026-10-26', count: 24, answers: 1_000, score })
    const sample = answers(20_000)
    const rows = [row('Own', [value, 40], [], { ...mine, ...sample }), row('Acme', [52, 52], [], sample)]
    const api = service({ engines, brands: () => rows })
    const figures = await visibilityReport(api, { ...question, period: month })
    return judgedReport(figures, marketOf(stored, { engines: [], isPart }))
  }

  it('has news beyond what weeks ordinarily vary, not beyond its sample alone', async () => {
    expect((await judgedMonth(42, 0)).headline).toMatchObject({ kind: 'own_change', change: { points: 2 } })
    const { headline } = await judgedMonth(42, 3)
    expect(headline).toMatchObject({ kind: 'quiet', within: { points: 2 } })
    expect((await judgedMonth(55, 3)).headline).toMatchObject({ kind: 'own_change', change: { points: 15 } })
  })

  it('is judged in the same way where the question is about a part of the answers', async () => {
    expect((await judgedMonth(42, 3, true)).headline).toMatchObject({ kind: 'quiet' })
  })
})

it('a gap is the difference of the figures as shown, in every sentence', async () => {
  const score = (brand: string, now: number, more = {}) =>
    row(brand, [now, 45], [], { ...answers(500), ...more })
  const rows = [score('Own', 41.34, mine), score('Acme', 41.26), score('Globex', 40.06)]
  const api = service({ engines, brands: () => rows })
  const report = judgedReport(await visibilityReport(api, question), null)
  const against = (brand: string) => answerSentence({ ...report, brands: [brand] }, { relation: 'against' })
  expect(answerSentence(report, { relation: 'leader' })).toContain('You and Acme share the lead')
  expect(against('Globex'), '41.3 − 40.1').toContain('1.2 points ahead of Globex')
  expect(neighbourLine(report)).toBe('Acme is level with Own.')
})

describe('what was told of a brand', () => {
  it('is not told again, even if it is dated anew; the next change is', async () => {
    const { report } = await planted(fallen)
    const [news, ...others] = newsIn(report)
    if (news === undefined) throw new Error('nothing to tell')
    expect(others).toEqual([])
    expect(news).toMatchObject({ brand: 'Own', kind: 'change', direction: -1, told: lastWeek.start })
    expect(isTold([], news)).toBe(false)
    expect(isTold([news], news)).toBe(true)
    expect(isTold([{ ...news, from: '2026-10-19' }], news)).toBe(true)
    expect(isTold([news], { ...news, from: '2026-11-16', told: '2026-11-16' })).toBe(false)
    expect(isTold([news], { ...news, direction: 1 })).toBe(false)
  })

  it('is another news for other engines, filters or lengths of period', async () => {
    const { report } = await planted(fallen)
    const [news] = newsIn(report)
    const [onOne] = newsIn({ ...report, engines: ['ChatGPT'] })
    const [ofDay] = newsIn({ ...report, period: { ...report.period, unit: 'day' } })
    if (!news || !onOne || !ofDay) throw new Error('nothing to tell')
    for (const other of [onOne, ofDay]) expect(isTold([other], news)).toBe(false)
    expect(isTold([onOne, ofDay], onOne)).toBe(true)
  })

  it('that one brand passed another is told once, in whichever week it is found, until it is passed back', () => {
    const passing = (direction: 1 | -1, told: string) =>
      ({ brand: 'Acme', kind: 'passing', direction, from: told, told }) as const
    const first = passing(1, '2026-10-05')
    expect(isTold([first], passing(1, '2026-10-19'))).toBe(true)
    expect(isTold([first], passing(-1, '2026-10-19'))).toBe(false)
    expect(isTold([first], passing(1, '2026-11-16'))).toBe(false)
    expect(isTold([first, passing(-1, '2026-10-12')], passing(1, '2026-10-19'))).toBe(false)
  })
})
