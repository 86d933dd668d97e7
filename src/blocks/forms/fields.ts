/** Each field is one input block, whose id is its key in `FormValues`. */
import type { ConversationsSelect, InputBlock, PlainTextOption } from '@slack/types'
import { isDay } from '../../lib/dates.ts'
import type { Option } from '../../model/form-values.ts'
import type { Block } from '../../model/message.ts'
import { plainText } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import { clip, compact, manyLines, oneLine, richText } from '../kit/text.ts'

export interface Field {
  /** The block id. */
  readonly id: string
  /** Slack keeps what a person entered while the ids of block and element stay the same. Another number resets the field. */
  readonly draw?: number
  /** At most 24 characters. */
  readonly label: string
  /** Small words under the field. */
  readonly hint?: string
  /** Shown in the empty field; at most 150 characters. Checkboxes have none. */
  readonly placeholder?: string
  readonly optional?: boolean
  /** A sentence under the field that says what is wrong with its value, when the form is shown again. */
  readonly error?: string | null
  /** Slack sends a choice at once, as a click with the field's action id, before the form is submitted. */
  readonly dispatches?: boolean
}

/** The action id of a field's element: suggestions and dispatched choices are recognized by it. */
export function fieldActionId(id: string, draw = 0): string {
  return draw === 0 ? `sl1.form.${id}` : `sl1.form.${id}.${draw}`
}

export function textField(
  field: Field & {
    readonly value: string
    /** In characters; at most 3,000, which is also the default. */
    readonly most?: number
    readonly lines?: 'one' | 'many'
  },
): InputBlock {
  const most = field.most ?? limits.field.text
  const full = field.value.toWellFormed()
  const value = clip(full, most)
  const cut =
    value === full ? [] : [`Only the first ${value.length - 1} of ${full.length} characters fit here.`]
  return inputBlock(
    field,
    {
      type: 'plain_text_input',
      multiline: field.lines === 'many',
      max_length: most,
      ...(value === '' ? {} : { initial_value: value }),
    },
    cut,
  )
}

/** From 0 on. @param field its `value` is a number in digits; anything else leaves the field empty */
export function numberField(field: Field & { readonly value: string; readonly most: number }): InputBlock {
  return inputBlock(field, {
    type: 'number_input',
    is_decimal_allowed: true,
    min_value: '0',
    max_value: String(field.most),
    ...(/^-?\d+(\.\d+)?$/.test(field.value) ? { initial_value: field.value } : {}),
  })
}

/** @param field its `value` is `YYYY-MM-DD`; `null` or anything else leaves the field empty */
export function dateField(field: Field & { readonly value: string | null }): InputBlock {
  const { value } = field
  return inputBlock(field, {
    type: 'datepicker',
    ...(value !== null && isDay(value) ? { initial_date: value } : {}),
  })
}

/** @param field its `value` is `HH:mm`; `null` or anything else leaves the field empty */
export function timeField(field: Field & { readonly value: string | null }): InputBlock {
  const { value } = field
  return inputBlock(field, {
    type: 'timepicker',
    ...(value !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? { initial_time: value } : {}),
  })
}

/** Public channels and the person's private ones, which Slack's `channels_select` lacks. `value`: a Slack id. */
export function channelField(field: Field & { readonly value: string | null }): InputBlock {
  const select = channelSelect(field.value)
  // If nothing is chosen yet, Slack selects the channel where the modal was opened. An optional field stays empty.
  const isPreset = field.optional !== true && select.initial_conversation === undefined
  return inputBlock(field, { ...select, ...(isPreset ? { default_to_current_conversation: true } : {}) })
}

/** @param value anything but a Slack channel id leaves it empty */
export function channelSelect(value: string | null): ConversationsSelect {
  return {
    type: 'conversations_select',
    filter: { include: ['public', 'private'] },
    ...(value !== null && /^[CG][A-Z0-9]{1,30}$/.test(value) ? { initial_conversation: value } : {}),
  }
}

/** Only for functions that build fields. @param notes lines under the field, about what it can't show */
function inputBlock(field: Field, element: InputBlock['element'], notes: readonly string[] = []): InputBlock {
  const { id, draw, label, placeholder, optional = false, dispatches = false } = field
  const under = hintOf(field, notes)
  return {
    type: 'input',
    block_id: id,
    label: plainText(label, limits.field.label),
    element: {
      ...element,
      action_id: fieldActionId(id, draw),
      ...(placeholder !== undefined && { placeholder: plainText(placeholder, limits.field.placeholder) }),
    },
    optional,
    ...(under === '' ? {} : { hint: { type: 'plain_text', text: under, emoji: false } }),
    ...(dispatches ? { dispatch_action: true } : {}),
  }
}

