/** Which fields the digest form shows, and how it keeps the values of hidden ones. */
import type { DigestDraft, DigestForm } from '../../model/digest.ts'
import type { FormValues, ViewState } from '../../model/form-values.ts'
import { defaultSettings } from '../../store/index.ts'
import type { Field } from '../forms/fields.ts'
import { limits } from '../kit/limits.ts'
import { oneLine } from '../kit/text.ts'

export type DigestField = keyof DigestDraft

/** Describes a field of the form, with its error if it has one. */
export type NamedField = (id: DigestField, label: string, hint?: string) => Field

/** A longer text stays visible: the form's metadata has no room for it. */
const maxEvaluationsLength = 400

const whenField: Readonly<Partial<Record<string, DigestField>>> = { days: 'weekdays', monthly: 'monthDay' }

/** Whether the form shows a field, given what has been chosen so far. */
export function isShown(field: DigestField, form: DigestForm): boolean {
  const { draft, fixed, names } = form
  switch (field) {
    case 'sections':
      return true
    case 'evaluations':
      return draft.sections.includes('evaluations') || draft.evaluations.length > maxEvaluationsLength
    case 'days':
    case 'time':
    case 'timeZone':
      return fixed === null
    case 'weekdays':
    case 'monthDay':
      return fixed === null && whenField[draft.days] === field
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
  const { engines, brands, siteTypes, keywordTypes, funnelStages, dimensions } = draft
  const lists = [engines, brands, siteTypes, keywordTypes, funnelStages, dimensions, alerts]
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

/** Stored in the modal’s `private_metadata`. */
export function digestMetadata(form: DigestForm): string {
  const { metadata, draft, fixed } = form
  const { channel, subscriptionId, mark, once, shared, list } = metadata
  const write = (keptValues: FormValues) =>
    JSON.stringify({
      c: channel,
      s: subscriptionId,
      ...(mark === null ? {} : { b: mark }),
      o: once,
      ...(shared === true ? { x: true } : {}),
      ...(list == null || list.length > limits.modal.responseAddress ? {} : { l: list }),
      f: fixed === null ? null : oneLine(fixed, 300, ''),
      m: isOpen(form),
      d: keptValues,
    })
  let hiddenValues: FormValues = {}
  for (const [field, value] of Object.entries(draft)) {
    const more = { ...hiddenValues, [field]: value }
    const isWorthIt = !isShown(field as DigestField, form) && (value?.length ?? 0) > 0
    if (isWorthIt && write(more).length <= limits.modal.metadata) hiddenValues = more
  }
  return write(hiddenValues)
}

/**
 * The form as it comes back from Slack, with the values of its hidden fields; `null`: it can't be read.
 * @param names the names that the metadata doesn't store
 */
export function readDigestForm(
  { privateMetadata, values }: Pick<ViewState, 'privateMetadata' | 'values'>,
  names: Pick<DigestForm, 'name' | 'names'> = { name: null, names: [] },
): DigestForm | null {
  const stored = storedIn(privateMetadata)
  if (stored === null) return null
  const { hiddenValues, ...form } = stored
  return { ...form, ...names, draft: readDraft({ ...hiddenValues, ...values }) }
}

function readDraft(values: FormValues): DigestDraft {
  const one = (field: DigestField) => {
    const value = values[field]
    return typeof value === 'string' ? value : ''
  }
  const some = (field: DigestField) => {
    const value = values[field] ?? []
    return typeof value === 'string' ? [value] : value
  }
  return {
    name: one('name'),
    days: one('days'),
    weekdays: some('weekdays'),
    monthDay: one('monthDay'),
    time: one('time') || null,
    timeZone: one('timeZone'),
    sections: some('sections'),
    evaluations: one('evaluations'),
    engines: some('engines'),
    brands: some('brands'),
    siteTypes: some('siteTypes'),
    keywordTypes: some('keywordTypes'),
    funnelStages: some('funnelStages'),
    dimensions: some('dimensions'),
    filters: one('filters'),
    habits: some('habits'),
    alerts: some('alerts'),
    fallsBy: one('fallsBy'),
    quietFrom: one('quietFrom') || null,
    quietTo: one('quietTo') || null,
  }
}

type Stored = Omit<DigestForm, 'draft' | 'name' | 'names'> & { readonly hiddenValues: FormValues }

function storedIn(metadata: string): Stored | null {
  try {
    const { c, s, o, f, b = null, x, l = null, m, d = {} } = JSON.parse(metadata)
    if (typeof c !== 'string' || typeof o !== 'string') return null
    if ([s, f, b, l].some((one) => one !== null && typeof one !== 'string')) return null
    return {
      metadata: { channel: c, subscriptionId: s, mark: b, once: o, shared: x === true, list: l },
      fixed: f,
      open: m === true,
      hiddenValues: d,
    }
  } catch {
    return null
  }
}
