import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeCell,
  changeWords,
  counted,
  metricForms,
  names,
  ordinal,
  rankWords,
  valueWords,
} from '../../../src/blocks/kit/formats.ts'
import { visibilityAnswer } from '../../../src/blocks/visibility/visibility.ts'
import { noFilters } from '../../../src/model/question.ts'
import type { MetricChange } from '../../../src/model/reports.ts'
import { change, ownChange, standing } from '../fixtures.ts'
import { change as anyChange, goodName, reportOf, standingOf } from '../like.ts'

const [visibility, , averageRanking, mentions] = metricForms

it.each([
  [change(-0, null), visibility, '0.0%'],
  [change(null, 3), visibility, 'n/a'],
  [change(Number.NaN, 3), visibility, 'n/a'],
  [change(7.25, null, ''), visibility, '7.3'],
  [change(7, null, 'pts'), visibility, '7.0'],
  [change(2.14, null, ''), averageRanking, '2.1'],
  [change(1_234_567, null, ''), mentions, '1.2M'],
  [change(1e21, null, ''), mentions, '1E21'],
])('the value %o is written %s', (given, form, words) => {
  expect(valueWords(given, form)).toBe(words)
})

describe('a change', () => {
  const news = (one: MetricChange): MetricChange => ({ ...one, isNews: true })

  it.each([
    [news(change(41.3, 38.9)), visibility, '▲ up 2.4 points'],
    [change(41.3, 38.9), visibility, '38.9% before'],
    [change(38.92, 38.9), visibility, 'no change'],
    [change(38.94, 38.88), visibility, 'no change'],
    [change(null, 38.9), visibility, 'n/a'],
    [news(change(2.1, 3, '', 'lower')), averageRanking, '▲ improved from 3.0 to 2.1'],
    [news(change(3, 2.1, '', 'lower')), averageRanking, '▼ worsened from 2.1 to 3.0'],
    [change(3, 2.1, '', 'lower'), averageRanking, '2.1 before'],
    [change(3.21, 3.16, '', 'lower'), averageRanking, 'no change'],
    [change(1280, 1206, ''), mentions, '1,206 before'],
  ])('%o is written %s', (given, form, words) => {
    expect(changeWords(given, form)).toBe(words)
  })

  it('is short in a cell, and has a sign only if it is news', () => {
    expect(changeCell(news(change(41.3, 38.9)), visibility)).toBe('▲ +2.4')
    expect(changeCell(change(41.3, 38.9), visibility)).toBe('(+2.4)')
    expect(changeCell(change(2.1, 3, '', 'lower'), averageRanking)).toBe('(−0.9)')
  })

  it('never shows a glyph without its words or sign, nor an invalid number', () => {
    fc.assert(
      fc.property(anyChange, fc.constantFrom(...metricForms), (given, form) => {
        const plain = { ...given, unit: '%' }
        for (const words of [valueWords(plain, form), changeWords(plain, form), changeCell(plain, form)]) {
          expect(words).not.toMatch(/NaN|Infinity|∞|null|undefined|--/)
          if (/[▲▼]/.test(words)) expect(words).toMatch(/[▲▼] (?:(?:up|down|improved|worsened) |[+−][\d.])/)
        }
      }),
    )
  })
})

describe('a rank', () => {
  it('is n/a if it is unknown', () => {
    expect(rankWords(standing('A', null, 2, [1, 1]))).toBe('n/a')
  })

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [112, '112th'],
    [1001, '1,001st'],
  ])('%i is the %s', (rank, words) => {
    expect(ordinal(rank)).toBe(words)
  })
})

describe('amounts and names', () => {
  it('agree with their noun', () => {
    expect([counted(1, 'brand'), counted(0, 'brand')]).toEqual(['1 brand', '0 brands'])
  })

  it('are listed, with a count of the rest', () => {
    expect(names(['A'])).toBe('A')
    expect(names(['A', 'B'])).toBe('A and B')
    expect(names(['A', 'B', 'C', 'D', ''])).toBe('A, B, C, and 2 more')
    expect(names([''])).toBe('(unnamed)')
  })
})

it('with any numbers an answer never shows an invalid value', () => {
  fc.assert(
    fc.property(reportOf(goodName, 12), standingOf(goodName), (given, own) => {
      const words = { start: '2026-11-09', end: '2026-11-15', timeZone: 'UTC', unit: 'week' } as const
      const { why: _, ...others } = given
      const safe = {
        ...others,
        period: words,
        requestedPeriod: null,
        engines: [],
        brands: [],
        filters: noFilters,
        impossible: [],
      }
      const standings = safe.standings.map((each) => withUnit(each))
      const headline = ownChange(withUnit(own), { points: 1 })
      const answer = visibilityAnswer(
        { ...safe, standings, own: standings[0] ?? null, headline, collect: null },
        { shareable: false, command: 'visibility', byEngine: 'engines' },
      )
      expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity|∞|undefined|\[object|"null"|null/)
    }),
  )
})

function withUnit(one: ReturnType<typeof standing>): ReturnType<typeof standing> {
  const percent = metricForms.map(({ key }) => [key, { ...one[key], unit: '%' }])
  return { ...one, ...Object.fromEntries(percent) }
}