/** The error first: it is what the person looks for. */
function hintOf({ error = null, hint = '' }: Field, notes: readonly string[]): string {
  const hintLines = compact(
    error !== null && `⚠ Please change this: ${manyLines(error, 600, 'it was not accepted.')}`,
    hint !== '' && manyLines(hint, 900, ''),
    ...notes,
  )
  return clip(hintLines.join('\n').trim(), limits.field.hint)
}

// Fields with a list to choose from. A chosen option stays chosen, even if the list no longer has it.

interface OneOf extends Field {
  readonly options: readonly Option[]
  /** The chosen option's value. */
  readonly chosen: string | null
}

interface SomeOf extends Field {
  readonly options: readonly Option[]
  readonly chosen: readonly string[]
}

/** A menu of at most 100 options; the rest are counted under it. Without any option, a line says so instead. */
export const selectField = (field: OneOf) => chosenField(field, 'static_select', limits.field.options)

/** The same for several choices at once. */
export const multiSelectField = (field: SomeOf) =>
  chosenField(field, 'multi_static_select', limits.field.options)

/** At most ten options, all visible; a person ticks any of them. */
export const checkboxesField = (field: SomeOf) => chosenField(field, 'checkboxes', limits.field.choices)

/**
 * A menu whose options come from the form's `suggest`, when it is opened and while the person types.
 * @param field its `chosen` option may be one that `suggest` never offers; one whose value is too long leaves it empty
 */
export function searchField(field: Field & { readonly chosen: Option | null }): InputBlock {
  const initial = field.chosen === null ? null : optionOf(field.chosen)
  return inputBlock(field, {
    type: 'external_select',
    min_query_length: 0,
    ...(initial === null ? {} : { initial_option: initial }),
  })
}

/** The same for several choices at once. @param field its `chosen` values are also their texts */
export function multiSearchField(
  field: Field & { readonly chosen: readonly string[]; readonly nameOf?: (value: string) => string },
): InputBlock {
  const { nameOf = (value: string) => value } = field
  const initial = field.chosen.flatMap((value) => optionOf({ text: nameOf(value), value }) ?? [])
  return inputBlock(field, {
    type: 'multi_external_select',
    min_query_length: 0,
    ...(initial.length === 0 ? {} : { initial_options: initial }),
  })
}

/** Whether a select can hold this value at all: 1 to 75 characters. */
export function fitsOption(value: string): boolean {
  return value !== '' && value.length <= limits.field.optionValue && value.isWellFormed()
}

function optionOf({ text, value, description }: Option): PlainTextOption | null {
  if (!fitsOption(value)) return null
  return {
    text: plainText(text, limits.field.optionText),
    value,
    ...(description === undefined ? {} : { description: plainText(description, limits.field.optionText) }),
  }
}

function chosenField(
  field: OneOf | SomeOf,
  type: 'static_select' | 'multi_static_select' | 'checkboxes',
  most: number,
): Block {
  const chosen = typeof field.chosen === 'string' ? [field.chosen] : (field.chosen ?? [])
  const { options, picked, omittedCount } = fitted(field.options, chosen, most)
  if (options.length === 0)
    return richText([[`${oneLine(field.label, limits.field.label, '–')}: there is nothing to choose from.`]])
  const notes = omittedCount === 0 ? [] : [`${counted(omittedCount, 'more option')} not shown.`]
  const [first] = picked
  if (type === 'static_select')
    return inputBlock(field, { type, options, ...(first && { initial_option: first }) }, notes)
  return inputBlock(field, { type, options, ...(first && { initial_options: picked }) }, notes)
}

/** The options that fit, in the list's order, and the number of the rest. Chosen options are kept first. */
function fitted(offered: readonly Option[], chosen: readonly string[], most: number) {
  const listed = new Map(offered.map((option) => [option.value, option]))
  for (const value of chosen) if (!listed.has(value)) listed.set(value, { text: value, value })
  const fitting = [...listed.values()].flatMap((option) => optionOf(option) ?? [])
  const isChosen = ({ value }: PlainTextOption) => value !== undefined && chosen.includes(value)
  const offeredOptions = new Set(
    fitting.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a))).slice(0, most),
  )
  const options = fitting.filter((option) => offeredOptions.has(option))
  return { options, picked: options.filter(isChosen), omittedCount: listed.size - options.length }
}
