/** Builds and sorts brand rows (specification, parts 2.4 and 4.4). */
import type { BrandEntry, BrandNumbers } from '../data/competitor-brands.ts'

/** The specification doesn't show units: percentages use `%`, counts the thing counted, positions `position`. */
const UNITS = { percent: '%', mentions: 'mentions', answers: 'answers', position: 'position' } as const

export const SORT_COLUMNS = [
  'brand',
  'visibility_score',
  'nb_mentions',
  'nb_distinct_keywords',
  'average_position',
  'presence_rate',
] as const
type SortColumn = (typeof SORT_COLUMNS)[number]

export function rowOf({ brand, isMyBrand, current, previous }: BrandEntry) {
  const metric = (read: (numbers: BrandNumbers) => number | null, unit: keyof typeof UNITS) => ({
    value: read(current),
    prev_value: previous && read(previous),
    unit: UNITS[unit],
  })
  return {
    brand,
    total_mentions: metric((n) => n.mentions, 'mentions'),
    visibility_score: metric((n) => n.visibility, 'percent'),
    presence_rate: metric((n) => n.presence, 'percent'),
    presence_rate_total: metric((n) => n.answers, 'answers'),
    presence_rate_occurrences: metric((n) => n.occurrences, 'answers'),
    avg_ranking: metric((n) => n.ranking, 'position'),
    is_my_brand: isMyBrand,
  }
}

const READ: Record<Exclude<SortColumn, 'brand'>, (entry: BrandEntry) => number> = {
  visibility_score: ({ current }) => current.visibility,
  nb_mentions: ({ current }) => current.mentions,
  nb_distinct_keywords: ({ keywords }) => keywords,
  // A brand without a position sorts as the worst.
  average_position: ({ current }) => current.ranking ?? Number.MAX_VALUE,
  presence_rate: ({ current }) => current.presence,
}

const byBrand = (a: BrandEntry, b: BrandEntry) => (a.brand < b.brand ? -1 : a.brand > b.brand ? 1 : 0)

/** Without a direction, the best come first (names: A first). Equal values are always sorted by name, A first. */
export function byColumn(column: SortColumn, direction: 'asc' | 'desc' | null | undefined) {
  const ascending = direction ? direction === 'asc' : column === 'brand' || column === 'average_position'
  const sign = ascending ? 1 : -1
  if (column === 'brand') return (a: BrandEntry, b: BrandEntry) => sign * byBrand(a, b)
  const read = READ[column]
  return (a: BrandEntry, b: BrandEntry) => sign * (read(a) - read(b)) || byBrand(a, b)
}
