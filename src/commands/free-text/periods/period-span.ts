import type { PeriodUnit } from '../../../model/reports.ts'

/** A period that a sentence names. */
export interface NamedPeriod {
  /** As `periodText` writes it; `null`: not written, since it hasn't begun or isn't understood. */
  readonly unit: PeriodUnit | null
  readonly when: string | null
  /** First and last day; `null`: in the future, or no period of its own. */
  readonly days: { readonly start: string; readonly end: string } | null
  /** It ends today or later, so that it asks for the newest. */
  readonly isNow: boolean
  readonly isFuture: boolean
  /** Two people may mean two things by it. */
  readonly isDoubtful: boolean
  /** A weekday by its name alone, which may be a digest's, or a brand's. */
  readonly weekday?: string
  /** `weekly`, `month over month`: the last complete one of the unit. */
  readonly isRhythm?: boolean
}

export interface PeriodSpan {
  readonly period: NamedPeriod
  /** How many words it takes. */
  readonly words: number
}
