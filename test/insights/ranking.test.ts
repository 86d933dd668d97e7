import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownOf, ranksOf, sharesOfVoice, standingsOf, totalMentions } from '../../src/insights/ranking.ts'
import { mine, row } from './service.ts'

describe('standings', () => {
  it('are sorted by visibility score; equal scores share a rank, and brands without a score are last, by name', () => {
    const standings = standingsOf([
      row('Zeta', [null]),
      row('Initech', [30, 10]),
      row('Globex', [30, 40]),
      row('Acme', [50, 40]),
      row('Beta', [null, 5]),
      row('Hooli', [12.5, 50]),
    ])
    expect(standings.map(({ brand, rank, previousRank }) => [brand, rank, previousRank])).toEqual([
      ['Acme', 1, 2],
      ['Globex', 2, 2],
      ['Initech', 2, 4],
      ['Hooli', 4, 1],
      ['Beta', null, 5],
      ['Zeta', null, null],
    ])
  })

  it('count a brand once if it moved from one page to the next while being read', () => {
    const standings = standingsOf([row('Acme', [50], [30]), row('Own', [40], [10]), row('Acme', [50], [30])])
    expect(standings.map(({ brand, shareOfVoice }) => [brand, shareOfVoice.value])).toEqual([
      ['Acme', 75],
      ['Own', 25],
    ])
  })

  it('treat a lower average ranking as better', () => {
    const avg_ranking = { value: 2.1, prev_value: 3, unit: '' }
    const [acme] = standingsOf([row('Acme', [50, 40], [9], { avg_ranking })])
    expect(acme?.averageRanking).toMatchObject({ delta: -0.9, verdict: 'better' })
  })

  it('use the best ranked of several own brands', () => {
    const standings = standingsOf([
      row('Own B', [10], [], mine),
      row('Own A', [20], [], mine),
      row('X', [30]),
    ])
    expect(ownOf(standings)?.brand).toBe('Own A')
    expect(ownOf(standingsOf([row('X', [30])]))).toBeNull()
  })
})

describe('ranks', () => {
  const scores = fc.array(fc.option(fc.integer({ min: 0, max: 8 }).map((tenth) => tenth / 10)), {
    maxLength: 30,
  })

  it('are one more than the number of better scores', () => {
    fc.assert(
      fc.property(scores, (list) => {
        const naive = list.map((score) =>
          score === null ? null : 1 + list.filter((other) => other !== null && other > score).length,
        )
        expect(ranksOf(list)).toEqual(naive)
      }),
    )
  })

  it('do not depend on the order of the rows', () => {
    fc.assert(
      fc.property(scores, fc.func(fc.integer()), (list, key) => {
        const rows = list.map((score, index) => row(`Brand ${index}`, [score, list.at(-index) ?? null]))
        const mixed = rows.toSorted((a, b) => key(a.brand) - key(b.brand))
        expect(standingsOf(mixed)).toEqual(standingsOf(rows))
      }),
    )
  })
})

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
