/** What is kept of a table of brands: the own one and its rivals, with the figures that stories are made of. Pure. */
import type { BrandRow } from '../../api/index.ts'
import type { MetricChange } from '../../model/reports.ts'
import { plausible } from '../brands/plausible.ts'
import { mostAnswers, ownOf, standingsOf } from '../ranking.ts'
import type { Figure, Rival, Sides } from './judge.ts'

interface Figures {
  readonly visibility: number | null
  readonly presence: number | null
  readonly answers: number | null
}

interface Brand {
  readonly name: string
  /** In the weeks that were asked for. */
  readonly now: Figures
  /** In as many before them. */
  readonly previous: Figures
}

export interface Table {
  /** The best of the own ones. */
  readonly own: Brand | null
  /** The others. */
  readonly brands: readonly Brand[]
  readonly answers: number | null
  /** No brand is missing: one that isn't listed was never named. */
  readonly isWhole: boolean
}

export function tableOf(all: readonly BrandRow[], cut: number): Table {
  const standings = standingsOf(plausible(all).rows)
  // What a fraction is a share of isn't known.
  const value = ({ value, isFraction }: MetricChange) => (isFraction ? null : value)
  const previous = ({ previous, isFraction }: MetricChange) => (isFraction ? null : previous)
  const ownStanding = ownOf(standings)
  const brands = standings.map(
    ({ brand, visibility, presence, answers }): Brand => ({
      name: brand,
      now: { visibility: value(visibility), presence: value(presence), answers: answers.now },
      previous: { visibility: previous(visibility), presence: previous(presence), answers: answers.before },
    }),
  )
  return {
    own: brands.find(({ name }) => name === ownStanding?.brand) ?? null,
    brands: brands.filter((_, index) => standings[index]?.mine === false),
    answers: mostAnswers(standings).now,
    isWhole: cut === 0,
  }
}

interface BothSides {
  readonly before: Table
  readonly since: Table
}

/** The own brand's figures on both sides. */
export function sidesOf({ before, since }: BothSides): {
  readonly visibility: Sides
  readonly presence: Sides
} {
  const of = (metric: 'visibility' | 'presence'): Sides => ({
    before: figureOf(before, before.own, metric),
    since: figureOf(since, since.own, metric),
  })
  return { visibility: of('visibility'), presence: of('presence') }
}

/** The rivals that are known on both sides. */
export function rivalsOf({ before, since }: BothSides): readonly Rival[] {
  const after = new Map(since.brands.map((brand) => [brand.name, brand]))
  const earlier = new Map(before.brands.map((brand) => [brand.name, brand]))
  return [...new Set([...earlier.keys(), ...after.keys()])].map((name) => ({
    name,
    visibility: {
      before: figureOf(before, earlier.get(name) ?? null, 'visibility'),
      since: figureOf(since, after.get(name) ?? null, 'visibility'),
    },
  }))
}

/** A brand that a whole table doesn't list is at zero. */
function figureOf(table: Table, brand: Brand | null, metric: 'visibility' | 'presence'): Figure {
  if (brand !== null) return { value: brand.now[metric], answers: brand.now.answers }
  return table.isWhole && table.answers !== null
    ? { value: 0, answers: table.answers }
    : { value: null, answers: null }
}

/** The rivals of a chart: the one that is named, then the nearest to the own score; two at most. */
export function nearestNames(table: Table | null, named: string | null): readonly string[] {
  const score = table?.own?.now.visibility ?? null
  if (table === null || score === null) return []
  const gap = ({ now }: Brand) => Math.abs((now.visibility ?? 0) - score)
  const near = table.brands
    .filter(({ now }) => now.visibility !== null)
    .toSorted((a, b) => Number(b.name === named) - Number(a.name === named) || gap(a) - gap(b))
  return near.slice(0, 2).map(({ name }) => name)
}
