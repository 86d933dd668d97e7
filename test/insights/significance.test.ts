import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  criticalValue,
  deviation,
  isAhead,
  isBeyondChance,
  margin,
  standardError,
} from '../../src/insights/significance.ts'
import { mulberry } from './random.ts'

const weekly = { now: 1650, before: 1650 }

describe('a difference', () => {
  it('of scores counts only if there are enough answers', () => {
    const moved = (value: number, previous: number, answers = weekly) =>
      isBeyondChance({ value, previous }, answers, 0.01)
    expect(moved(41.3, 38.9)).toBe(false)
    expect(moved(44.3, 38.9)).toBe(true)
    expect(moved(33.5, 38.9)).toBe(true)
    expect(moved(44.3, 38.9, { now: 200, before: 200 })).toBe(false)
    expect(moved(50, 20, { now: 20, before: 20 })).toBe(false)
  })

  it('from or to zero is judged by the sample as well', () => {
    expect(isBeyondChance({ value: 0.5, previous: 0 }, { now: 200, before: 200 }, 0.01)).toBe(false)
    expect(isBeyondChance({ value: 0, previous: 40 }, { now: 200, before: 200 }, 0.01)).toBe(true)
    expect(deviation({ value: 0, previous: 0 }, weekly)).toBe(0)
    expect(deviation({ value: 100, previous: 100 }, weekly)).toBe(0)
  })

  it('is unknown without a score or sample, or with an impossible score', () => {
    for (const answers of [null, 0, -3, Number.NaN]) {
      expect(isBeyondChance({ value: 50, previous: 20 }, { now: answers, before: 100 }, 0.01)).toBe(null)
    }
    for (const value of [null, -3, 101, 1e16, Number.NaN]) {
      expect(isBeyondChance({ value, previous: 20 }, weekly, 0.01)).toBe(null)
      expect(isAhead(value, 20, 1650, 0.025)).toBe(null)
      expect(margin(value, 1650)).toBe(null)
    }
  })

  it('is claimed without any real change at most as often as the risk allows', () => {
    const random = mulberry(16)
    for (const [share, answers] of [
      [0.4, 1650],
      [0.4, 200],
      [0.05, 200],
      [0.02, 1650],
    ] as const) {
      const draw = () => {
        let named = 0
        for (let answer = 0; answer < answers; answer += 1) named += random() < share ? 1 : 0
        return (100 * named) / answers
      }
      const weeks = 3000
      let called = 0
      for (let week = 0; week < weeks; week += 1) {
        const change = { value: draw(), previous: draw() }
        called += isBeyondChance(change, { now: answers, before: answers }, 0.05) ? 1 : 0
      }
      expect(called / weeks).toBeLessThan(0.058)
    }
  })

  it('is the same in both directions, and grows with the sample', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    const size = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(percent, percent, size, size, (value, previous, now, before) => {
        const forward = deviation({ value, previous }, { now, before })
        const backward = deviation({ value: previous, previous: value }, { now: before, before: now })
        expect(forward).toBeCloseTo(-(backward ?? 0), 9)
        const larger = deviation({ value, previous }, { now: now * 4, before: before * 4 })
        expect(Math.abs(larger ?? 0)).toBeGreaterThanOrEqual(Math.abs(forward ?? 0) - 1e-9)
      }),
    )
  })
})

describe('a brand is ahead', () => {
  it('only when the gap is larger than chance', () => {
    expect(isAhead(41, 40, 1650, 0.025)).toBe(false)
    expect(isAhead(46, 40, 1650, 0.025)).toBe(true)
    expect(isAhead(40, 46, 1650, 0.025)).toBe(false)
    expect(isAhead(40, 40, 1650, 0.025)).toBe(false)
  })
})

describe('a margin', () => {
  it('is half of the 95 % interval', () => {
    expect(margin(41.3, 1650)).toBeCloseTo(2.37, 1)
    expect(margin(50, 100)).toBeCloseTo(9.6, 1)
    expect(standardError(50, 100)).toBeCloseTo(5, 6)
  })

  it('is never zero, and unknown without a sample', () => {
    expect(margin(0, 200)).toBeGreaterThan(0.5)
    expect(margin(50, null)).toBe(null)
    expect(standardError(50, 0)).toBe(null)
  })
})

it('critical values match the published tables', () => {
  expect(criticalValue(0.5)).toBeCloseTo(0, 9)
  expect(criticalValue(0.025)).toBeCloseTo(1.959964, 5)
  expect(criticalValue(0.005)).toBeCloseTo(2.575829, 5)
  expect(criticalValue(0.001)).toBeCloseTo(3.090232, 5)
  expect(criticalValue(1e-6)).toBeCloseTo(4.753424, 5)
  expect(criticalValue(0.975)).toBeCloseTo(-1.959964, 5)
  expect(() => criticalValue(0)).toThrow(RangeError)
})
