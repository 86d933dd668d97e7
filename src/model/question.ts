import type { MetricName, NamedFilters, PeriodUnit } from './reports.ts'

/** What a question wants to know of its brands; omitted: how they stand. */
export const relations = [
  'ahead',
  'behind',
  'against',
  'leader',
  'second',
  'third',
  'overtakes',
  'up',
  'down',
  'significance',
  'noise',
] as const
export type Relation = (typeof relations)[number]
/** Of all brands, not of those that a question names. */
export const ofAll = new Set<Relation | undefined>(['overtakes', 'leader', 'second', 'third', 'up', 'down'])

export interface Asked {
  /** The figure that it is about; omitted: visibility. */
  readonly metric?: MetricName
  readonly relation?: Relation
}

/** A question about figures, before relative periods such as "last week" are resolved. */
export interface Question extends Asked {
  /** Engines, as the service spells them; empty: all. */
  readonly engines: readonly string[]
  readonly unit: PeriodUnit | null
  /** The text of a date or range, e.g. `last month`, `2026-10`, `2026-10-01..2026-10-15`. */
  readonly when: string | null
  /** The brands that it is about, beside the own one; empty: all. */
  readonly brands: readonly string[]
  readonly filters: NamedFilters
}
