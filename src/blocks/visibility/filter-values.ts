/** What the filter form's fields hold: lists of values as one line of text, and back. */

import { inNames } from '../../insights/question/filter-names.ts'
import type { FormValues } from '../../model/form-values.ts'
import type { BrandFilters, NamedFilters } from '../../model/reports.ts'

/** What the fields hold: choices as lists, everything else as it was typed. */
export interface FilterDraft {
  readonly period: string
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  readonly search: string
  readonly competitorTypes: readonly string[]
  readonly keywordTypes: readonly string[]
  readonly funnelStages: readonly string[]
  /** From here on the channel's names or ids, with commas between them. */
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

/** @param period in words, as it would be typed */
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

/** What the fields hold now. A field that Slack doesn't tell about is empty. */
export function filterDraft(values: FormValues): FilterDraft {
  const text = (id: keyof FilterDraft) => {
    const value = values[id]
    return typeof value === 'string' ? value.trim() : ''
  }
  // The brands are a menu or a line of text.
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

/** The filters that the fields stand for, unchecked. */
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

/** Values in one line, with commas between them; one that holds a comma stands in quotes. */
export function listText(values: readonly string[]): string {
  return values
    .map(line)
    .map((value) => (/[,"“]/u.test(value) ? `"${value.replaceAll('"', "'")}"` : value))
    .join(', ')
}

/** A field of one line takes no line breaks. */
function line(text: string): string {
  return text.replace(/\s+/gu, ' ')
}

/** The values of a line, or of several: between commas that are not in quotes. */
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
