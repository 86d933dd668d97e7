/** Fields with a list to choose from. A chosen option stays chosen, even if the list no longer has it. */
import type { InputBlock, PlainTextOption } from '@slack/types'
import type { Option } from '../../model/form-values.ts'
import type { Block } from '../../model/message.ts'
import { plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { type Field, inputBlock } from './fields.ts'

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
