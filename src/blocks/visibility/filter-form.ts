/** The form that narrows a visibility answer: every filter of the brand table (specification, part 4.4). */
import * as z from 'zod'
import { nameKey } from '../../lib/strings.ts'
import { type FormValues, textIn } from '../../model/form-values.ts'
import type { Block, ModalView } from '../../model/message.ts'
import { type FilterKey, isNarrowed, listFilters, noFilters, relations } from '../../model/question.ts'
import type { BrandFilters } from '../../model/reports.ts'
import {
  type Field,
  fieldActionId,
  fitsOption,
  multiSearchField,
  multiSelectField,
  selectField,
  textField,
} from '../forms/fields.ts'
import { type FormProblems, formButton, formModal, modalState } from '../forms/modal.ts'
import { buttons, context } from '../kit/elements.ts'
import { metricForms } from '../kit/formats.ts'
import { engineName } from '../kit/text.ts'
import { competitorTypeLabels, funnelStageLabels, keywordTypeLabels } from './scope.ts'

export const filterTitle = 'Filter'
export const filterCallbackId = 'sl1.filter'

const filterState = z
  .object({
    channel: z.string(),
    /** The workspace whose engines and brands are offered. */
    workspace: z.object({ organizationId: z.string(), workspaceId: z.string() }).readonly(),
    /** The click's response address, through which the new answer replaces the clicked one. `null`: none. */
    responseAddress: z.string().nullable(),
    /** `ts` of the first message of the thread with the clicked message; `null`: not in a thread. */
    threadTs: z.string().nullable(),
    /** Whether the clicked answer was ephemeral: only such a message may be replaced. */
    replaces: z.boolean(),
    /** Whether the filters behind "More filters" are shown. */
    open: z.boolean(),
    /** What the answer is about, which the filters don't change. */
    asked: z
      .object({
        metric: z.enum(metricForms.map(({ key }) => key)).exactOptional(),
        relation: z.enum(relations).exactOptional(),
      })
      .readonly(),
  })
  .readonly()
export type FilterFormMetadata = z.infer<typeof filterState>
const { write, read: readFilterMetadata } = modalState(filterState)

export { readFilterMetadata }

export interface FilterForm {
  readonly metadata: FilterFormMetadata
  readonly draft: FilterDraft
  readonly engines: readonly string[]
  /** The brands to choose from; `null`: the list is unavailable right now. */
  readonly brands: readonly string[] | null
}

type FilterField = 'period' | 'engines' | 'brands' | 'neutrals' | FilterKey
export type FilterErrors = Readonly<Partial<Record<FilterField, string>>>

export interface FilterDraft {
  /** In words, as a person types it. */
  readonly period: string
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  /** Topics, personas and themes by their names in the channel, or by ids. */
  readonly filters: BrandFilters
}

export function filterDraft(values: FormValues): FilterDraft {
  const text = (id: FilterField) => textIn(values, id).trim()
  // Chosen from a menu, or typed.
  const list = (id: FilterField) => {
    const value = values[id] ?? []
    return typeof value === 'string' ? listOf(value) : value
  }
  const listed = Object.fromEntries(listFilters.map((key) => [key, list(key)]))
  return {
    period: text('period'),
    engines: list('engines'),
    brands: list('brands'),
    filters: {
      ...Object.assign({}, noFilters, listed),
      neutralsOnly: text('neutrals') === onlyNeutrals,
      search: text('search') || null,
    },
  }
}

/** The option for prompts with neither strength nor weakness. */
const onlyNeutrals = 'only'

const idsOnly = 'Ids from the analytics console, separated by commas.'

/** The action id of the brand menu, which loads its options while the person types. */
export const brandsActionId = fieldActionId('brands')

export const moreFiltersId = fieldActionId('more')

