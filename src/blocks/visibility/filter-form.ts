/** The form that narrows a visibility answer: every filter of the brand table (specification, part 4.4). */
import type { ActionsBlock } from '@slack/types'
import * as z from 'zod'
import type { Option } from '../../model/form-values.ts'
import type { Block, ModalView } from '../../model/message.ts'
import { relations } from '../../model/question.ts'
import { fitsOption, multiSearchField, multiSelectField, selectField } from '../forms/choice.ts'
import { type Field, fieldActionId, textField } from '../forms/fields.ts'
import { formButton, formModal, modalState, type Notice } from '../forms/modal.ts'
import { context } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { engineName } from '../kit/names.ts'
import { metricForms } from '../kit/numbers.ts'
import { type FilterDraft, listText, neutralsOnly } from './filter-values.ts'
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
  /** The engines to choose from. */
  readonly engines: readonly string[]
  /** The brands to choose from; `null`: the list is unavailable right now. */
  readonly brands: readonly string[] | null
}

type TypedList = 'personas' | 'topics' | 'thematics' | 'strengths' | 'weaknesses'

export type FilterErrors = Readonly<Partial<Record<keyof FilterDraft, string>>>

const idsOnly = 'Ids from the analytics console, separated by commas.'

/** The action id of the brand menu, which loads its options while the person types. */
export const brandsActionId = fieldActionId('brands')

export const moreFiltersId = fieldActionId('more')

/** @param problems errors of single fields, and a notice about the whole form */
export function filterModal(
  { metadata, draft, engines, brands }: FilterForm,
  problems: { readonly errors?: FilterErrors; readonly notice?: Notice | null } = {},
): ModalView {
  const field = (id: keyof FilterDraft, label: string, hint?: string): Field => ({
    id,
    label,
    optional: true,
    error: problems.errors?.[id] ?? null,
    ...(hint === undefined ? {} : { hint }),
  })
  const isOpen = metadata.open || isFurtherNarrowed(draft)
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
    multiSelectField({
      ...field('competitorTypes', 'Site types'),
      options: labelled(competitorTypeLabels),
      chosen: draft.competitorTypes,
    }),
    multiSelectField({
      ...field('keywordTypes', 'Keyword types'),
      options: labelled(keywordTypeLabels),
      chosen: draft.keywordTypes,
    }),
    multiSelectField({
      ...field('funnelStages', 'Funnel stages'),
      options: labelled(funnelStageLabels),
      chosen: draft.funnelStages,
    }),
    ...(isOpen ? moreFields(draft, field) : [moreButton]),
  ]
  return formModal(
    {
      title: filterTitle,
      submit: 'Show',
      callbackId: filterCallbackId,
      metadata: write({ ...metadata, open: isOpen }),
      notice: problems.notice ?? null,
    },
    content,
  )
}

/** Whether a filter behind "More filters" is set. */
function isFurtherNarrowed(draft: FilterDraft): boolean {
  const { search, personas, topics, thematics, strengths, weaknesses, neutrals } = draft
  const typed = [search, personas, topics, thematics, strengths, weaknesses]
  return neutrals === neutralsOnly || typed.some((text) => text !== '')
}

const moreButton: ActionsBlock = {
  type: 'actions',
  block_id: 'filter_more',
  elements: [formButton('More filters', moreFiltersId)],
}

function moreFields(
  draft: FilterDraft,
  field: (id: keyof FilterDraft, label: string, hint?: string) => Field,
): Block[] {
  const ids = (
    id: TypedList,
    label: string,
    hint = 'Names from this channel’s settings, or ids from the analytics console, separated by commas.',
  ) => textField({ ...field(id, label, hint), value: draft[id] })
  return [
    textField({ ...field('search', 'Search', 'Free text.'), value: draft.search }),
    ids('personas', 'Personas'),
    ids('topics', 'Topics'),
    ids('thematics', 'Themes'),
    ids('strengths', 'Strengths', idsOnly),
    ids('weaknesses', 'Weaknesses', idsOnly),
    selectField({
      ...field('neutrals', 'Neutral prompts'),
      options: [
        { text: 'All prompts', value: 'all' },
        { text: 'Only prompts without strengths or weaknesses', value: neutralsOnly },
      ],
      chosen: draft.neutrals,
    }),
  ]
}

/**
 * A menu, or a search menu if the list is long. A text field if there is no list, or if a chosen brand's name is too
 * long for a menu.
 */
function brandsField(field: Field, chosen: readonly string[], listed: readonly string[] | null): Block {
  const hint = 'Shows only these and yours. Ranks still count every matching brand.'
  if (listed === null || !chosen.every(fitsOption))
    return textField({ ...field, hint: `${hint} Separate names with commas.`, value: listText(chosen) })
  const spelled = chosen.map((brand) => listed.find((name) => sameBrand(name, brand)) ?? brand)
  if (listed.length <= limits.field.options)
    return multiSelectField({
      ...field,
      hint,
      options: listed.map((brand) => ({ text: brand, value: brand })),
      chosen: spelled,
    })
  return multiSearchField({ ...field, hint, chosen: spelled })
}

function sameBrand(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function labelled(labels: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(labels).map(([value, text]) => ({ text, value }))
}
