/** Whom a digest names and draws beside the own brand, and since when. */

import { rounded } from '../../lib/rounded.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import type { Trend, TrendWeek } from '../../model/trend.ts'
import { isNumber, names, pointWords, valueWords, visibilityForm, weeksBetween } from '../kit/formats.ts'
import { compact } from '../kit/text.ts'
import { gapBetween, nameOf } from '../visibility/headline-copy.ts'

/** The other remarks are in the thread. */
export const remarksInMain = 1
/** Without a thread. */
export const remarksAlone = 2

/** `Globex leads with 55.8%; Contoso is 1.0 points ahead of Northwind.` `null`: there is nobody to name. */
export function neighbourLine({ standings, own, isFraction }: VisibilityReport): string | null {
  if (own === null || isFraction || !isNumber(own.visibility.value)) return null
  const rivals = standings.filter(({ mine, rank }) => !mine && isNumber(rank))
  const leaders = own.rank === 1 ? [] : rivals.filter(({ rank }) => rank === 1)
  const [leader] = leaders
  const others = rivals.filter((rival) => !leaders.includes(rival))
  const nearest = others.findLast(({ rank }) => (rank ?? 0) < (own.rank ?? 0)) ?? others[0]
  const gap = nearest === undefined ? null : gapBetween(nearest, own, 'visibility').now
  const lead = `${names(leaders.map(({ brand }) => brand))} ${leaders.length > 1 ? 'share the lead' : 'leads'}`
  const parts = compact(
    leader !== undefined && `${lead} with ${valueWords(leader.visibility, visibilityForm)}`,
    nearest !== undefined && gap !== null && `${nameOf(nearest)} is ${besideWords(gap)} ${nameOf(own)}`,
  )
  return parts.length === 0 ? null : `${parts.join('; ')}.`
}

/** `1.0 points ahead of` */
function besideWords(gap: number): string {
  const points = pointWords(Math.abs(gap))
  if (Number(points) === 0) return 'level with'
  return `${points} points ${gap > 0 ? 'ahead of' : 'behind'}`
}

/** The week before the first of two falls or rises in a row; `null`: the headline tells no second one. */
export function weekBeforeBoth(
  { headline, period }: VisibilityReport,
  trend: Trend | null,
): TrendWeek | null {
  if (headline.kind !== 'own_change' || !headline.change.again || headline.change.kind !== 'step') return null
  if (headline.change.from !== period.start) return null
  const week = trend?.weeks.find(({ start }) => weeksBetween(start, period.start) === 2)
  // The change before may be older than a week.
  const moved = (headline.own.visibility.previous ?? Number.NaN) - (week?.scores[0] ?? Number.NaN)
  return week && moved * headline.change.direction > 0 ? week : null
}

/** `That makes 8.8 points in two weeks.` for a second fall or rise in a row. */
export function sinceFirstFall(report: VisibilityReport, trend: Trend | null): string | null {
  const before = weekBeforeBoth(report, trend)?.scores[0] ?? null
  const now = report.own?.visibility.value ?? null
  if (!isNumber(before) || !isNumber(now)) return null
  return `That makes ${pointWords(Math.abs(rounded(now) - rounded(before)))} points in two weeks.`
}

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
