import { expect, it } from 'vitest'
import type { BrandRow } from '../../src/api/index.ts'
import { headlineOf, judgedReport } from '../../src/insights/headline.ts'
import { ownOf, standingsOf } from '../../src/insights/ranking.ts'
import type { BrandStanding } from '../../src/model/reports.ts'
import { northwind, quiet, report, standing } from '../blocks/fixtures.ts'
import { marketWith } from '../blocks/gallery/markets.ts'
import { answers, mine, row } from './service.ts'

interface Known {
  readonly isFirst?: boolean
  readonly hasGap?: boolean
}

function headline(rows: readonly BrandRow[], { isFirst = true, hasGap = false }: Known = {}) {
  const all = standingsOf(rows)
  const { coverage, ...figures } = report(quiet(northwind))
  const gap = hasGap ? ({ side: 'now', by: 'days' } as const) : null
  const unjudged = {
    ...figures,
    standings: all,
    own: ownOf(all),
    coverage: { ...coverage, gap },
    headline: headlineOf({ all, isFirst, hasGap, isFraction: false, earlier: null }),
  }
  return judgedReport(unjudged, null).headline
}

const own = (now: number | null, before?: number | null, more = {}) =>
  row('Own', [now, before], [], { ...mine, ...more })
const rival = (brand: string, now: number | null, before?: number, more = {}) =>
  row(brand, [now, before], [], more)
const named = (...brands: readonly string[]) => brands.map((brand) => ({ brand }))

const few = answers(200)
const some = answers(1_650)
const many = answers(20_000)
const fell = rival('Fell', 39, 41)
const rose = rival('Rose', 41, 39)

it.each<[string, readonly BrandRow[], object, Known?]>([
  ['no data', [], { kind: 'no_data' }],
  ['no data without a score', [own(null, 40), rival('Acme', null)], { kind: 'no_data' }],
  [
    'the leader, if no brand is marked as own',
    [rival('Acme', 50, 50), rival('Globex', 20, 90)],
    { kind: 'no_own_brand', leader: { brand: 'Acme' }, mover: { brand: 'Globex' } },
  ],
  [
    'the leader, if the own brand has no score',
    [rival('Acme', 50, 50), own(null, 40)],
    { kind: 'own_unmeasured', own: { brand: 'Own' }, leader: { brand: 'Acme' } },
  ],
  [
    'the first measurement',
    [own(40), rival('Acme', 50), rival('Unscored', null)],
    { kind: 'first_period', own: { rank: 2 }, of: 2 },
  ],
  [
    'not compared, if something was measured before',
    [own(40), rival('Acme', 50)],
    { kind: 'not_compared', own: { rank: 2 } },
    { isFirst: false },
  ],
  ['missing data, not places', [own(45, 40), rival('Fell', 42, 43)], { kind: 'data_gap' }, { hasGap: true }],
  ['missing data, not a change', [own(60, 40)], { kind: 'data_gap' }, { hasGap: true }],
  ['missing data, not a quiet week', [own(40, 40)], { kind: 'data_gap' }, { hasGap: true }],
  [
    'a place won, rather than any change of points',
    [own(45, 40), rival('Fell', 42, 43), rival('Far', 1, 30)],
    { kind: 'overtook', rivals: named('Fell') },
  ],
  [
    'a place lost, rather than any change of points',
    [own(30, 40), rival('Rose', 90, 10)],
    { kind: 'overtaken', rivals: named('Rose') },
  ],
  ['no place that the figures don’t show', [own(40.02, 40), rival('Fell', 40, 40.02)], { kind: 'quiet' }],
  ['no place within chance', [own(42, 40, some), rival('Fell', 40, 43, some)], { kind: 'quiet' }],
  ['a place beyond chance', [own(42, 40, many), rival('Fell', 40, 43, many)], { kind: 'overtook' }],
  ['no change within chance', [own(45, 40, few), rival('Acme', 80, 80, few)], { kind: 'quiet' }],
  ['a change beyond chance', [own(45, 40, some), rival('Acme', 80, 80, some)], { kind: 'own_change' }],
  [
    'the bad news on a tie of places',
    [own(40, 40), fell, rose],
    { kind: 'overtaken', rivals: named('Rose') },
  ],
  [
    'the direction with more brands',
    [own(40, 40), fell, rose, rival('Fell too', 1, 60)],
    { kind: 'overtook', rivals: named('Fell', 'Fell too'), lost: named('Rose') },
  ],
  [
    'the own rise, rather than a competitor’s',
    [own(42.1, 40), rival('Acme', 90, 60)],
    { kind: 'own_change' },
  ],
  ['the own fall, rather than a competitor’s', [own(37, 40), rival('Acme', 90, 60)], { kind: 'own_change' }],
  [
    'the change of the closest rival, if nothing else',
    [own(40, 40), rival('Near', 43, 45), rival('Small', 9, 3)],
    { kind: 'rival_change', rival: { brand: 'Near' } },
  ],
  ['a quiet week', [own(40, 40), rival('Acme', 50, 50)], { kind: 'quiet' }],
  ['quiet at one decimal', [own(40.01, 40)], { kind: 'quiet' }],
  ['not quiet at one decimal', [own(40.1, 40)], { kind: 'own_change' }],
])('the headline is %s', (_, rows, expected, known) => {
  expect(headline(rows, known)).toMatchObject(expected)
})

it('a rival is judged alike whether it is asked for alone or among all', () => {
  const risen = standing('Fabrikam', 3, 3, [41.3, 40.1])
  const newsOf = (standings: readonly BrandStanding[]) =>
    judgedReport(report(quiet(northwind), { standings }), null).standings.find(
      ({ brand }) => brand === 'Fabrikam',
    )?.visibility.isNews
  expect([newsOf([northwind, risen]), newsOf(marketWith(risen))]).toEqual([false, false])
})
