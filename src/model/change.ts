/** A change that became news in the week of a report. Dates are Mondays, or the first day of another period. */
export interface ToldChange {
  /** `stop`: a climb or slide has ended. */
  readonly kind: 'step' | 'slope' | 'stop'
  /** 1: better than what held before. */
  readonly direction: 1 | -1
  /** Of a step in all; of a slope a week; of a stop what is left of it, a week. */
  readonly points: number
  /** The first week that differs. */
  readonly from: string
  /** Whether it goes on in the direction of the change before. */
  readonly again: boolean
}

/** A change of a brand, and its score before as the service has it; `null`: unknown. */
export interface BrandChange extends ToldChange {
  readonly before: number | null
}
