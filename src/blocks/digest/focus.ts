/** Which brands a brief digest shows. */
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'

/** The own brand, the brands in the headline, and the nearest rivals, by rank. */
export function chartedBrands(report: VisibilityReport, maxBrands: number): readonly BrandStanding[] {
  return mostImportant(report, maxBrands, [...named(report), ...nearest(report)])
}

/** The same plus other brands with news, preferring the largest changes. Also by rank. */
export function movers(report: VisibilityReport, maxBrands: number): readonly BrandStanding[] {
  const near = nearest(report)
  const size = ({ visibility }: BrandStanding) => Math.abs(visibility.delta ?? 0)
  const news = report.standings
    .filter(({ visibility }) => visibility.isNews === true)
    .sort((a, b) => size(b) - size(a))
  return mostImportant(report, maxBrands, [
    ...named(report).slice(0, 3),
    ...near.slice(0, 1),
    ...news,
    ...near,
  ])
}

/** @param byImportance most important first */
function mostImportant(
  { standings }: VisibilityReport,
  most: number,
  byImportance: readonly BrandStanding[],
): readonly BrandStanding[] {
  const shownBrands = new Set([...new Set(byImportance)].slice(0, most))
  return standings.filter((standing) => shownBrands.has(standing))
}

function named(report: VisibilityReport): readonly BrandStanding[] {
  const { own, standings } = report
  const brands = [own, ...inHeadline(report)].filter((one) => one !== null)
  return brands.flatMap((one) =>
    standings.filter(({ brand, mine }) => brand === one.brand && mine === one.mine).slice(0, 1),
  )
}

function inHeadline({ headline }: VisibilityReport): readonly (BrandStanding | null)[] {
  switch (headline.kind) {
    case 'overtook':
    case 'overtaken':
      return headline.rivals
    case 'rival_change':
      return [headline.rival]
    case 'own_unmeasured':
      return [headline.leader]
    case 'no_own_brand':
      return [headline.leader, headline.mover]
    case 'own_vanished':
      return [headline.last.own]
    default:
      return []
  }
}

/** Rivals, those closest in rank to the own brand first. If it has no rank, the best ranked first. */
function nearest({ own, standings }: VisibilityReport): readonly BrandStanding[] {
  const at = own?.rank ?? 1
  const distance = ({ rank }: BrandStanding) => Math.abs((rank ?? Number.POSITIVE_INFINITY) - at)
  return standings
    .filter(({ rank, mine, brand }) => rank !== null && !(mine && brand === own?.brand))
    .sort((a, b) => distance(a) - distance(b))
}
