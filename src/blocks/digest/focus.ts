/** Which brands a digest's chart shows. */
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'

export const chartedCount = 3

/** The own brand, those in the headline, the leader and the nearest rival, by rank. */
export function chartedBrands(report: VisibilityReport): readonly BrandStanding[] {
  const leader = report.standings.filter(({ rank }) => rank === 1).slice(0, 1)
  const charted = new Set(
    [...new Set([...named(report), ...leader, ...nearest(report)])].slice(0, chartedCount),
  )
  return report.standings.filter((standing) => charted.has(standing))
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
