import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharesOfVoice, totalMentions } from '../../src/insights/ranking.ts'

describe('share of voice', () => {
  it('is unknown, not zero, if the mentions or their sum are unknown', () => {
    const values = (...counts: (number | null)[]) =>
      sharesOfVoice(counts.map((value) => ({ value, previous: null }))).map(({ value }) => value)
    expect(values(0, 0)).toEqual([null, null])
    expect(values(null, null)).toEqual([null, null])
    expect(values(null, 5, 0)).toEqual([null, null, null])
    expect(values(-5, 5)).toEqual([null, null])
    expect(values()).toEqual([])
    expect([totalMentions([3, null, 4]), totalMentions([]), totalMentions([3, 4])]).toEqual([null, null, 7])
  })

  it('is not compared if the mentions of a brand were unknown before', () => {
    const shares = sharesOfVoice([
      { value: 5, previous: 5 },
      { value: 5, previous: null },
    ])
    expect(shares.map(({ value, previous }) => [value, previous])).toEqual([
      [50, null],
      [50, null],
    ])
  })

  it('adds up to 100 percent, each between 0 and 100', () => {
    const count = fc.option(fc.nat(1_000_000))
    fc.assert(
      fc.property(fc.array(fc.record({ value: count, previous: count }), { maxLength: 200 }), (brands) => {
        const shares = sharesOfVoice(brands)
        for (const side of ['value', 'previous'] as const) {
          const values = shares.flatMap((share) => share[side] ?? [])
          expect(values.every((share) => share >= 0 && share <= 100)).toBe(true)
          if (values.length > 0) expect(values.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 2)
        }
      }),
    )
  })
})
