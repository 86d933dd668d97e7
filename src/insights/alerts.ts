/** The readings that alerts compare. Pure. */

import type { RedditNews } from '../model/reddit.ts'
import type { BrandStanding, Headline, OwnBefore, VisibilityReport } from '../model/reports.ts'
import type { Evaluation } from './evaluation.ts'
import { isNothing } from './metrics.ts'
import { sameDaysBefore } from './periods.ts'
import { isAhead, isBeyondChance, risks } from './significance.ts'

/** An event with its figures. `blocks` writes the sentence. */
export type AlertEvent =
  /** A competitor overtook the own brand. */
  | { readonly kind: 'overtaken'; readonly rival: BrandStanding; readonly own: BrandStanding }
  /** The own visibility fell by more points than the owner's limit. */
  | { readonly kind: 'fall'; readonly own: BrandStanding; readonly limit: number }
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
  /** Not crossed, but too close to call it recovered. */
  | { readonly subject: string; readonly state: 'close' }
  | {
      readonly subject: string
      readonly state: 'crossed'
      readonly event: AlertEvent
      /** It is known to have been clear before, although no check recorded that. */
      readonly wasClear: boolean
    }

/**
 * Each competitor that is ahead of or behind the own brand by more than chance explains. Closer ones get no reading, so
 * their last state stays; without sample sizes, only scores that are equal at one decimal count as close. `null`: no
 * comparison, because the report covers another period, has a data gap, or lacks the own score or its previous value.
 */
export function overtakenReadings({
  own,
  standings,
  requestedPeriod,
  coverage,
}: VisibilityReport): readonly AlertReading[] | null {
  const mine = own?.visibility.value ?? null
  if (own === null || mine === null || own.visibility.previous === null || requestedPeriod !== null)
    return null
  if (coverage.gap !== null) return null
  const answers = own.answers.now
  return standings.flatMap((rival): AlertReading[] => {
    const { value } = rival.visibility
    if (rival.mine || value === null) return []
    const subject = rival.brand
    const [higher, lower] = value < mine ? [mine, value] : [value, mine]
    if (isNothing(value - mine) || isAhead(higher, lower, answers, risks.overtaken) === false) return []
    if (value < mine) return [{ subject, state: 'clear' }]
    const event = { kind: 'overtaken', rival, own } as const
    return [{ subject, state: 'crossed', event, wasClear: false }]
  })
}

/**
 * Whether the own visibility fell by more than `limit` points since the previous period, and by more than chance
 * explains. Also whether any answer still names the own brand. `null`: no comparison possible.
 */
export function fallReadings(report: VisibilityReport, limit: number): readonly AlertReading[] | null {
  const { own, requestedPeriod, coverage, headline } = report
  if (requestedPeriod !== null || coverage.gap !== null || report.isFraction) return null
  if (headline.kind === 'own_vanished') return vanishedReadings(headline, report)
  if (headline.kind === 'own_returned') return [isBack]
  const delta = own?.visibility.delta ?? null
  if (own === null || delta === null) return null
  const subject = 'own'
  const isProven = isBeyondChance(own.visibility, own.answers, 2 * risks.alert) !== false
  if (delta < -limit && isProven)
    return [{ subject, state: 'crossed', event: { kind: 'fall', own, limit }, wasClear: false }, isBack]
  return [{ subject, state: delta >= -limit ? 'clear' : 'close' }, isBack]
}

const isBack: AlertReading = { subject: 'vanished', state: 'clear' }

/** Only an absence that chance can't explain and that is new since the previous period. */
function vanishedReadings(
  { last, isCertain }: Extract<Headline, { kind: 'own_vanished' }>,
  { period }: VisibilityReport,
): readonly AlertReading[] | null {
  if (!isCertain || last.period.start !== sameDaysBefore(period).start) return null
  return [{ subject: 'vanished', state: 'crossed', event: { kind: 'vanished', last }, wasClear: true }]
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
    if (state === 'close') {
      if (before === undefined) toMark.set(subject, 'clear')
    } else if (state === 'clear') {
      if (before !== 'clear') toMark.set(subject, 'clear')
    } else if (before !== 'crossed') {
      const isTurn = before === 'clear' || (marked !== null && reading.wasClear)
      if (isTurn) toReport.push(reading)
      else toMark.set(subject, 'crossed')
    }
  }
  return { toReport, toMark }
}
