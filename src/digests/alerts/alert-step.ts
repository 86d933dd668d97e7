/** Alerts about what is marked once it has crossed a limit: sentiment and evaluations. Pure. */

import type { AlertEvent } from '../../model/alert.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import type { RedditNews } from '../../model/reddit.ts'

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
