import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metricChange } from '../../src/insights/significance.ts'

/** A score, of which more is better. */
const scored = (value: number | null, prev_value: number | null) =>
  metricChange({ value, prev_value, unit: '%' }, 'higher')

describe('a metric’s change', () => {
  it('is the difference in its own unit, without the rounding noise of binary fractions', () => {
    expect(scored(0.7, 0.4)).toEqual({ value: 0.7, previous: 0.4, unit: '%', delta: 0.3, verdict: 'better' })
  })

  it('is "new" without a previous value and unknown without a value; neither becomes zero', () => {
    expect(scored(41.2, null)).toMatchObject({ delta: null, verdict: 'new' })
    expect(scored(null, 41.2)).toMatchObject({ value: null, delta: null, verdict: 'unknown' })
    expect(scored(null, null).verdict).toBe('unknown')
    expect(scored(4, 0), 'zero is a value').toMatchObject({ delta: 4, verdict: 'better' })
  })

  it('is none if it can’t be seen at one decimal', () => {
    expect(scored(41.24, 41.2).verdict).toBe('same')
    expect(scored(41.26, 41.24), '41.3 and 41.2').toMatchObject({ delta: 0.1, verdict: 'better' })
    expect(scored(41.25, 41.2).verdict).toBe('better')
    expect(scored(41.2, 41.25).verdict).toBe('worse')
    expect(scored(41.34, 41.26).verdict, 'both are 41.3').toBe('same')
  })

  it('is what its two numbers show, as a reader subtracts them', () => {
    // 45.9 and 40.7, although 45.94 - 40.68 is 5.26.
    expect(scored(40.68, 45.94)).toMatchObject({ value: 40.68, previous: 45.94, delta: -5.2 })
    const fraction = metricChange({ value: 0.406, prev_value: 0.444, unit: '' }, 'higher', true)
    expect(fraction.delta).toBe(-0.03)
  })

  it('is unknown for numbers that aren’t finite', () => {
    expect(scored(Number.NaN, 3)).toMatchObject({ value: null, verdict: 'unknown' })
    expect(scored(3, Number.POSITIVE_INFINITY)).toMatchObject({ previous: null, verdict: 'new' })
    expect(scored(1.7e308, -1.7e308)).toMatchObject({ delta: null, verdict: 'unknown' })
  })

  it('is finite or null for any numbers, and inverts with the direction', () => {
    const number = fc.option(fc.oneof(fc.double(), fc.double({ min: -1000, max: 1000 })))
    fc.assert(
      fc.property(number, number, (value, before) => {
        const change = scored(value, before)
        for (const part of [change.value, change.previous, change.delta]) {
          expect(part === null || (Number.isFinite(part) && !Object.is(part, -0))).toBe(true)
        }
        expect(change.value === null).toBe(value === null || !Number.isFinite(value))
        expect(change.delta !== null).toBe(['better', 'worse', 'same'].includes(change.verdict))
        const opposite = { better: 'worse', worse: 'better', same: 'same', new: 'new', unknown: 'unknown' }
        expect(metricChange({ value, prev_value: before, unit: '%' }, 'lower').verdict).toBe(
          opposite[change.verdict],
        )
      }),
    )
  })
})
