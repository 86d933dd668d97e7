import { describe, expect, it } from 'vitest'
import { headlineOf, judgedReport } from '../../src/insights/headline.ts'
import { ownOf, standingsOf } from '../../src/insights/ranking.ts'
import { periodContaining } from '../../src/model/period.ts'
import type { Headline } from '../../src/model/reports.ts'
import { northwind, quiet, report } from '../blocks/fixtures.ts'
import { answers, mine, row } from './service.ts'

const period = periodContaining('week', '2026-11-09', 'UTC')

function headline(rows: Parameters<typeof row>[], { isFirst = true, hasGap = false } = {}): Headline {
  const all = standingsOf(rows.map((one) => row(...one)))
  const gap = hasGap ? ({ side: 'now', by: 'days' } as const) : null
  const unjudged = {
    ...report(quiet(northwind)),
    period,
    standings: all,
    own: ownOf(all),
    coverage: { ...report(quiet(northwind)).coverage, gap },
    headline: headlineOf({ all, isFirst, hasGap, isFraction: false, earlier: null }),
  }
  return judgedReport(unjudged, null).headline
}

const own = (now: number | null, before?: number | null): Parameters<typeof row> => [
  'Own',
  [now, before],
  [],
  mine,
]

describe('the headline is', () => {
  it('that there is no data', () => {
    expect(headline([])).toEqual({ kind: 'no_data' })
    expect(headline([own(null, 40), ['Acme', [null]]])).toEqual({ kind: 'no_data' })
  })

  it('the leader, if no brand is marked as own or the own one has no score', () => {
    expect(
      headline([
        ['Acme', [50, 50]],
        ['Globex', [20, 90]],
      ]),
    ).toMatchObject({ kind: 'no_own_brand', leader: { brand: 'Acme' }, mover: { brand: 'Globex' } })
    expect(headline([['Acme', [50, 50]], own(null, 40)])).toMatchObject({
      kind: 'own_unmeasured',
      own: { brand: 'Own' },
      leader: { brand: 'Acme' },
    })
  })

  it('the first measurement, if there is none before', () => {
    expect(headline([own(40), ['Acme', [50]], ['Unscored', [null]]])).toMatchObject({
      kind: 'first_period',
      own: { rank: 2 },
      of: 2,
    })
  })

  it('that there is no comparison, if something was measured before', () => {
    const rows = [own(40), ['Acme', [50]]] satisfies Parameters<typeof row>[]
    expect(headline(rows, { isFirst: false })).toMatchObject({ kind: 'not_compared', own: { rank: 2 } })
  })

  it('that data is missing, rather than any change or a quiet period', () => {
    const changes: Parameters<typeof row>[][] = [
      [own(45, 40), ['Fell', [42, 43]]],
      [own(60, 40)],
      [own(40, 40), ['Rose', [30, 10]]],
      [own(40, 40)],
    ]
    for (const rows of changes)
      expect(headline(rows, { hasGap: true })).toMatchObject({ kind: 'data_gap', own: { brand: 'Own' } })
  })

  it('a change of places, rather than any change of points', () => {
    const rose: Parameters<typeof row> = ['Rose', [90, 10]]
    expect(headline([own(45, 40), ['Fell', [42, 43]], ['Far', [1, 30]]])).toMatchObject({
      kind: 'overtook',
      rivals: [{ brand: 'Fell' }],
    })
    expect(headline([own(30, 40), rose])).toMatchObject({ kind: 'overtaken', rivals: [{ brand: 'Rose' }] })
  })

  it('not a change of places that the figures don’t show', () => {
    expect(headline([own(40.02, 40), ['Fell', [40, 40.02]]])).toMatchObject({ kind: 'quiet' })
  })

  it('not a change within chance, nor an overtake of brands that are too close', () => {
    const passing = (sample: number) =>
      headline([
        ['Own', [42, 40], [], { ...mine, ...answers(sample) }],
        ['Fell', [40, 43], [], answers(sample)],
      ])
    expect(passing(1650)).toMatchObject({ kind: 'quiet' })
    expect(passing(20_000)).toMatchObject({ kind: 'overtook', rivals: [{ brand: 'Fell' }] })
    const moving = (sample: number) =>
      headline([
        ['Own', [45, 40], [], { ...mine, ...answers(sample) }],
        ['Acme', [80, 80], [], answers(sample)],
      ])
    expect(moving(200)).toMatchObject({ kind: 'quiet' })
    expect(moving(1650)).toMatchObject({ kind: 'own_change' })
  })

  it('the direction with more brands if places were won and lost, and the bad news on a tie', () => {
    const fell: Parameters<typeof row> = ['Fell', [39, 41]]
    const rose: Parameters<typeof row> = ['Rose', [41, 39]]
    expect(headline([own(40, 40), fell, rose])).toMatchObject({
      kind: 'overtaken',
      rivals: [{ brand: 'Rose' }],
    })
    expect(headline([own(40, 40), fell, rose, ['Fell too', [1, 60]]])).toMatchObject({
      kind: 'overtook',
      rivals: [{ brand: 'Fell' }, { brand: 'Fell too' }],
      lost: [{ brand: 'Rose' }],
    })
  })

  it('the own change, rather than a competitor’s', () => {
    expect(headline([own(42.1, 40), ['Acme', [90, 60]]])).toMatchObject({ kind: 'own_change' })
    expect(headline([own(37, 40), ['Acme', [90, 60]]])).toMatchObject({ kind: 'own_change' })
  })

  it('otherwise the change of the rival closest to the own brand, up or down', () => {
    const rows: Parameters<typeof row>[] = [own(40, 40), ['Near', [43, 45]], ['Small', [9, 3]]]
    expect(headline(rows)).toMatchObject({ kind: 'rival_change', rival: { brand: 'Near' } })
  })

  it('that the period was quiet, if no change can be seen', () => {
    expect(headline([own(40, 40), ['Acme', [50, 50]]])).toMatchObject({ kind: 'quiet' })
    expect(headline([own(40.01, 40)])).toMatchObject({ kind: 'quiet' })
    expect(headline([own(40.1, 40)])).toMatchObject({ kind: 'own_change' })
  })
})
