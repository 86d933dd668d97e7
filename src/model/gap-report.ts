import type { Section, SplitDimension, VisibilityReport } from './reports.ts'

/** How far the own brand is ahead of the best other one, in one segment of the answers. */
export interface Gap {
  readonly dimension: SplitDimension
  /** As the service spells it. */
  readonly part: string
  /** The own score. */
  readonly ownScore: number
  readonly leader: { readonly brand: string; readonly score: number }
  /** The answers behind both. */
  readonly answers: number
}

export interface GapReport {
  /** The whole, of which these are segments. */
  readonly report: VisibilityReport
  /** Beyond chance for so many segments; where the own brand trails most first, where it leads most last. */
  readonly gaps: readonly Gap[]
  readonly withinChance: readonly Gap[]
  /** Segments that could not be read; `subject` names them. */
  readonly unread: readonly Extract<Section<never>, { ok: false }>[]
  /** How many segments have no score of the own brand or of any other. */
  readonly notMeasured: number
  /** How many segments were not asked for, because there are too many. */
  readonly leftOut: number
}