export function filterModal(
  { metadata, draft, engines, brands }: FilterForm,
  { errors = {}, notice = null }: FormProblems<FilterField> = {},
): ModalView {
  const field = (id: FilterField, label: string, hint = ''): Field => {
    return { id, label, hint, optional: true, error: errors[id] ?? null }
  }
  const { filters } = draft
  const [competitorTypes, keywordTypes, funnelStages] = [[], [], []]
  const isOpen = metadata.open || isNarrowed({ ...filters, competitorTypes, keywordTypes, funnelStages })
  const content: Block[] = [
    context(
      'Leave a field blank to include everything. Ranks and shares of voice count only what matches.',
      brands === null &&
        'The lists of engines and brands are unavailable right now. Choose from all engines, and type the brands.',
    ),
    textField({
      ...field('period', 'Period', 'For example: last month, 2026-10, or 2026-10-01..2026-10-31.'),
      value: draft.period,
      most: 100,
    }),
    multiSelectField({
      ...field('engines', 'Engines'),
      options: engines.map((engine) => ({ text: engineName(engine), value: engine })),
      chosen: draft.engines,
    }),
    brandsField(field('brands', 'Brands'), draft.brands, brands),
    ...segmentFields(field, filters),
    ...(isOpen
      ? moreFields(filters, field)
      : buttons([formButton('More filters', moreFiltersId)], 'filter_more')),
  ]
  return formModal(
    {
      title: filterTitle,
      submit: 'Show',
      callbackId: filterCallbackId,
      metadata: write({ ...metadata, open: isOpen }),
      notice,
    },
    content,
  )
}

const segments = [
  ['competitorTypes', 'Site types', competitorTypeLabels],
  ['keywordTypes', 'Keyword types', keywordTypeLabels],
  ['funnelStages', 'Funnel stages', funnelStageLabels],
] as const

type Segment = (typeof segments)[number][0]

export function segmentFields(
  field: (id: Segment, label: string) => Field,
  chosen: Pick<BrandFilters, Segment>,
): Block[] {
  return segments.map(([id, label, labels]) =>
    multiSelectField({
      ...field(id, label),
      optional: true,
      options: Object.entries(labels).map(([value, text]) => ({ text, value })),
      chosen: chosen[id],
    }),
  )
}

function moreFields(
  filters: BrandFilters,
  field: (id: FilterField, label: string, hint?: string) => Field,
): Block[] {
  const ids = (
    id: (typeof listFilters)[number],
    label: string,
    hint = 'Names from this channel’s settings, or ids from the analytics console, separated by commas.',
  ) => textField({ ...field(id, label, hint), value: listText(filters[id]) })
  return [
    textField({ ...field('search', 'Search', 'Free text.'), value: onOneLine(filters.search ?? '') }),
    ids('personas', 'Personas'),
    ids('topics', 'Topics'),
    ids('thematics', 'Themes'),
    ids('strengths', 'Strengths', idsOnly),
    ids('weaknesses', 'Weaknesses', idsOnly),
    selectField({
      ...field('neutrals', 'Neutral prompts'),
      options: [
        { text: 'All prompts', value: 'all' },
        { text: 'Only prompts without strengths or weaknesses', value: onlyNeutrals },
      ],
      chosen: filters.neutralsOnly ? onlyNeutrals : 'all',
    }),
  ]
}

/** A menu with search. A text field without a list, or if a chosen name is too long for a menu. */
function brandsField(field: Field, chosen: readonly string[], listed: readonly string[] | null): Block {
  const hint = 'Shows only these and yours. Ranks still count every matching brand.'
  if (listed === null || !chosen.every(fitsOption))
    return textField({ ...field, hint: `${hint} Separate names with commas.`, value: listText(chosen) })
  const spelled = chosen.map((brand) => listed.find((name) => nameKey(name) === nameKey(brand)) ?? brand)
  return multiSearchField({ ...field, hint, chosen: spelled })
}

/** Values on one line, separated by commas. A value with a comma or a quote is put in quotes. */
export function listText(values: readonly string[]): string {
  return values
    .map(onOneLine)
    .map((value) => (/[,"“]/u.test(value) ? `"${value.replaceAll('"', "'")}"` : value))
    .join(', ')
}

/** A single-line field can't contain line breaks. */
function onOneLine(text: string): string {
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
