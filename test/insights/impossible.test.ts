import { describe, expect, it } from 'vitest'
import type { BrandRow } from '../../src/api/index.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import { headlineRemarks, standingLine } from '../../src/blocks/visibility/visibility.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import { mine, question, row, service } from './service.ts'

const reportOf = (rows: readonly BrandRow[]) => visibilityReport(service({ brands: () => rows }), question)

describe('an impossible score', () => {
  it.each([
    [1e16, '1E16'],
    [-3, '-3'],
    [100.5, '100.5'],
  ])('is n/a, has no rank or headline, and is named: %s', async (value, words) => {
    const report = await reportOf([row('Acme', [value, 50], [5, 5]), row('Own', [40, 40], [5, 5], mine)])
    const [ownBrand, acme] = report.standings
    expect(ownBrand).toMatchObject({ brand: 'Own', rank: 1 })
    expect(acme).toMatchObject({ brand: 'Acme', rank: null, visibility: { value: null, delta: null } })
    expect(headlineSentence(report)).not.toContain('Acme')
    expect(headlineRemarks(report)).toContain(
      `The service returned ${words} for Acme’s visibility, which is impossible, so it isn’t shown.`,
    )
  })

  it('in the period before is named with that period, and isn’t compared', async () => {
    const report = await reportOf([row('Acme', [50, 1e16]), row('Own', [40, 40], [], mine)])
    expect(report.standings[0]).toMatchObject({ brand: 'Acme', rank: 1, previousRank: null })
    expect(headlineRemarks(report)).toContain(
      'The service returned 1E16 for Acme’s visibility for 2–8 Nov, which is impossible, so it isn’t shown.',
    )
  })

  it('of a brand without other figures does not hide the others', async () => {
    const report = await reportOf([row('Own', [40, 40], [-5, 5], mine), row('Acme', [30, 30], [10, 10])])
    expect(report.own).toMatchObject({
      mentions: { value: null },
      shareOfVoice: { value: null, delta: null },
    })
    // The total is incomplete without the own mentions.
    expect(report.standings[1]).toMatchObject({ mentions: { value: 10 }, shareOfVoice: { value: null } })
  })
})

describe('scores between 0 and 1', () => {
  const share = (brand: string, now: number, before: number, more = {}) => {
    const one = row(brand, [], [5, 5], more)
    return { ...one, visibility_score: { value: now, prev_value: before, unit: '' } }
  }
  const fractions = [share('Acme', 0.52, 0.5), share('Own', 0.41, 0.9, mine)]

  it('are shown unchanged, without percent signs, points or a change in the headline', async () => {
    const report = await reportOf(fractions)
    expect(headlineSentence(report)).toBe('Own is 2nd of 2 with 0.41 visibility.')
    expect(report.standings.map((one) => standingLine(one, true))).toEqual([
      '1st Acme: 0.52 visibility, 0.50 before',
      '2nd Own (you): 0.41 visibility, 0.90 before',
    ])
    expect(headlineRemarks(report).join()).toContain('All scores are between 0 and 1 with no unit')
  })

  it('are percentages if the unit says so, or if any of them is larger', async () => {
    for (const rows of [
      [row('Acme', [0.52, 0.5]), row('Own', [0.4, 0.3], [], mine)],
      [...fractions, share('Globex', 12, 11)],
    ])
      expect((await reportOf(rows)).isFraction).toBe(false)
  })
})
