import type { Section, SplitDimension, VisibilityReport } from './reports.ts'

/** The own brand's and the leading rival's scores in one segment of the answers. */
export interface Gap {
  readonly dimension: SplitDimension
  readonly part: string
  readonly ownScore: number
  readonly leader: { readonly brand: string; readonly score: number }
  /** The number of answers behind both scores. */
  readonly answers: number
}

export interface GapReport {
  readonly report: VisibilityReport
  /** More than ordinary variation, for as many segments. The largest deficit first, the largest lead last. */
  readonly gaps: readonly Gap[]
  readonly tooClose: readonly Gap[]
  /** Segments that could not be read; `subject` names them. */
  readonly unread: readonly Extract<Section<never>, { ok: false }>[]
  /** Segments without a score of the own brand, or of any other brand, as the service spells them. */
  readonly notMeasured: readonly string[]
  /** The number of segments that were not requested, because there are too many. */
  readonly leftOut: number
}
