import type { MetricChange } from '../model/reports.ts'
import { finite, metricChange } from './metrics.ts'

/** One brand's mentions in this period and the previous one; `null` if the service gave none. */
interface Mentions {
  readonly value: number | null
  readonly previous: number | null
}

/**
 * Each brand's share of all mentions in the list, in percent, in the list's order. `null` if any brand's mentions are
 * unknown, since the total is then incomplete, or if the total is zero. If the list was cut, these are shares of the
 * brands read, and the report says how many were omitted.
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

/** `null`: not known of every brand. */
export function totalMentions(mentions: readonly (number | null)[]): number | null {
  const counts = mentions.filter(isCount)
  if (counts.length === 0 || counts.length < mentions.length) return null
  return finite(counts.reduce((sum, count) => sum + count, 0))
}

function share(mentions: number | null, total: number | null): number | null {
  if (!isCount(mentions) || total === null || total === 0) return null
  return (mentions / total) * 100
}

/** A negative count is an upstream fault and would push other brands above 100 percent. */
function isCount(mentions: number | null): mentions is number {
  return mentions !== null && Number.isFinite(mentions) && mentions >= 0
}
