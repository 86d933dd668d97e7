/** The form of a digest: what it includes and when; the rest is behind "More options". It keeps the values of hidden fields. */

import * as z from 'zod'
import { weekdayNames } from '../../lib/dates.ts'
import { type DigestDraft, type DigestForm, digestDraft, digestFormMetadata } from '../../model/digest.ts'
import type { FormValues, Option, ViewState } from '../../model/form-values.ts'
import type { Block, ModalView } from '../../model/message.ts'
import { defaultSettings, type FilterName } from '../../store/index.ts'
import { digestSections, everyAlertKind } from '../../store/tables/digest-settings.ts'
import {
  checkboxesField,
  type Field,
  fieldActionId,
  fitsOption,
  multiSearchField,
  multiSelectField,
  numberField,
  searchField,
  selectField,
  textField,
  timeField,
} from '../forms/fields.ts'
import { type FormProblems, formButton, formModal, modalState } from '../forms/modal.ts'
import { buttons, context, header, sharedChannel } from '../kit/elements.ts'
import { ordinal } from '../kit/formats.ts'
import { bold, compact, engineName, oneLine, richText, type Span, shortId } from '../kit/text.ts'
import { segmentFields } from '../visibility/filter-form.ts'
import { alertWords } from './alert.ts'
import { sectionWords } from './digest-words.ts'

export const digestFormTitle = 'Digest'
export const digestFormCallbackId = 'sl1.digest'

export const moreOptionsId = fieldActionId('more')
export const previewId = fieldActionId('preview')

const dayOptions: readonly Option[] = [
  { text: 'Every day', value: 'daily' },
  { text: 'Every weekday (Monday to Friday)', value: 'weekdays' },
  { text: 'Every week, on certain days', value: 'days' },
  { text: 'Every month', value: 'monthly' },
]

const weekdayOptions: readonly Option[] = weekdayNames.map((text, index) => ({
  text,
  value: String(index + 1),
}))

const monthDayOptions: readonly Option[] = [
  ...Array.from({ length: 31 }, (_, index) => ({
    text: `The ${ordinal(index + 1)}`,
    value: String(index + 1),
  })),
  { text: 'The last day', value: 'last' },
]

const sectionOptions: readonly Option[] = digestSections.map((value) => {
  const { choice: text, note } = sectionWords[value]
  return { text, value, ...(note && { description: note }) }
})

const habitOptions: readonly Option[] = [
  {
    text: 'Only when something changed',
    value: 'onlyWhenChanged',
    description: 'Otherwise, a quiet digest is a few lines.',
  },
  {
    text: 'Details in the thread',
    value: 'detailsInThread',
    description: 'Otherwise, what doesn’t fit is only counted.',
  },
]

export function digestModal(
  form: DigestForm,
  { errors = {}, notice = null }: FormProblems<DigestField> = {},
): ModalView {
  const { metadata, draft } = form
  const field: NamedField = (id, label, hint = '') => ({ id, label, hint, error: errors[id] ?? null })
  const content: Block[] = compact<Block>(
    richText([
      introduction(form),
      metadata.shared === true && sharedChannel(metadata.channel, 'this digest'),
    ]),
    checkboxesField({
      ...field('sections', 'What to include'),
      options: sectionOptions,
      chosen: draft.sections,
      dispatches: true,
    }),
    ...scheduleFields(form, field),
    ...(isOpen(form) ? optionFields(form, field) : []),
    ...buttons(
      [formButton('Preview', previewId), !isOpen(form) && formButton('More options', moreOptionsId)],
      'digest_buttons',
    ),
  )
  return formModal(
    {
      title: metadata.subscriptionId === null ? 'New digest' : 'Edit digest',
      callbackId: digestFormCallbackId,
      metadata: digestMetadata(form),
      notice,
    },
    content,
  )
}

function introduction({ metadata: { channel, subscriptionId }, name }: DigestForm): Span[] {
  if (subscriptionId === null) return ['Everyone in ', { channel }, ' will see this digest.']
  const title = name === null ? 'This digest' : oneLine(name, 100, 'This digest')
  return [bold(title), ': everyone in ', { channel }, ' sees this digest.']
}

function scheduleFields(form: DigestForm, field: NamedField): Block[] {
  const { days, weekdays, monthDay, time, timeZone } = form.draft
  return compact<Block>(
    selectField({ ...field('days', 'How often'), options: dayOptions, chosen: days, dispatches: true }),
    isShown('weekdays', form) &&
      multiSelectField({ ...field('weekdays', 'Days'), options: weekdayOptions, chosen: weekdays }),
    isShown('monthDay', form) &&
      selectField({
        ...field('monthDay', 'Day of the month', 'Shorter months use their last day.'),
        options: monthDayOptions,
        chosen: monthDay,
      }),
    timeField({ ...field('time', 'Time'), value: time }),
    searchField({
      ...field(
        'timeZone',
        'Time zone',
        'Adjusts for daylight saving. Reporting weeks follow the channel’s time zone.',
      ),
      chosen: fitsOption(timeZone) ? { text: timeZone, value: timeZone } : null,
    }),
  )
}

