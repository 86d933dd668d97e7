/** The state of an interactive element: its initial value, and what a user may choose. */
import { isJson, type Json, objects } from '../json.ts'
import { placedElements } from './elements.ts'

/** The field with the state, for each kind of element. Other kinds have no state. */
const STATE_FIELD: Record<string, string> = {
  static_select: 'selected_option',
  external_select: 'selected_option',
  radio_buttons: 'selected_option',
  multi_static_select: 'selected_options',
  multi_external_select: 'selected_options',
  checkboxes: 'selected_options',
  users_select: 'selected_user',
  multi_users_select: 'selected_users',
  conversations_select: 'selected_conversation',
  multi_conversations_select: 'selected_conversations',
  channels_select: 'selected_channel',
  multi_channels_select: 'selected_channels',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
  datetimepicker: 'selected_date_time',
  plain_text_input: 'value',
  email_text_input: 'value',
  url_text_input: 'value',
  number_input: 'value',
  rich_text_input: 'rich_text_value',
  file_input: 'files',
}

const LISTS = new Set([
  'selected_options',
  'selected_users',
  'selected_conversations',
  'selected_channels',
  'files',
])

/** The field that holds this element's state, for example `selected_option`. */
export function stateField(element: Json): string | undefined {
  return STATE_FIELD[String(element.type)]
}

/** The element's state before any user interaction; undefined for an element without state, like a button. */
export function initialState(element: Json, currentChannel?: string): Json | undefined {
  const field = stateField(element)
  if (!field) return undefined
  const type = String(element.type)
  const preset =
    element[field.replace('selected_', 'initial_').replace(/^(rich_text_)?value$/, 'initial_value')]
  const current = element.default_to_current_conversation === true ? currentChannel : undefined
  const chosen = field === 'selected_conversations' && current ? [current] : current
  return { type, [field]: preset ?? chosen ?? (LISTS.has(field) ? [] : null) }
}

/** Whether a state is empty. */
export function isEmpty(element: Json, state: Json | undefined): boolean {
  const value = state?.[stateField(element) ?? '']
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function offered(element: Json): Json[] {
  const grouped = objects(element.option_groups).flatMap((group) => objects(group.options))
  return [...objects(element.options), ...grouped]
}

/** The element's option with the same value as the chosen one. Slack's clients offer no others. */
function offeredOption(element: Json, chosen: unknown): Json {
  if (!isJson(chosen)) throw new Error('an option is an object, for example {value: "weekly"}')
  if (element.type === 'external_select' || element.type === 'multi_external_select') return chosen
  const option = offered(element).find((one) => one.value === chosen.value)
  if (option) return option
  const values = offered(element).map((one) => String(one.value))
  throw new Error(`no option with the value "${String(chosen.value)}"; available: ${values.join(', ')}`)
}

/**
 * The chosen state, checked against what the element offers. `selection` has Slack's own fields; an option may
 * consist of only its `value`. Throws if a user could not make this choice.
 */
export function select(element: Json, selection: Json | undefined): Json {
  const type = String(element.type)
  if (type === 'overflow')
    return { type, selected_option: offeredOption(element, selection?.selected_option) }
  const field = stateField(element)
  if (!field) return { type }
  const value = selection?.[field]
  if (value === undefined) throw new Error(`a ${type} needs a selection with "${field}"`)
  if (field === 'selected_option' && value !== null) return { type, [field]: offeredOption(element, value) }
  if (field !== 'selected_options') return { type, [field]: value }
  const chosen = objects(value).map((option) => offeredOption(element, option))
  const most = element.max_selected_items
  if (typeof most === 'number' && chosen.length > most) throw new Error(`at most ${most} can be chosen`)
  return { type, [field]: chosen }
}

// Slack's `state.values`: block id → action id → the element's state.

export type Values = Record<string, Record<string, Json>>

/**
 * The state of all elements: the earlier choice if the element still exists, else its initial state.
 * @param earlierOf what was chosen earlier, if anything
 */
export function valuesOf(
  blocks: readonly Json[],
  earlierOf: (blockId: string, actionId: string) => Json | null | undefined,
  currentChannel?: string,
): Values {
  const values: Values = {}
  for (const { blockId, actionId, element } of placedElements(blocks)) {
    const earlier = earlierOf(blockId, actionId)
    const state = earlier?.type === element.type ? earlier : initialState(element, currentChannel)
    if (state) values[blockId] = { ...values[blockId], [actionId]: state }
  }
  return values
}

/** The values with one element's state replaced. */
export function withValue(values: Values, blockId: string, actionId: string, state: Json): Values {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: state } }
}
