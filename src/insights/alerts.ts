/** What alerts are about. Pure. */

import type { ToldChange } from '../model/change.ts'
import type { RedditNews } from '../model/reddit.ts'
import type { BrandStanding, OwnBefore, VisibilityReport } from '../model/reports.ts'
import type { ToldNews } from '../store/index.ts'
import type { Evaluation } from './evaluation.ts'
import type { Market } from './market.ts'
import { lastPassing } from './reading/index.ts'

/** An event with its figures. `blocks` writes the sentence. */
export type AlertEvent =
  /** A competitor overtook the own brand. */
  | { readonly kind: 'overtaken'; readonly rival: BrandStanding; readonly own: BrandStanding }
  /** The own visibility fell by more points than the owner's limit. */
  | {
      readonly kind: 'fall'
      readonly own: BrandStanding
      readonly limit: number
      /** The Monday and the points since then; omitted: it began in this week. */
      readonly since?: { readonly from: string; readonly points: number }
    }
  /** No answer names the own brand any more. */
  | { readonly kind: 'vanished'; readonly last: OwnBefore }
  | {
      readonly kind: 'sentiment'
      readonly subreddit: string
      readonly sentiment: string
      /** The previous sentiment, if known. */
      readonly before: string | null
      readonly description: string
    }
  | {
      readonly kind: 'evaluation'
      readonly id: string
      readonly name: string
      /** As the service names it. */
      readonly status: string | null
    }

/** The state of one subject. Missing subjects are unknown and keep their marks. */
export type AlertReading =
  /** Not crossed, or recovered. */
  | { readonly subject: string; readonly state: 'clear' }
  | {
      readonly subject: string
      readonly state: 'crossed'
      readonly event: AlertEvent
      /** It is known to have been clear before, although no check recorded that. */
      readonly wasClear: boolean
    }

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

/** Each subreddit's newest sentiment, negative or not; unknown sentiments are omitted. `null`: none. */
export function sentimentReadings({ items }: RedditNews): readonly AlertReading[] | null {
  const readings = items.flatMap(
    ({ subreddit, sentiment, previousSentiment, turned, description }): AlertReading[] => {
      if (sentiment === null) return []
      const subject = subreddit.toLowerCase()
      if (sentiment.toLowerCase() !== 'negative') return [{ subject, state: 'clear' }]
      const event = {
        kind: 'sentiment',
        subreddit,
        sentiment,
        before: turned === null ? null : previousSentiment,
        description,
      } as const
      return [{ subject, state: 'crossed', event, wasClear: false }]
    },
  )
  return readings.length === 0 ? null : readings
}

/** A reading once a watched evaluation has ended. @param evaluation `null`: it was deleted */
export function evaluationReadings(evaluation: Evaluation | null): readonly AlertReading[] {
  if (evaluation === null || !evaluation.isFinal) return []
  const { id, name, status } = evaluation
  const event = { kind: 'evaluation', id, name, status } as const
  return [{ subject: id, state: 'crossed', event, wasClear: true }]
}

type Crossing = Extract<AlertReading, { state: 'crossed' }>

/** The result of a check, compared with the previous marks. */
export interface AlertStep {
  /** Crossings to report; marked as crossed once posted. */
  readonly toReport: readonly Crossing[]
  /** Marks to set without reporting. */
  readonly toMark: ReadonlyMap<string, 'crossed' | 'clear'>
}

/**
 * Each crossing is reported once, and again only after it was clear in between. A subject first seen crossed is
 * marked silently, since the time of the crossing is unknown.
 * @param marked the previous marks; `null`: the first check, which reports nothing
 */
export function alertStep(
  readings: readonly AlertReading[],
  marked: ReadonlyMap<string, 'crossed' | 'clear'> | null,
): AlertStep {
  const toReport: Crossing[] = []
  const toMark = new Map<string, 'crossed' | 'clear'>()
  for (const reading of readings) {
    const { subject, state } = reading
    const before = marked?.get(subject)
    if (state === 'clear') {
      if (before !== 'clear') toMark.set(subject, 'clear')
    } else if (before !== 'crossed') {
      const isTurn = before === 'clear' || (marked !== null && reading.wasClear)
      if (isTurn) toReport.push(reading)
      else toMark.set(subject, 'crossed')
    }
  }
  return { toReport, toMark }
}
