import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OWN_RATE } from '../../src/insights/reading/changes.ts'
import { MEMORY, sumOf } from '../../src/insights/reading/statistics.ts'
import {
  bySample,
  figureLevel,
  isBeyondOrdinary,
  margin,
  metricChange,
  smallestNews,
} from '../../src/insights/significance.ts'
import { Chance } from '../chance.ts'

const weekly = { now: 1650, before: 1650 }

describe('a difference', () => {
  it('of scores counts only if there are enough answers', () => {
    const moved = (value: number, previous: number, answers = weekly) =>
      isBeyondOrdinary({ value, previous }, answers, 0.01)
    expect(moved(41.3, 38.9)).toBe(false)
    expect(moved(44.3, 38.9)).toBe(true)
    expect(moved(33.5, 38.9)).toBe(true)
    expect(moved(44.3, 38.9, { now: 200, before: 200 })).toBe(false)
    expect(moved(50, 20, { now: 20, before: 20 })).toBe(false)
  })

  it('from or to zero is judged by the sample as well', () => {
    const few = { now: 200, before: 200 }
    expect(isBeyondOrdinary({ value: 0.5, previous: 0 }, few, 0.01)).toBe(false)
    expect(isBeyondOrdinary({ value: 0, previous: 40 }, few, 0.01)).toBe(true)
    expect(isBeyondOrdinary({ value: 0, previous: 0 }, weekly, 0.01)).toBe(false)
    expect(isBeyondOrdinary({ value: 100, previous: 100 }, weekly, 0.01)).toBe(false)
  })

  it('is unknown without a score or sample, or with an impossible score', () => {
    for (const answers of [null, 0, -3, Number.NaN]) {
      expect(isBeyondOrdinary({ value: 50, previous: 20 }, { now: answers, before: 100 }, 0.01)).toBe(null)
    }
    for (const value of [null, -3, 101, 1e16, Number.NaN]) {
      expect(isBeyondOrdinary({ value, previous: 20 }, weekly, 0.01)).toBe(null)
      expect(margin(value, 1650)).toBe(null)
    }
  })

  it('is claimed without any real change at most as often as the risk allows', () => {
    const chance = new Chance(16)
    for (const [share, answers] of [
      [0.4, 1650],
      [0.4, 200],
      [0.05, 200],
      [0.02, 1650],
    ] as const) {
      const draw = () => {
        let named = 0
        for (let answer = 0; answer < answers; answer += 1) named += chance.happens(share) ? 1 : 0
        return (100 * named) / answers
      }
      const weeks = 3000
      let called = 0
      for (let week = 0; week < weeks; week += 1) {
        const change = { value: draw(), previous: draw() }
        called += isBeyondOrdinary(change, { now: answers, before: answers }, 0.05) ? 1 : 0
      }
      expect(called / weeks).toBeLessThan(0.058)
    }
  })

  it('is the same in both directions', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    const size = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(percent, percent, size, size, (value, previous, now, before) => {
        const forward = isBeyondOrdinary({ value, previous }, { now, before }, 0.01)
        const backward = isBeyondOrdinary(
          { value: previous, previous: value },
          { now: before, before: now },
          0.01,
        )
        expect(forward).toBe(backward)
      }),
    )
  })

  it('that a sample can show is about the smallest one that counts', () => {
    const smallest = smallestNews(38.9, weekly, bySample) ?? 0
    const moved = (points: number) =>
      isBeyondOrdinary({ value: 38.9 + points, previous: 38.9 }, weekly, OWN_RATE)
    expect([moved(0.95 * smallest), moved(1.05 * smallest)]).toEqual([false, true])
    expect(smallestNews(38.9, { now: null, before: 1650 }, bySample)).toBe(null)
  })
})

describe('a margin', () => {
  it('is half of the 95 % interval', () => {
    expect(margin(41.3, 1650)).toBeCloseTo(2.37, 1)
    expect(margin(50, 100)).toBeCloseTo(9.7, 1)
  })

  it('of several weeks counts what stays from one to the next', () => {
    for (const weeks of [1, 4, 13]) {
      const spread = { sampling: 1, weekly: 0, slow: 1 }
      const error = figureLevel(50, 1e12, { spread, weeks })?.error ?? 0
      const moments = Array.from({ length: 200 }, (_, index) => ((index + 0.5) * weeks) / 200)
      const stays = moments.flatMap((one) => moments.map((other) => MEMORY ** Math.abs(one - other)))
      expect(error ** 2, 'the variance of their mean').toBeCloseTo(sumOf(stays) / stays.length, 3)
    }
  })

  it('is never zero, and unknown without a sample', () => {
    expect(margin(0, 200)).toBeGreaterThan(0.5)
    expect(margin(50, null)).toBe(null)
  })
})

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
