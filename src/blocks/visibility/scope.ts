/** The scope of figures in words: engines, requested brands, filters. Different scopes have different numbers. */

import type { Block } from '../../model/message.ts'
import type { BrandFilters, NamedFilters, ReportPeriod } from '../../model/reports.ts'
import type { AnswerOptions } from '../kit/answer.ts'
import { context } from '../kit/elements.ts'
import { engineName } from '../kit/engine-names.ts'
import { names } from '../kit/numbers.ts'
import { periodWords } from '../kit/periods.ts'
import { filterWords } from './visibility-filters.ts'

export interface Asked {
  /** Empty: all. */
  readonly engines: readonly string[]
  /** Empty: all. */
  readonly brands?: readonly string[]
  readonly filters: NamedFilters | BrandFilters
}

/** `All engines`, `Perplexity · funnel stage BoFu (bottom of the funnel) · Acme`. */
export function scopeWords(asked: Asked): string {
  return [...enginesWords(asked.engines, 4), ...filterWords(asked.filters), ...brandsWords(asked)].join(' · ')
}

/** Shown above the headline of a shared answer, for readers who didn't ask: `ChatGPT · October 2026 · Acme`. */
export function sharedScope(
  { sharedBy }: Pick<AnswerOptions, 'sharedBy'>,
  asked: Asked & { readonly period: ReportPeriod },
): { readonly blocks: readonly Block[]; readonly text: readonly string[] } {
  if (sharedBy === undefined) return { blocks: [], text: [] }
  const words = scopeAndPeriod(asked)
  return { blocks: [context(words)], text: [words] }
}

/** `ChatGPT · October 2026 · Acme`. */
export function scopeAndPeriod(asked: Asked & { readonly period: ReportPeriod }): string {
  const { engines, filters, period } = asked
  return [
    ...enginesWords(engines, 4),
    periodWords(period),
    ...brandsWords(asked),
    ...filterWords(filters),
  ].join(' · ')
}

function enginesWords(engines: readonly string[], most: number): string[] {
  if (engines.length === 0) return ['All engines']
  return [engines.length > most ? `${engines.length} engines` : names(engines.map(engineName), most, 24)]
}

function brandsWords({ brands = [] }: Asked): string[] {
  return brands.length === 0 ? [] : [names(brands, 4, 40)]
}
