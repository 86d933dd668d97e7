import type {
  BrandFilters,
  BrandStanding,
  ImpossibleValue,
  OwnBefore,
  Section,
  ToldChange,
  VisibilityReport,
} from './reports.ts'

export interface EngineStanding {
  readonly engine: string
  /** `null`: no brand listed on this engine in this period is marked as the own brand. */
  readonly own: BrandStanding | null
  /** What became news of it in this period; `null`: nothing. Marked in `own` if the figures show it. */
  readonly news: ToldChange | null
  readonly of: number
  readonly brandsLeftOut: number
  /** Set if no answer on this engine names the own brand but earlier ones did. */
  readonly gone: OwnGone | null
}

export interface OwnGone {
  readonly last: OwnBefore
  readonly isCertain: boolean
}

/** `coverage` is that of all engines together. */
export interface EngineReport
  extends Pick<VisibilityReport, 'period' | 'requestedPeriod' | 'comparedWith' | 'collect' | 'coverage'> {
  readonly hasData: boolean
  /** If any is set, ranks count only the matching answers. */
  readonly filters: BrandFilters
  /** Best own visibility first, then engines without one, then engines that could not be read (`subject` names them). */
  readonly engines: readonly Section<EngineStanding>[]
  /** The number of engines that were not requested, because there are too many. */
  readonly enginesLeftOut: number
  /** Engines without any answer in this period (or any that matches the filters), while others have some. */
  readonly notCollected: readonly string[]
  /** Engines with far fewer answers than in the weeks before. */
  readonly fewerAnswers: readonly string[]
  /** Where the own brand is more visible than elsewhere by more than ordinary variation; `null`: none stands out. */
  readonly best: EngineStanding | null
  readonly worst: EngineStanding | null
  /** Set if no answer on any engine names the own brand but earlier ones did. */
  readonly gone: OwnGone | null
  readonly impossible: readonly (ImpossibleValue & { readonly engine: string })[]
}
