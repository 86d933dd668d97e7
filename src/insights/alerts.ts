/** What an alert looks at: how things stand now, one by one. Pure. */

import type { BrandStanding, RedditNews, VisibilityReport } from '../model/reports.ts'
import type { Evaluation } from './evaluation.ts'
import { isNothing } from './metrics.ts'

/** What has happened, with the figures that show it. The sentence itself is written in `blocks`. */
export type AlertEvent =
  /** A competitor has come past the own brand. */
  | { readonly kind: 'overtaken'; readonly rival: BrandStanding; readonly own: BrandStanding }
  /** The own visibility has fallen by more points than the digest's owner wants to let pass. */
  | { readonly kind: 'fall'; readonly own: BrandStanding; readonly limit: number }
  | {
      readonly kind: 'sentiment'
      readonly subreddit: string
      readonly sentiment: string
      /** The sentiment before, where it is known. */
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

/** How one thing stands. One that is missing here is not known: what was marked of it stays. */
export type AlertReading =
  /** It has not crossed, or has recovered. */
  | { readonly subject: string; readonly state: 'clear' }
  /** It has not crossed, but is too close to call it recovered. */
  | { readonly subject: string; readonly state: 'close' }
  | {
      readonly subject: string
      readonly state: 'crossed'
      readonly event: AlertEvent
      /** It is known to have been clear since the first look, although no look has seen it so. */
      readonly wasClear: boolean
    }

/**
 * Every competitor that is ahead of the own brand, or behind it. Two scores that are the same at one decimal are close.
 * `null`, nothing can be compared: a report of another period than was asked for, without an own score, or without a
 * period before.
 */
export function overtakenReadings({
  own,
  standings,
  instead,
}: VisibilityReport): readonly AlertReading[] | null {
  const mine = own?.visibility.value ?? null
  if (own === null || mine === null || own.visibility.previous === null || instead !== null) return null
  return standings.flatMap((rival): AlertReading[] => {
    const { value } = rival.visibility
    if (rival.mine || value === null) return []
    const subject = rival.brand
    if (isNothing(value - mine)) return [{ subject, state: 'close' }]
    if (value < mine) return [{ subject, state: 'clear' }]
    const event = { kind: 'overtaken', rival, own } as const
    return [{ subject, state: 'crossed', event, wasClear: false }]
  })
}

/**
 * Whether the own visibility fell by more than `limit` points against the period before. It has recovered when the fall
 * is smaller than that by more than the noise band: figures that sway around the limit are one fall. `null`: nothing can
 * be compared.
 */
export function fallReadings(
  { own, noiseBand, instead }: VisibilityReport,
  limit: number,
): readonly AlertReading[] | null {
  const delta = own?.visibility.delta ?? null
  if (own === null || delta === null || instead !== null) return null
  const subject = 'own'
  if (delta < -limit)
    return [{ subject, state: 'crossed', event: { kind: 'fall', own, limit }, wasClear: false }]
  return [{ subject, state: delta >= -Math.max(0, limit - noiseBand) ? 'clear' : 'close' }]
}

/** Each subreddit's newest sentiment: negative or not. One that the service doesn't tell is neither. `null`: there is none. */
export function sentimentReadings({ items }: RedditNews): readonly AlertReading[] | null {
  const readings = items.flatMap(
    ({ subreddit, sentiment, previousSentiment, description }): AlertReading[] => {
      if (sentiment === null) return []
      const subject = subreddit.toLowerCase()
      if (sentiment.toLowerCase() !== 'negative') return [{ subject, state: 'clear' }]
      const event = {
        kind: 'sentiment',
        subreddit,
        sentiment,
        before: previousSentiment,
        description,
      } as const
      return [{ subject, state: 'crossed', event, wasClear: false }]
    },
  )
  return readings.length === 0 ? null : readings
}

/** An evaluation that was waited for: done, or (`null`) not known any more. */
export function evaluationReadings(evaluation: Evaluation | null): readonly AlertReading[] {
  if (evaluation === null || !evaluation.isFinal) return []
  const { id, name, status } = evaluation
  const event = { kind: 'evaluation', id, name, status } as const
  return [{ subject: id, state: 'crossed', event, wasClear: true }]
}

type Crossing = Extract<AlertReading, { state: 'crossed' }>

/** What a look comes to, by what was marked before. */
export interface AlertStep {
  /** To be told, and marked as crossed once it is. */
  readonly tell: readonly Crossing[]
  /** To be marked without a word. */
  readonly mark: ReadonlyMap<string, 'crossed' | 'clear'>
}

/**
 * Each crossing is told once, and again only after it was clear in between. What has crossed already when it is first
 * seen is marked in silence: nobody knows since when it is so.
 * @param marked how things stood; `null`: this is the first look, which tells nothing
 */
export function alertStep(
  readings: readonly AlertReading[],
  marked: ReadonlyMap<string, 'crossed' | 'clear'> | null,
): AlertStep {
  const tell: Crossing[] = []
  const mark = new Map<string, 'crossed' | 'clear'>()
  for (const one of readings) {
    const { subject, state } = one
    const before = marked?.get(subject)
    if (state === 'close') {
      if (before === undefined) mark.set(subject, 'clear')
    } else if (state === 'clear') {
      if (before !== 'clear') mark.set(subject, 'clear')
    } else if (before !== 'crossed') {
      const isTurn = before === 'clear' || (marked !== null && one.wasClear)
      if (isTurn) tell.push(one)
      else mark.set(subject, 'crossed')
    }
  }
  return { tell, mark }
}
