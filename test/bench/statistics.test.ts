import { describe, expect, it } from 'vitest'
import { pairedRatio } from '../../bench/statistics.ts'

describe('a ratio of two series measured in turns', () => {
  it('stays the same if the whole machine is slow for some rounds', () => {
    const theirs = [1, 1, 4, 9, 1]
    const ours = theirs.map((slow) => 1.2 * slow)
    expect(pairedRatio(ours, theirs).value).toBeCloseTo(1.2)
  })

  it('ignores a round with a disturbance on one side, but shows it in its spread', () => {
    const theirs = Array.from({ length: 8 }, () => 2)
    const ours = [2, 2.2, 2.4, 2.6, 2.8, 3, 40, 60]
    const { value, quartiles, rounds } = pairedRatio(ours, theirs)
    expect(value).toBeCloseTo(1.4)
    expect(quartiles[0]).toBeCloseTo(1.2)
    expect(quartiles[1]).toBeCloseTo(20)
    expect(rounds).toBe(8)
  })

  it('needs both sides of each round', () => {
    expect(() => pairedRatio([1], [])).toThrow('both sides')
  })
})
