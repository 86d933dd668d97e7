/** Which fields the digest form shows, and how it keeps the values of hidden ones. */
import * as z from 'zod'
import { type DigestDraft, type DigestForm, digestDraft } from '../../model/digest.ts'
import type { FormValues, ViewState } from '../../model/form-values.ts'
import { defaultSettings } from '../../store/index.ts'
import type { Field } from '../forms/fields.ts'
import { modalState } from '../forms/modal.ts'

export type DigestField = keyof DigestDraft

/** Describes a field of the form, with its error if it has one. */
export type NamedField = (id: DigestField, label: string, hint?: string) => Field

const whenField: Readonly<Partial<Record<string, DigestField>>> = { days: 'weekdays', monthly: 'monthDay' }

/** Whether the form shows a field, given what has been chosen so far. */
export function isShown(field: DigestField, form: DigestForm): boolean {
  const { draft, names } = form
  switch (field) {
    case 'sections':
    case 'days':
    case 'time':
    case 'timeZone':
      return true
    case 'weekdays':
    case 'monthDay':
      return whenField[draft.days] === field
    case 'fallsBy':
      return draft.alerts.includes('fall')
    case 'quietFrom':
    case 'quietTo':
      return draft.alerts.includes('quiet')
    case 'dimensions':
      return isOpen(form) && (names.length > 0 || draft.dimensions.length > 0)
    default:
      return isOpen(form)
  }
}

/** Whether the fields behind "More options" are shown: by that button, or because one of them is set. */
export function isOpen({ open, draft }: Pick<DigestForm, 'open' | 'draft'>): boolean {
  const { name, filters, habits, alerts } = draft
  const { engines, brands, competitorTypes, keywordTypes, funnelStages, dimensions } = draft
  const lists = [engines, brands, competitorTypes, keywordTypes, funnelStages, dimensions, alerts]
  const isUsual = (['onlyWhenChanged', 'detailsInThread'] as const).every(
    (habit) => habits.includes(habit) === defaultSettings[habit],
  )
  return (
    open ||
    !isUsual ||
    [name, filters].some((text) => text !== '') ||
    lists.some((chosen) => chosen.length > 0)
  )
}

const state = modalState(
  z.object({
    metadata: z
      .object({
        channel: z.string(),
        subscriptionId: z.string().nullable(),
        mark: z.string().nullable(),
        once: z.string(),
        shared: z.boolean().exactOptional(),
        list: z.string().nullable().exactOptional(),
      })
      .readonly(),
    open: z.boolean(),
    hidden: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()]).nullable()),
  }),
)

export function digestMetadata(form: DigestForm): string {
  const { metadata, draft } = form
  const write = (hidden: FormValues) => {
    const kept = { metadata, open: isOpen(form), hidden }
    return state.write(kept, { ...kept, metadata: { ...metadata, list: null } })
  }
  let hiddenValues: FormValues = {}
  for (const [field, value] of Object.entries(draft)) {
    const more = { ...hiddenValues, [field]: value }
    const isWorthIt = !isShown(field as DigestField, form) && value.length > 0
    if (isWorthIt && write(more) !== '') hiddenValues = more
  }
  return write(hiddenValues)
}

/** `null`: it can't be read. @param names the names that the metadata doesn't store */
export function readDigestForm(
  { privateMetadata, values }: Pick<ViewState, 'privateMetadata' | 'values'>,
  names: Pick<DigestForm, 'name' | 'names'> = { name: null, names: [] },
): DigestForm | null {
  const stored = state.read(privateMetadata)
  if (stored === null) return null
  const { hidden, ...form } = stored
  return { ...form, ...names, draft: digestDraft.parse({ ...hidden, ...values }) }
}
