import type { PeriodUnit } from '../../../model/reports.ts'

/** A period that a sentence names. */
export interface NamedPeriod {
  /** As `periodText` writes it; `null`: it hasn't begun, or isn't understood. */
  readonly unit: PeriodUnit | null
  readonly when: string | null
  /** First and last day; `null`: in the future, or not a period of its own. */
  readonly days: { readonly start: string; readonly end: string } | null
  /** It ends today or later, so it asks for the newest data. */
  readonly isNow: boolean
  readonly isFuture: boolean
  /** People may mean different things by it. */
  readonly isDoubtful: boolean
  /** A weekday without a date, which may also name a digest or a brand. */
  readonly weekday?: string
  /** `weekly`, `month over month`: the last complete one of the unit. */
  readonly isRhythm?: boolean
}

export interface PeriodSpan {
  readonly period: NamedPeriod
  /** The number of words that it takes. */
  readonly words: number
}