function optionFields(form: DigestForm, field: NamedField): Block[] {
  const { draft } = form
  return [
    header('Options'),
    textField({
      ...field('name', 'Name', 'Leave blank to name it automatically.'),
      optional: true,
      value: draft.name,
      most: 80,
    }),
    checkboxesField({
      ...field('habits', 'How to post it'),
      options: habitOptions,
      chosen: draft.habits,
      optional: true,
    }),
    header('Filters'),
    context('Leave a field blank to include everything.'),
    ...filterFields(form, field),
    header('Alerts'),
    context('Separate messages in this channel, between digests.'),
    ...alertFields(form, field),
  ]
}

const alertOptions: readonly Option[] = [
  ...everyAlertKind.map((value) => ({ text: alertWords[value].choice, value })),
  {
    text: 'Hold alerts during quiet hours',
    value: 'quiet',
    description: 'Held alerts post when the quiet hours end.',
  },
]

/** A threshold is shown only while its checkbox is ticked. */
function alertFields(form: DigestForm, field: NamedField): Block[] {
  const { alerts, fallsBy, quietFrom, quietTo } = form.draft
  return compact<Block>(
    checkboxesField({
      ...field(
        'alerts',
        'Alert this channel when',
        'Visibility is that of the newest complete week. Each alert posts once; a subreddit’s again after it has recovered.',
      ),
      options: alertOptions,
      chosen: alerts,
      optional: true,
      dispatches: true,
    }),
    isShown('fallsBy', form) &&
      numberField({
        ...field('fallsBy', 'Fall of more than', 'In points.'),
        value: fallsBy,
        most: 100,
      }),
    isShown('quietFrom', form) &&
      timeField({
        ...field('quietFrom', 'Quiet hours from', 'In the digest’s time zone.'),
        value: quietFrom,
      }),
    isShown('quietTo', form) &&
      timeField({
        ...field('quietTo', 'Quiet hours to', 'Held alerts post at this time.'),
        value: quietTo,
      }),
  )
}

const kinds: Readonly<Record<FilterName['filter'], string>> = {
  topics: 'Topic',
  personas: 'Persona',
  thematics: 'Theme',
}

function filterFields(form: DigestForm, field: NamedField): Block[] {
  const { engines, brands, dimensions, filters } = form.draft
  return compact<Block>(
    multiSearchField({ ...field('engines', 'Engines'), optional: true, chosen: engines, nameOf: engineName }),
    multiSearchField({
      ...field('brands', 'Brands', 'Shows only these and yours. Ranks still count every matching brand.'),
      optional: true,
      chosen: brands,
    }),
    ...segmentFields(field, form.draft),
    isShown('dimensions', form) &&
      multiSelectField({
        ...field('dimensions', 'Topics, personas, themes', 'Those named in this channel’s settings.'),
        optional: true,
        options: dimensionOptions(form),
        chosen: dimensions,
      }),
    textField({
      ...field('filters', 'Other filters', 'For example: last month, or search:"pricing".'),
      optional: true,
      value: filters,
      most: 500,
    }),
  )
}

/** The filters that the channel has named. A chosen one that no longer has a name is shown by its id. */
function dimensionOptions({ names, draft }: DigestForm): readonly Option[] {
  const named = names.map(({ filter, id, name }) => ({
    text: `${kinds[filter]}: ${name}`,
    value: dimensionValue(filter, id),
  }))
  const unnamed = draft.dimensions
    .filter((value) => !named.some((option) => option.value === value))
    .map((value) => {
      const one = dimensionOf(value)
      return { text: one === null ? value : `${kinds[one.filter]} ${shortId(one.id)}`, value }
    })
  return [...named, ...unnamed]
}

export function dimensionValue(filter: FilterName['filter'], id: string): string {
  return `${filter}:${id}`
}

/** `null`: not a value of the menu. */
export function dimensionOf(value: string): Pick<FilterName, 'filter' | 'id'> | null {
  const [, filter = '', id = ''] = /^(\w+):(.+)$/su.exec(value) ?? []
  return Object.hasOwn(kinds, filter) ? { filter: filter as FilterName['filter'], id } : null
}

export type DigestField = keyof DigestDraft

type NamedField = (id: DigestField, label: string, hint?: string) => Field

const whenField: Readonly<Partial<Record<string, DigestField>>> = { days: 'weekdays', monthly: 'monthDay' }

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
    metadata: digestFormMetadata,
    open: z.boolean(),
    hidden: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()]).nullable()),
  }),
)

function digestMetadata(form: DigestForm): string {
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
