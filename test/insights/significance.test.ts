import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OWN_RATE } from '../../src/insights/reading/changes.ts'
import { bySample, isBeyondOrdinary, margin, smallestNews } from '../../src/insights/significance.ts'
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

  it('is never zero, and unknown without a sample', () => {
    expect(margin(0, 200)).toBeGreaterThan(0.5)
    expect(margin(50, null)).toBe(null)
  })
})
