import type { MetricChange } from '../model/reports.ts'
import { finite, metricChange } from './metrics.ts'

/** The mentions of one brand in this period and the one before; `null` where the service gave none. */
interface Mentions {
  readonly value: number | null
  readonly previous: number | null
}

/**
 * Each brand's mentions over all brands' in the list, in percent, in the list's order. `null` where the brand's
 * mentions or the whole are unknown, or the whole is zero. The whole is what was read: if the caller read only the
 * first brands of a longer list, these are shares among those, and the report says how many were left out.
 */
export function sharesOfVoice(brands: readonly Mentions[]): readonly MetricChange[] {
  const now = totalMentions(brands.map((brand) => brand.value))
  const before = totalMentions(brands.map((brand) => brand.previous))
  return brands.map((brand) =>
    metricChange(
      { value: share(brand.value, now), prev_value: share(brand.previous, before), unit: '%' },
      'higher',
    ),
  )
}

/** The sum of the mentions that are known; `null` when none is. */
export function totalMentions(mentions: readonly (number | null)[]): number | null {
  const known = mentions.filter(isCount)
  return known.length === 0 ? null : finite(known.reduce((sum, count) => sum + count, 0))
}

function share(mentions: number | null, total: number | null): number | null {
  if (!isCount(mentions) || total === null || total === 0) return null
  return (mentions / total) * 100
}

/** A negative count is a fault upstream and would push other brands above 100 percent. */
function isCount(mentions: number | null): mentions is number {
  return mentions !== null && Number.isFinite(mentions) && mentions >= 0
}
