import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contributionsOf, type PartSample, splitOf } from '../../src/insights/why.ts'
import { change } from '../blocks/fixtures.ts'

const sampled = (value: number | null, previous: number, now: number | null = 330) => ({
  visibility: change(value, previous),
  answers: { now, before: 330 },
})

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
    for (const bad of [sampled(null, 40), sampled(41, 40, null)])
      expect(contributionsOf([sampled(40, 38), bad])).toBe(null)
  })
})

it('a split is missing if the parts don’t add up to the whole', () => {
  const parts = [40, 40, 40, 40, 20].map((score, at) => ({ ...sampled(score, 40), part: `Engine ${at}` }))
  const split = (score: number, now: number, some = parts) =>
    splitOf('engine', { visibility: change(score, 40), answers: { now, before: 1_650 } }, some, () => true)
  expect(split(36, 1_700)).toBe(null)
  expect(split(36, 1_670)).not.toBe(null)
  // The answers add up, but the scores don't: the service's whole is a different mean.
  expect(split(30, 1_650)).toBe(null)
  expect(split(36, 1_650, parts.slice(0, 1))).toBe(null)
})
