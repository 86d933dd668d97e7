import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromDate } from '../../sandbox/service/data/days.ts'
import type { PlantedMarket } from '../../sandbox/service/planted/plan.ts'
import { createPlantedTable } from '../../sandbox/service/planted/table.ts'
import { metricChange } from '../../src/insights/metrics.ts'
import { isBeyondChance, risks } from '../../src/insights/significance.ts'
import { type PartSample, splitOf, withinChange } from '../../src/insights/split.ts'
import type { ChangeSplit } from '../../src/model/reports.ts'
import { mulberry } from './random.ts'

const metric = (value: number, previous: number) =>
  metricChange({ value, prev_value: previous, unit: '%' }, 'higher')

interface Part {
  readonly part: string
  readonly visibility: ReturnType<typeof metric>
  readonly answers: { readonly now: number; readonly before: number }
}

const part = (name: string, [value, previous]: readonly [number, number], now = 330, before = now): Part => ({
  part: name,
  visibility: metric(value, previous),
  answers: { now, before },
})

/** The score of all parts together: the mean weighted by their answers. */
function wholeOf(parts: readonly Part[]) {
  const sum = (pick: (one: Part) => number) => parts.reduce((all, one) => all + pick(one), 0)
  const now = sum(({ answers }) => answers.now)
  const before = sum(({ answers }) => answers.before)
  const value = sum(({ answers, visibility }) => answers.now * (visibility.value ?? 0)) / now
  const previous = sum(({ answers, visibility }) => answers.before * (visibility.previous ?? 0)) / before
  return { visibility: metric(value, previous), answers: { now, before } }
}

const split = (parts: readonly Part[], whole = wholeOf(parts)) => splitOf('engine', whole, parts)
const causesOf = (made: ChangeSplit | null) =>
  (made?.parts ?? []).filter(({ isCause }) => isCause).map(({ part: name }) => name)

