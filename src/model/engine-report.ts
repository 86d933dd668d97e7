import type {
  BrandFilters,
  BrandStanding,
  Coverage,
  ImpossibleValue,
  OwnBefore,
  ReportPeriod,
  Section,
} from './reports.ts'

/** The own brand's place on one engine. */
export interface EngineStanding {
  readonly engine: string
  /** `null`: no brand marked as one's own is listed on this engine in this period. */
  readonly own: BrandStanding | null
  /** How many brands have a rank on this engine. */
  readonly of: number
  /** How many brands the service has on this engine beyond those read. */
  readonly brandsLeftOut: number
  /** No answer on this engine names the own brand, and earlier ones did. */
  readonly gone: OwnGone | null
}

/** Where the own brand was before no answer named it. `isCertain`: more than chance explains. */
export interface OwnGone {
  readonly last: OwnBefore
  readonly isCertain: boolean
}

export interface EngineReport {
  /** The period that the numbers belong to. */
  readonly period: ReportPeriod
  /** The period that was asked for, where it had no data and the newest one with data is shown instead. */
  readonly instead: ReportPeriod | null
  /** As in a visibility report. */
  readonly comparedWith: ReportPeriod | null
  /** Whether any brand was measured on any engine. */
  readonly hasData: boolean
  /** Where they narrow anything, places are among what matches them. */
  readonly filters: BrandFilters
  /** Best own visibility first, then engines without one, then engines that could not be read (`subject` names them). */
  readonly engines: readonly Section<EngineStanding>[]
  /** How many engines were not asked for, because there are too many. */
  readonly enginesLeftOut: number
  /** Where the own brand is most visible; `null` unless at least two engines differ. */
  readonly best: EngineStanding | null
  /** Where the own brand is least visible; `null` unless at least two engines differ. */
  readonly worst: EngineStanding | null
  /** No answer on any engine names the own brand, and earlier ones did. */
  readonly gone: OwnGone | null
  /** Values that were omitted. */
  readonly impossible: readonly (ImpossibleValue & { readonly engine: string })[]
  /** The newest collect inside the period, if the collects could be read. */
  readonly collect: { readonly date: string; readonly total: number | null } | null
  /** Of all engines together. */
  readonly coverage: Coverage
  /** Changes of at most this many points are not news. */
  readonly noiseBand: number
}
