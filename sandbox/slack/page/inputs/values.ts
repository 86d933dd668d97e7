/** The state of interactive elements, in Slack's own fields (`view.state.values`). */
import { type Json, list, record, records, string } from '../../markup/read.ts'

export type Values = Readonly<Record<string, Readonly<Record<string, Json>>>>

/** Per element type: the state's field, and the element's field with the initial value. */
const fields: Readonly<Record<string, readonly [string, string]>> = {
  plain_text_input: ['value', 'initial_value'],
  email_text_input: ['value', 'initial_value'],
  url_text_input: ['value', 'initial_value'],
  number_input: ['value', 'initial_value'],
  rich_text_input: ['rich_text_value', 'initial_value'],
  static_select: ['selected_option', 'initial_option'],
  external_select: ['selected_option', 'initial_option'],
  radio_buttons: ['selected_option', 'initial_option'],
  multi_static_select: ['selected_options', 'initial_options'],
  multi_external_select: ['selected_options', 'initial_options'],
  checkboxes: ['selected_options', 'initial_options'],
  users_select: ['selected_user', 'initial_user'],
  multi_users_select: ['selected_users', 'initial_users'],
  conversations_select: ['selected_conversation', 'initial_conversation'],
  multi_conversations_select: ['selected_conversations', 'initial_conversations'],
  channels_select: ['selected_channel', 'initial_channel'],
  multi_channels_select: ['selected_channels', 'initial_channels'],
  datepicker: ['selected_date', 'initial_date'],
  timepicker: ['selected_time', 'initial_time'],
  datetimepicker: ['selected_date_time', 'initial_date_time'],
  file_input: ['files', 'initial_files'],
}

/** The state's field that holds this element's value; empty for an element without a value (a button). */
export const fieldOf = (element: Json): string => fields[string(element.type)]?.[0] ?? ''

const isList = (field: string): boolean => field.endsWith('s')

/** The element's initial state; null for an element without a value. */
export function initialState(element: Json): Json | null {
  const [field, from] = fields[string(element.type)] ?? []
  if (field === undefined || from === undefined) return null
  return { type: element.type, [field]: element[from] ?? (isList(field) ? [] : null) }
}

export const isEmptyState = (element: Json, state: Json | null): boolean => {
  const value = state?.[fieldOf(element)]
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

export interface Placed {
  readonly blockId: string
  readonly element: Json
  /** The input block that contains the element, if any. */
  readonly input: Json | null
}

/** Every element with a value in these blocks. */
export function placedElements(blocks: readonly Json[]): Placed[] {
  return blocks.flatMap((block) => {
    const input = block.type === 'input' ? block : null
    const elements = [
      record(block.element),
      record(block.accessory),
      ...(block.type === 'actions' ? records(block.elements) : []),
    ]
    return [
      ...elements
        .filter((element) => fieldOf(element) !== '')
        .map((element) => ({ blockId: string(block.block_id), element, input })),
      ...placedElements(list(block.child_blocks).map(record)),
    ]
  })
}

/** The values of a submission: each element's held state, or its initial state if untouched. */
export function submittedValues(
  blocks: readonly Json[],
  held: (blockId: string, actionId: string) => Json | null,
): Values {
  const values: Record<string, Record<string, Json>> = {}
  for (const { blockId, element } of placedElements(blocks)) {
    const actionId = string(element.action_id)
    const state = held(blockId, actionId) ?? initialState(element)
    if (state) values[blockId] = { ...values[blockId], [actionId]: state }
  }
  return values
}
