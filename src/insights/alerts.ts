/** What an alert looks at: how things stand now, one by one. Pure. */
import type { Evaluation } from './evaluation.ts'
import { isNothing } from './metrics.ts'
import type { BrandStanding, RedditNews, VisibilityReport } from './model.ts'

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

/**
 * How one thing stands. What is missing here is not known, or too close to call: then nothing is told, and what was told
 * stays told.
 */
export type AlertReading =
  | { readonly subject: string; readonly isCrossed: false }
  | {
      readonly subject: string
      readonly isCrossed: true
      readonly event: AlertEvent
      /** Nobody can have seen it otherwise, so that it is no turn. */
      readonly isFirstSeen: boolean
    }

/**
 * Every competitor that is ahead of the own brand, or behind it. Two scores that are the same at one decimal are neither.
 * A report of another period than was asked for, or without a period before, tells nothing.
 */
export function overtakenReadings({ own, standings, instead }: VisibilityReport): readonly AlertReading[] {
  const mine = own?.visibility.value ?? null
  if (own === null || mine === null || own.visibility.previous === null || instead !== null) return []
  return standings.flatMap((rival): AlertReading[] => {
    const { value, previous } = rival.visibility
    if (rival.mine || value === null || isNothing(value - mine)) return []
    const subject = rival.brand
    if (value < mine) return [{ subject, isCrossed: false }]
    const event = { kind: 'overtaken', rival, own } as const
    return [{ subject, isCrossed: true, event, isFirstSeen: previous === null }]
  })
}

/**
 * Whether the own visibility fell by more than `limit` points against the period before. It has recovered when the fall
 * is smaller than that by more than the noise band: figures that sway around the limit are one fall.
 */
export function fallReadings(
  { own, noiseBand, instead }: VisibilityReport,
  limit: number,
): readonly AlertReading[] {
  const delta = own?.visibility.delta ?? null
  if (own === null || delta === null || instead !== null) return []
  const subject = 'own'
  if (delta < -limit)
    return [{ subject, isCrossed: true, event: { kind: 'fall', own, limit }, isFirstSeen: false }]
  return delta >= -Math.max(0, limit - noiseBand) ? [{ subject, isCrossed: false }] : []
}

/** Each subreddit's newest sentiment: negative or not. One that the service doesn't tell is neither. */
export function sentimentReadings({ items }: RedditNews): readonly AlertReading[] {
  return items.flatMap(({ subreddit, sentiment, previousSentiment, description }): AlertReading[] => {
    if (sentiment === null) return []
    const subject = subreddit.toLowerCase()
    if (sentiment.toLowerCase() !== 'negative') return [{ subject, isCrossed: false }]
    const event = { kind: 'sentiment', subreddit, sentiment, before: previousSentiment, description } as const
    return [{ subject, isCrossed: true, event, isFirstSeen: false }]
  })
}

/** An evaluation that was waited for: done, or (`null`) not known any more. */
export function evaluationReadings(evaluation: Evaluation | null): readonly AlertReading[] {
  if (evaluation === null || !evaluation.isFinal) return []
  const { id, name, status } = evaluation
  return [
    { subject: id, isCrossed: true, event: { kind: 'evaluation', id, name, status }, isFirstSeen: false },
  ]
}

/** What a look comes to, by what was marked before. */
export interface AlertStep {
  /** To be told, and marked once it is. */
  readonly tell: readonly Extract<AlertReading, { isCrossed: true }>[]
  /** To be marked without a word. */
  readonly mark: readonly string[]
  /** Marked, and recovered: to be told again at the next crossing. */
  readonly rearm: readonly string[]
}

/**
 * Each crossing is told once, and again only after it has recovered in between.
 * @param marked what was told and has not recovered since; `null`: this is the first look, which tells nothing
 */
export function alertStep(readings: readonly AlertReading[], marked: ReadonlySet<string> | null): AlertStep {
  const crossed = readings.filter((one) => one.isCrossed)
  if (marked === null) return { tell: [], mark: crossed.map(({ subject }) => subject), rearm: [] }
  const fresh = crossed.filter(({ subject }) => !marked.has(subject))
  return {
    tell: fresh.filter(({ isFirstSeen }) => !isFirstSeen),
    mark: fresh.filter(({ isFirstSeen }) => isFirstSeen).map(({ subject }) => subject),
    rearm: readings
      .filter(({ subject, isCrossed }) => !isCrossed && marked.has(subject))
      .map(({ subject }) => subject),
  }
}
