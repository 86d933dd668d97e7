import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBeyondOrdinary, metricChange } from '../../src/insights/significance.ts'
import { contributionsOf, type PartSample, splitOf } from '../../src/insights/why.ts'
import type { ChangeSplit } from '../../src/model/reports.ts'

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

const split = (parts: readonly Part[], whole = wholeOf(parts)) =>
  splitOf(
    'engine',
    whole,
    parts,
    ({ visibility, answers }) => isBeyondOrdinary(visibility, answers, 0.05 / parts.length) === true,
  )
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
        const within = contributionsOf(parts)
        const sum = (pick: (one: PartSample) => number) => parts.reduce((all, one) => all + pick(one), 0)
        const [now, before] = [sum((one) => one.answers.now ?? 0), sum((one) => one.answers.before ?? 0)]
        if (now === 0 || before === 0) {
          expect(within).toBe(null)
          return
        }
        const whole =
          sum((one) => (one.answers.now ?? 0) * (one.visibility.value ?? 0)) / now -
          sum((one) => (one.answers.before ?? 0) * (one.visibility.previous ?? 0)) / before
        const contributions = within?.parts.reduce((all, one) => all + one, within.mix)
        expect(contributions).toBeCloseTo(whole, 6)
      }),
    )
  })

  it('are unavailable if a part’s sample or score is unknown', () => {
    const good = part('ChatGPT', [40, 38])
    for (const bad of [
      { visibility: { value: null, previous: 40 }, answers: { now: 10, before: 10 } },
      { visibility: { value: 41, previous: 40 }, answers: { now: null, before: 10 } },
    ])
      expect(contributionsOf([good, bad])).toBe(null)
  })

  it('separate a change of the mix: the whole moved although no engine did', () => {
    const parts = [part('ChatGPT', [60, 60], 330, 330), part('Bing', [20, 20], 330, 110)]
    const within = contributionsOf(parts)
    expect(within?.parts).toEqual([0, 0])
    expect(within?.mix).toBeCloseTo(wholeOf(parts).visibility.delta ?? 0, 6)
    expect(within?.mix).toBeCloseTo(-10, 6)
    expect(split(parts)).toMatchObject({ isMixCause: true })
    expect(causesOf(split(parts))).toEqual([])
  })

  it('count an engine collected in only one period as a change of the mix', () => {
    const parts = [part('ChatGPT', [40, 40]), part('Gemini', [80, 0], 330, 0)]
    expect(contributionsOf(parts)).toEqual({ parts: [0, 0], mix: 20 })
  })
})

describe('a split', () => {
  const calm = ['Bing', 'ChatGPT', 'Gemini', 'Claude'].map((name) => part(name, [40, 40]))

  it('names the engine whose change is more than its ordinary variation', () => {
    const made = split([...calm, part('Perplexity', [20, 40])])
    expect(causesOf(made)).toEqual(['Perplexity'])
    expect(made).toMatchObject({ isEverywhere: false, parts: [{ part: 'Perplexity' }, {}, {}, {}, {}] })
    expect(made?.parts[0]?.contribution).toBeCloseTo(-4, 6)
  })

  it('names a part of the change even if another part made more of it', () => {
    const made = split([...calm, part('Perplexity', [15, 40], 110), part('Google', [34, 40], 990)])
    expect(causesOf(made)).toContain('Perplexity')
    expect(made?.parts[0]?.part).toBe('Google')
  })

  it('names no engine that changed against the whole', () => {
    const made = split([...calm, part('Perplexity', [20, 40]), part('Google', [55, 30])])
    expect(causesOf(made)).toEqual(['Google'])
  })

  it('says that all engines fell, whether or not one of them stands out', () => {
    const fallen = ['Bing', 'ChatGPT', 'Gemini', 'Claude', 'Google'].map((name) => part(name, [36, 42]))
    expect(split(fallen)).toMatchObject({ isEverywhere: true })
    expect(causesOf(split(fallen))).toEqual([])
    const most = split([...fallen, part('Perplexity', [20, 42])])
    expect(most).toMatchObject({ isEverywhere: true })
    expect(causesOf(most)).toEqual(['Perplexity'])
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