describe('contributions', () => {
  const score = fc.double({ min: 0, max: 100, noNaN: true })
  const answers = fc.integer({ min: 0, max: 5_000 })
  const samples = fc.array(
    fc.record({
      visibility: fc.record({ value: score, previous: score }),
      answers: fc.record({ now: answers, before: answers }),
    }),
    { minLength: 1, maxLength: 12 },
  )

  it('and the mix add up to the whole change for any numbers', () => {
    fc.assert(
      fc.property(samples, (parts: readonly PartSample[]) => {
        const within = withinChange(parts)
        const sum = (pick: (one: PartSample) => number) => parts.reduce((all, one) => all + pick(one), 0)
        const [now, before] = [sum((one) => one.answers.now ?? 0), sum((one) => one.answers.before ?? 0)]
        if (now === 0 || before === 0) {
          expect(within).toBe(null)
          return
        }
        const whole =
          sum((one) => (one.answers.now ?? 0) * (one.visibility.value ?? 0)) / now -
          sum((one) => (one.answers.before ?? 0) * (one.visibility.previous ?? 0)) / before
        expect((within?.change ?? Number.NaN) + (within?.mix ?? Number.NaN)).toBeCloseTo(whole, 6)
        expect(within?.standardError).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('are unavailable if a part’s sample or score is unknown', () => {
    const good = part('ChatGPT', [40, 38])
    for (const bad of [
      { visibility: { value: null, previous: 40 }, answers: { now: 10, before: 10 } },
      { visibility: { value: 41, previous: 40 }, answers: { now: null, before: 10 } },
      { visibility: { value: 141, previous: 40 }, answers: { now: 10, before: 10 } },
    ])
      expect(withinChange([good, bad])).toBe(null)
  })

  it('separate a change of the mix: the whole moved although no engine did', () => {
    const parts = [part('ChatGPT', [60, 60], 330, 330), part('Bing', [20, 20], 330, 110)]
    const within = withinChange(parts)
    expect(within?.change).toBe(0)
    expect(within?.mix).toBeCloseTo(wholeOf(parts).visibility.delta ?? 0, 6)
    expect(within?.mix).toBeCloseTo(-10, 6)
    expect(split(parts)).toMatchObject({ isMixCause: true, isRestChance: true })
    expect(causesOf(split(parts))).toEqual([])
  })

  it('count an engine collected in only one period as a change of the mix', () => {
    const parts = [part('ChatGPT', [40, 40]), part('Gemini', [80, 0], 330, 0)]
    expect(withinChange(parts)).toMatchObject({ change: 0, mix: 20 })
  })
})

describe('a split', () => {
  const calm = ['Bing', 'ChatGPT', 'Gemini', 'Claude'].map((name) => part(name, [40, 40]))

  it('names the engine that moved, and says that the rest is within chance', () => {
    const made = split([...calm, part('Perplexity', [20, 40])])
    expect(causesOf(made)).toEqual(['Perplexity'])
    expect(made?.parts[0]).toMatchObject({ part: 'Perplexity', visibility: { beyondChance: true } })
    expect(made?.parts[0]?.contribution).toBeCloseTo(-4, 6)
    expect(made?.isRestChance).toBe(true)
  })

  it('names none if all moved a little, and says that the rest is beyond chance', () => {
    const made = split(['Bing', 'ChatGPT', 'Gemini', 'Claude', 'Google'].map((name) => part(name, [34, 42])))
    expect(causesOf(made)).toEqual([])
    expect(made?.isRestChance).toBe(false)
  })

  it('is missing if the parts don’t add up to the whole', () => {
    const parts = [...calm, part('Perplexity', [20, 40])]
    const whole = wholeOf(parts)
    expect(split(parts, { ...whole, answers: { now: 1_700, before: 1_650 } })).toBe(null)
    expect(split(parts, { ...whole, answers: { now: 1_670, before: 1_650 } })).not.toBe(null)
    // The answers add up, but the scores don't: the service's whole is a different mean.
    expect(split(parts, { ...whole, visibility: metric(30, 40) })).toBe(null)
    expect(split(parts.slice(0, 1))).toBe(null)
  })
})

describe('over many weeks', () => {
  const engines = ['Bing', 'ChatGPT', 'Gemini', 'Claude', 'Perplexity']
  const truth = [0.28, 0.44, 0.36, 0.52, 0.4]

  /** A week of answers that name the brand or not, and the week before. */
  function week(random: () => number, answers: number, moved = -1, by = 0): readonly Part[] {
    const draw = (share: number) => {
      let named = 0
      for (let answer = 0; answer < answers; answer += 1) named += random() < share ? 1 : 0
      return (100 * named) / answers
    }
    return engines.map((name, index) => {
      const share = truth[index] ?? 0
      return part(name, [draw(index === moved ? share + by : share), draw(share)], answers)
    })
  }

  it.each([330, 40])(
    'without any change, %i answers per engine name one no more often than the risk allows',
    (answers) => {
      const random = mulberry(7)
      const weeks = 2_000
      let named = 0
      for (let at = 0; at < weeks; at += 1) named += causesOf(split(week(random, answers))).length > 0 ? 1 : 0
      // Three standard errors of the count above the rate.
      const most = weeks * risks.engines + 3 * Math.sqrt(weeks * risks.engines)
      expect(named).toBeLessThanOrEqual(most)
    },
  )

  it('the named engine is the one that moved, 90 times in 100', () => {
    const random = mulberry(11)
    let [news, named, right] = [0, 0, 0]
    for (let at = 0; at < 1_500; at += 1) {
      const moved = at % engines.length
      const parts = week(random, 330, moved, [-0.27, 0.27, 0.2, -0.2][at % 4])
      const whole = wholeOf(parts)
      if (!isBeyondChance(whole.visibility, whole.answers, risks.own)) continue
      news += 1
      const causes = causesOf(split(parts))
      if (causes.length === 0) continue
      named += 1
      right += causes.length === 1 && causes[0] === engines[moved] ? 1 : 0
    }
    expect(news).toBeGreaterThan(200)
    expect(named).toBeGreaterThan(0.8 * news)
    expect(right).toBeGreaterThanOrEqual(0.9 * named)
  })
})

describe('a shift that is the same in all funnel stages', () => {
  const stages = ['ToFu', 'MoFu', 'BoFu']

  /** The own brand's week in a planted market, by funnel stage, and the week before. */
  function splitOfMarket(seed: number, points: number, answers: number) {
    const plan: PlantedMarket = {
      id: 'market',
      seed,
      start: '2026-01-05',
      engines: ['ChatGPT', 'Gemini', 'Claude'],
      answers,
      brands: [
        { name: 'Own', mine: true, levels: [40, 36, 44], changes: [{ kind: 'shift', week: 1, points }] },
        { name: 'Acme', levels: [45, 45, 45] },
      ],
    }
    const table = createPlantedTable(plan)
    const first = dayFromDate(Temporal.PlainDate.from(plan.start))
    const of = (funnelStages: readonly string[]): Part => {
      const [ownEntry] = table.entries(
        { from: first + 7, to: first + 13 },
        { from: first, to: first + 6 },
        first + 30,
        { funnelStages },
      )
      const { current, previous } = ownEntry ?? {}
      const numbers = [current?.visibility ?? 0, previous?.visibility ?? 0] as const
      return part(funnelStages[0] ?? 'all', numbers, current?.answers ?? 0, previous?.answers ?? 0)
    }
    const whole = of([])
    return {
      whole,
      split: splitOf(
        'funnelStage',
        whole,
        stages.map((stage) => of([stage])),
      ),
    }
  }

  it.each([
    ['330 answers', 330, -9],
    ['330 answers, a larger one', 330, -14],
    ['700 answers', 700, 7],
  ])('is not attributed to one stage: %s per engine', (_, answers, points) => {
    const weeks = Array.from({ length: 80 }, (_week, seed) => splitOfMarket(seed, points, answers))
    const news = weeks.filter(({ whole }) => isBeyondChance(whole.visibility, whole.answers, risks.own))
    const named = news.filter(({ split }) => causesOf(split).length > 0)
    expect(news.length).toBeGreaterThan(50)
    expect(news.every(({ split }) => split !== null)).toBe(true)
    // The 5 % risk, plus three standard errors of the count.
    expect(named.length).toBeLessThanOrEqual(news.length * 0.05 + 3 * Math.sqrt(news.length * 0.05))
  })
})
