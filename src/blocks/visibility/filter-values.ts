/** What the filter form's fields hold. Lists that are typed are one line of text. */

import { inNames } from '../../model/filters.ts'
import type { FormValues } from '../../model/form-values.ts'
import type { BrandFilters, NamedFilters } from '../../model/reports.ts'

/** Choices as lists, everything else as it was typed. */
export interface FilterDraft {
  readonly period: string
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  readonly search: string
  readonly competitorTypes: readonly string[]
  readonly keywordTypes: readonly string[]
  readonly funnelStages: readonly string[]
  /** From here on: names from the channel or ids, separated by commas. */
  readonly personas: string
  readonly topics: string
  readonly thematics: string
  readonly strengths: string
  readonly weaknesses: string
  /** `neutralsOnly`, or anything else for all prompts. */
  readonly neutrals: string
}

/** The option for prompts with neither strength nor weakness. */
export const neutralsOnly = 'only'

/** @param period in words, as a person would type it */
export function draftOf(
  asked: {
    readonly engines: readonly string[]
    readonly brands: readonly string[]
    readonly filters: NamedFilters
  },
  period: string,
): FilterDraft {
  const { engines, brands, filters } = asked
  const { competitorTypes, keywordTypes, funnelStages } = filters
  const { personas, topics, thematics } = inNames(filters)
  return {
    period,
    engines,
    brands,
    search: line(filters.search ?? ''),
    competitorTypes,
    keywordTypes,
    funnelStages,
    personas: listText(personas),
    topics: listText(topics),
    thematics: listText(thematics),
    strengths: listText(filters.strengths),
    weaknesses: listText(filters.weaknesses),
    neutrals: filters.neutralsOnly ? neutralsOnly : 'all',
  }
}

export function filterDraft(values: FormValues): FilterDraft {
  const text = (id: keyof FilterDraft) => {
    const value = values[id]
    return typeof value === 'string' ? value.trim() : ''
  }
  // The brands come from a menu or a text field.
  const list = (id: keyof FilterDraft) => {
    const value = values[id] ?? []
    return typeof value === 'string' ? listOf(value) : value
  }
  return {
    period: text('period'),
    engines: list('engines'),
    brands: list('brands'),
    search: text('search'),
    competitorTypes: list('competitorTypes'),
    keywordTypes: list('keywordTypes'),
    funnelStages: list('funnelStages'),
    personas: text('personas'),
    topics: text('topics'),
    thematics: text('thematics'),
    strengths: text('strengths'),
    weaknesses: text('weaknesses'),
    neutrals: text('neutrals'),
  }
}

/** The filters in the fields, not validated. */
export function filtersOf(draft: FilterDraft): BrandFilters {
  return {
    competitorTypes: draft.competitorTypes,
    keywordTypes: draft.keywordTypes,
    funnelStages: draft.funnelStages,
    personas: listOf(draft.personas),
    topics: listOf(draft.topics),
    thematics: listOf(draft.thematics),
    strengths: listOf(draft.strengths),
    weaknesses: listOf(draft.weaknesses),
    neutralsOnly: draft.neutrals === neutralsOnly,
    search: draft.search === '' ? null : draft.search,
  }
}

/** Values on one line, separated by commas. A value with a comma or a quote is put in quotes. */
export function listText(values: readonly string[]): string {
  return values
    .map(line)
    .map((value) => (/[,"“]/u.test(value) ? `"${value.replaceAll('"', "'")}"` : value))
    .join(', ')
}

/** A single-line field can't contain line breaks. */
function line(text: string): string {
  return text.replace(/\s+/gu, ' ')
}

/** Splits text at line breaks and at commas outside quotes. */
export function listOf(text: string): string[] {
  const values = text.match(/\s*["“][^"”]*["”]\s*(?=,|\n|$)|[^,\n]+/gu) ?? []
  return values
    .map((value) =>
      value
        .trim()
        .replace(/^["“]([^"”]*)["”]$/u, '$1')
        .trim(),
    )
    .filter((value) => value !== '')
}
