/** The scope of figures in words: engines, requested brands, filters. Different scopes have different numbers. */

import type { CompetitorType, FunnelStage, KeywordType } from '../../api/schemas.ts'
import type { Block } from '../../model/message.ts'
import { nameOf } from '../../model/question.ts'
import type { BrandFilters, NamedFilters, ReportPeriod } from '../../model/reports.ts'
import { type AnswerOptions, context } from '../kit/elements.ts'
import { names, periodWords } from '../kit/formats.ts'
import { compact, engineName, labelOf, oneLine, shortId } from '../kit/text.ts'

interface Asked {
  /** Empty: all. */
  readonly engines: readonly string[]
  /** Empty: all. */
  readonly brands?: readonly string[]
  readonly filters: NamedFilters | BrandFilters
}

/** `All engines`, `ChatGPT · October 2026 · funnel stage Bottom of funnel · Acme`. */
export function scopeWords({ engines, brands = [], filters }: Asked, period?: ReportPeriod): string {
  return compact(
    enginesWords(engines),
    period && periodWords(period),
    ...filterParts(filters, short),
    brands.length > 0 && names(brands, 4, 40),
  ).join(' · ')
}

/** Shown above the headline of a shared answer, for readers who didn't ask: `ChatGPT · October 2026 · Acme`. */
export function sharedScope(
  { sharedBy }: Pick<AnswerOptions, 'sharedBy'>,
  asked: Asked & { readonly period: ReportPeriod },
): readonly Block[] {
  return sharedBy === undefined ? [] : [context(scopeWords(asked, asked.period))]
}

const enginesNamed = 4

function enginesWords(engines: readonly string[]): string {
  if (engines.length === 0) return 'All engines'
  return engines.length <= enginesNamed
    ? names(engines.map(engineName), enginesNamed, 24)
    : `${engines.length} engines`
}

export const competitorTypeLabels: Readonly<Record<CompetitorType, string>> = {
  BRANDED_WEBSITE: 'Branded website',
  COMMUNITY_HELP_CENTER: 'Community or help center',
  COMPARISON_SITE: 'Comparison site',
  GOVERNMENT_ACADEMIC: 'Government or academic',
  INFLUENCER_CREATOR_BLOG: 'Influencer or creator blog',
  NEWS_MEDIA: 'News media',
  PRODUCT_REVIEW_SITE: 'Product review site',
  QA_FORUM: 'Q&A forum',
  RETAIL_ECOMMERCE: 'Retail or e-commerce',
  SPECIALIST_BLOG: 'Specialist blog',
  WIKI_ENCYCLOPEDIA: 'Wiki or encyclopedia',
  UNKNOWN: 'Unknown',
}

export const keywordTypeLabels: Readonly<Record<KeywordType, string>> = {
  Generic: 'Generic',
  Brand: 'Brand',
}

export const funnelStageLabels: Readonly<Record<FunnelStage, string>> = {
  ToFu: 'Top of funnel',
  MoFu: 'Middle of funnel',
  BoFu: 'Bottom of funnel',
}

const lineLength = 1_000

/**
 * How values are written: the maximum number of a list, the maximum length of each, and how an id is shown. This is short
 * enough to read: a long list is its first values, and the number of the rest.
 */
const short = { values: 5, value: 40, id: shortId }

/** `Filtered by: topics t1 and t2 · neutral prompts only`, on as many lines as needed; empty without filters. */
export function filterLines(filters: NamedFilters): string[] {
  const lines: string[] = []
  for (const part of filterParts(filters, short)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length < lineLength)
      lines[lines.length - 1] = `${last} · ${part}`
    else lines.push(`Filtered by: ${part}`)
  }
  return lines
}

/** All filters with all their values, for a file. */
export function allFilterWords(filters: NamedFilters): string {
  return filterParts(filters, { values: 1_000, value: 1_000, id: (id) => id }).join(' · ')
}

function filterParts(filters: NamedFilters, { values: most, value: longest, id }: typeof short): string[] {
  const list = (one: string, values: readonly string[], many = `${one}s`) =>
    values.length === 0 ? [] : [`${values.length === 1 ? one : many} ${names(values, most, longest)}`]
  const named = (filter: 'personas' | 'topics' | 'thematics') =>
    filters[filter].map((value) => nameOf(filters, filter, value) ?? id(value))
  return compact(
    ...list('site type', labelled(filters.competitorTypes, competitorTypeLabels)),
    ...list('keyword type', labelled(filters.keywordTypes, keywordTypeLabels)),
    ...list('funnel stage', labelled(filters.funnelStages, funnelStageLabels)),
    ...list('persona', named('personas')),
    ...list('topic', named('topics')),
    ...list('theme', named('thematics')),
    ...list('strength', filters.strengths),
    ...list('weakness', filters.weaknesses, 'weaknesses'),
    filters.neutralsOnly && 'neutral prompts only',
    filters.search !== null && `search “${oneLine(filters.search, longest * 2, ' ')}”`,
  )
}

function labelled(values: readonly string[], labels: Parameters<typeof labelOf>[1]): string[] {
  return values.map((value) => labelOf(value, labels))
}
