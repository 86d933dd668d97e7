/** News of brands that may be worth an alert. Pure. */

import type { Market } from '../../insights/market.ts'
import { lastPassing } from '../../insights/reading/index.ts'
import type { AlertEvent } from '../../model/alert.ts'
import type { ToldChange, VisibilityReport } from '../../model/reports.ts'
import type { ToldNews } from '../../store/index.ts'

/** What became news of the brands in the newest complete week, and may be worth an alert. */
export interface BrandNews {
  readonly kind: 'overtaken' | 'fall'
  readonly news: ToldNews
  /** Of a fall; `null`: the brand is gone. */
  readonly change: ToldChange | null
}

/** Which rivals passed the own brand, and whether it fell, in the market's newest week. */
export function brandNews({ own: ownBrand, brands, monday, stored }: Market): readonly BrandNews[] {
  const own = brands.get(ownBrand)
  if (own === undefined) return []
  const passed = [...brands].flatMap(([brand, rival]): BrandNews[] => {
    const passing = brand === ownBrand ? null : lastPassing(own, rival)
    if (passing?.monday !== monday || passing.standing !== 'behind') return []
    return [
      {
        kind: 'overtaken',
        news: { brand, kind: 'passing', direction: -1, from: monday, told: monday },
        change: null,
      },
    ]
  })
  const { last } = own
  const fell = last?.told === monday && last.direction < 0 && last.kind === 'step' ? last : null
  if (fell === null && !isGone(stored, ownBrand)) return passed
  const news = {
    brand: ownBrand,
    kind: 'change',
    direction: -1,
    from: fell?.from ?? monday,
    told: monday,
  } as const
  return [...passed, { kind: 'fall', news, change: fell }]
}

/** Whether the newest week no longer names a brand. */
function isGone(stored: Market['stored'], brand: string): boolean {
  const [before = 0, now = 0] = stored
    .slice(-2)
    .map(({ all, brands }) => all && (all.figures[brands.findIndex(({ name }) => name === brand)]?.[0] ?? 0))
  return now === 0 && before !== null && before > 0
}

/**
 * The alert about news, with the figures of its week; `null`: the figures don't show it, or it is within the owner's limit.
 * @param limit in points; `null`: falls are not reported
 */
export function brandEvent(
  { kind, news, change }: BrandNews,
  { own, standings, headline, requestedPeriod, period }: VisibilityReport,
  limit: number | null,
): AlertEvent | null {
  if (requestedPeriod !== null) return null
  if (kind === 'overtaken') {
    const rival = standings.find(({ brand, mine }) => !mine && brand === news.brand)
    const isAhead = rival && own && (rival.visibility.value ?? 0) > (own.visibility.value ?? 0)
    return isAhead ? { kind, rival, own } : null
  }
  if (limit === null) return null
  if (headline.kind === 'own_vanished')
    return headline.isCertain ? { kind: 'vanished', last: headline.last } : null
  if (change === null) return null
  const isThisWeek = change.from === period.start
  const points = isThisWeek ? (own?.visibility.delta ?? 0) : change.points
  if (own === null || points >= -limit) return null
  return { kind, own, limit, ...(isThisWeek ? {} : { since: { from: change.from, points } }) }
}
