/** The form of a digest. */
import type { DigestDraft, DigestErrors, DigestForm } from '../../model/digest.ts'
import type { Option, ViewState } from '../../model/form-values.ts'
import type { Block, ModalView } from '../../model/message.ts'
import { checkboxesField, fitsOption, radioField, searchField, selectField } from '../forms/choice.ts'
import { type Field, numberField, textField, timeField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { ordinal } from '../kit/numbers.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { alertFields } from './digest-form-alerts.ts'

export const digestFormTitle = 'Digest'
export const digestFormCallbackId = 'sl1.digest'

const dayOptions: readonly Option[] = [
  { text: 'Every day', value: 'daily' },
  { text: 'Monday to Friday', value: 'weekdays' },
  { text: 'On chosen weekdays', value: 'days' },
  { text: 'Once a month', value: 'monthly' },
]

const weekdayOptions: readonly Option[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
].map((text, index) => ({ text, value: String(index + 1) }))

const monthDayOptions: readonly Option[] = [
  ...Array.from({ length: 31 }, (_, index) => ({
    text: `The ${ordinal(index + 1)}`,
    value: String(index + 1),
  })),
  { text: 'The last day', value: 'last' },
]

const sectionOptions: readonly Option[] = [
  { text: 'Visibility: rank, score, competitors', value: 'visibility' },
  { text: 'Engines: where the brand is strong and weak', value: 'engines' },
  { text: 'Reddit: new sentiment', value: 'reddit' },
  { text: 'Actions: what to do, with a button for each task', value: 'actions' },
  { text: 'Website evaluations: how they are doing', value: 'evaluations' },
]

const habitOptions: readonly Option[] = [
  { text: 'Only when something changed', value: 'onlyWhenChanged' },
  { text: 'Details in the message’s thread', value: 'detailsInThread' },
]

/** @param problems what is wrong with single fields, and with the whole */
export function digestModal(
  { metadata, draft, fixed }: DigestForm,
  problems: { readonly errors?: DigestErrors; readonly notice?: Notice | null } = {},
): ModalView {
  const field = (id: keyof DigestDraft, label: string, hint = ''): Field => ({
    id,
    label,
    hint,
    error: problems.errors?.[id] ?? null,
  })
  const content: Block[] = [
    richText([
      [
        metadata.subscriptionId === null ? 'A digest for ' : 'This digest is for ',
        { channel: metadata.channel },
        ', where everybody reads it. “Save” checks first whether it can be posted there.',
      ],
      ...(metadata.shared === true ? [sharedChannel(metadata.channel, 'this digest')] : []),
    ]),
    textField({
      ...field('name', 'Name', 'Empty: named after its days, for example “Weekly brand visibility”.'),
      optional: true,
      value: draft.name,
      most: 80,
    }),
    ...(fixed === null ? scheduleFields(draft, field) : [fixedSchedule(fixed)]),
    checkboxesField({
      ...field('sections', 'Parts', 'What it tells, in this order.'),
      options: sectionOptions,
      chosen: draft.sections,
      optional: true,
    }),
    textField({
      ...field(
        'evaluations',
        'Website evaluations',
        'Counts only with the part of that name. Addresses from the analytics console, or ids, with commas. Those that people watch in this channel are told anyway.',
      ),
      optional: true,
      value: draft.evaluations,
    }),
    textField({
      ...field(
        'filters',
        'Filters',
        'What you would type after /sightline visibility, for example: ChatGPT Perplexity brand:"Acme". Empty: everything.',
      ),
      optional: true,
      value: draft.filters,
      most: 500,
    }),
    numberField({
      ...field(
        'noiseBand',
        'Noise band, in points',
        'A smaller change is no headline. Empty: the channel’s, as /sightline status tells it.',
      ),
      optional: true,
      value: draft.noiseBand,
      least: 0,
      most: 100,
      decimals: true,
    }),
    checkboxesField({
      ...field(
        'habits',
        'How it is posted',
        'Without the first, a quiet one says so in one line. Without the second, what has no room in the message is only counted.',
      ),
      options: habitOptions,
      chosen: draft.habits,
      optional: true,
    }),
    ...alertFields(draft, field),
  ]
  return formModal(
    {
      title: digestFormTitle,
      submit: 'Save',
      callbackId: digestFormCallbackId,
      metadata: JSON.stringify({
        c: metadata.channel,
        s: metadata.subscriptionId,
        ...(metadata.mark === null ? {} : { b: metadata.mark }),
        o: metadata.once,
        ...(metadata.shared === true ? { x: true } : {}),
        f: fixed === null ? null : oneLine(fixed, 300, ''),
      }),
      notice: problems.notice ?? null,
    },
    content,
  )
}

function scheduleFields(
  draft: DigestDraft,
  field: (id: keyof DigestDraft, label: string, hint?: string) => Field,
): Block[] {
  const { timeZone } = draft
  return [
    radioField({ ...field('days', 'Days'), options: dayOptions, chosen: draft.days }),
    checkboxesField({
      ...field('weekdays', 'Chosen weekdays', 'Counts only with “On chosen weekdays”.'),
      options: weekdayOptions,
      chosen: draft.weekdays,
      optional: true,
    }),
    selectField({
      ...field(
        'monthDay',
        'Day of the month',
        'Counts only with “Once a month”. A month without that day has it on its last day.',
      ),
      options: monthDayOptions,
      chosen: draft.monthDay,
      optional: true,
    }),
    timeField({ ...field('time', 'Time'), value: draft.time }),
    searchField({
      ...field(
        'timeZone',
        'Time zone',
        'The time is on the clocks there, in summer and in winter. The days and weeks that it tells of are those of the channel’s zone: /sightline setup.',
      ),
      chosen: fitsOption(timeZone) ? { text: timeZone, value: timeZone } : null,
    }),
  ]
}

function fixedSchedule(words: string): Block {
  return richText([
    [
      `${oneLine(words, 300, 'At an unknown time')}. Sightline’s settings say so: whoever runs Sightline can change that there.`,
    ],
  ])
}

/** The form as it comes back from Slack; `null`: what it has kept can't be read. A field that Slack doesn't tell about is empty. */
export function readDigestForm({
  privateMetadata,
  values,
}: Pick<ViewState, 'privateMetadata' | 'values'>): DigestForm | null {
  const stored = keptIn(privateMetadata)
  if (stored === null) return null
  const one = (id: keyof DigestDraft) => {
    const value = values[id]
    return typeof value === 'string' ? value : ''
  }
  const some = (id: keyof DigestDraft) => {
    const value = values[id] ?? []
    return typeof value === 'string' ? [value] : value
  }
  return {
    ...stored,
    draft: {
      name: one('name'),
      days: one('days'),
      weekdays: some('weekdays'),
      monthDay: one('monthDay'),
      time: one('time') || null,
      timeZone: one('timeZone'),
      sections: some('sections'),
      filters: one('filters'),
      noiseBand: one('noiseBand'),
      habits: some('habits'),
      evaluations: one('evaluations'),
      alerts: some('alerts'),
      fallsBy: one('fallsBy'),
      quietFrom: one('quietFrom') || null,
      quietTo: one('quietTo') || null,
    },
  }
}

function keptIn(metadata: string): Omit<DigestForm, 'draft'> | null {
  try {
    const { c, s, o, f, b = null, x } = JSON.parse(metadata)
    if (typeof c !== 'string' || typeof o !== 'string') return null
    if ([s, f, b].some((one) => one !== null && typeof one !== 'string')) return null
    return { metadata: { channel: c, subscriptionId: s, mark: b, once: o, shared: x === true }, fixed: f }
  } catch {
    return null
  }
}
