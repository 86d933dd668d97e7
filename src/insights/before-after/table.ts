/** The part of a brand table that stories need: figures of the own brand and its rivals. Pure. */
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
  /** In the requested weeks. */
  readonly now: Figures
  /** In the same number of weeks before them. */
  readonly previous: Figures
}

export interface Table {
  /** The best-ranked own brand. */
  readonly own: Brand | null
  /** The rivals. */
  readonly brands: readonly Brand[]
  readonly answers: number | null
  /** No brand was cut off, so an unlisted brand was never named. */
  readonly isWhole: boolean
}

export function tableOf(all: readonly BrandRow[], cut: number): Table {
  const standings = standingsOf(plausible(all).rows)
  // It is unknown what a fraction is a share of.
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

/** The rivals listed on either side. */
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

/** A brand that a complete table doesn't list is at zero. */
function figureOf(table: Table, brand: Brand | null, metric: 'visibility' | 'presence'): Figure {
  if (brand !== null) return { value: brand.now[metric], answers: brand.now.answers }
  return table.isWhole && table.answers !== null
    ? { value: 0, answers: table.answers }
    : { value: null, answers: null }
}

/** At most two rivals for a chart: the named one first, then those nearest to the own score. */
export function nearestNames(table: Table | null, named: string | null): readonly string[] {
  const score = table?.own?.now.visibility ?? null
  if (table === null || score === null) return []
  const gap = ({ now }: Brand) => Math.abs((now.visibility ?? 0) - score)
  const near = table.brands
    .filter(({ now }) => now.visibility !== null)
    .toSorted((a, b) => Number(b.name === named) - Number(a.name === named) || gap(a) - gap(b))
  return near.slice(0, 2).map(({ name }) => name)
}
