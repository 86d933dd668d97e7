/** Block elements: docs.slack.dev/reference/block-kit/block-elements */
import { isDeepStrictEqual } from 'node:util'
import { isJson, objects } from '../json.ts'
import {
  anyObject,
  boolean,
  checkSurface,
  choice,
  type Fields,
  integer,
  list,
  object,
  ordered,
  passing,
  type Rule,
  someOf,
  someString,
  string,
  TYPE,
  typed,
  url,
  type Whole,
} from './check.ts'
import { findLimit, type LimitName, limitOf } from './limits.ts'
import { richText } from './rich-text.ts'
import {
  confirm,
  conversationFilter,
  dispatchActionConfig,
  imageElement,
  LINKS,
  option,
  optionGroup,
  plainText,
} from './text.ts'

const ACTION: Fields = { ...TYPE, 'action_id?': string('*.action_id') }
const CONFIRMED: Fields = { ...ACTION, 'confirm?': confirm }
const FOCUSED: Fields = { ...CONFIRMED, 'focus_on_load?': boolean }
const SELECT: Fields = { ...FOCUSED, 'placeholder?': plainText('*.placeholder') }
const MULTI: Fields = { ...SELECT, 'max_selected_items?': integer('multi_*_select.max_selected_items') }
const { 'confirm?': _, ...UNCONFIRMED } = SELECT
const INPUT: Fields = { ...UNCONFIRMED, 'dispatch_action_config?': dispatchActionConfig }
const LABEL: Fields = { 'accessibility_label?': string('button.accessibility_label') }

const feedbackButton = object({
  text: plainText('feedback_buttons.positive_button.text'),
  value: string('feedback_buttons.*.value'),
  ...LABEL,
})

const BUTTONS: Fields = {
  button: object({
    ...CONFIRMED,
    ...LABEL,
    text: plainText('button.text'),
    'value?': string('button.value'),
    'url?': url('button.url', LINKS),
    'style?': choice('button.style'),
  }),
  workflow_button: object({
    ...CONFIRMED,
    text: plainText('workflow_button.text'),
    workflow: object({
      trigger: object({ url: url(), 'customizable_input_parameters?': list(anyObject) }),
    }),
    'style?': choice('button.style'),
    'accessibility_label?': string('workflow_button.accessibility_label'),
  }),
  icon_button: object({
    ...CONFIRMED,
    ...LABEL,
    icon: choice('icon_button.icon'),
    text: plainText('icon_button.text'),
    'value?': string('icon_button.value'),
    'visible_to_user_ids?': list(someString),
  }),
  feedback_buttons: object({
    ...ACTION,
    positive_button: feedbackButton,
    negative_button: feedbackButton,
  }),
}

/** The initial choice must be identical to one of the options. */
const checkInitial: Whole = (value, at, on) => {
  const groups = objects(value.option_groups).flatMap((group) => objects(group.options))
  const offered = [...objects(value.options), ...groups]
  const isOffered = (initial: unknown) => offered.some((one) => isDeepStrictEqual(one, initial))
  const check = passing(isOffered, 'must match one of the options', 'not_allowed', '*.initial_option(s)')
  if (value.initial_option !== undefined) check(value.initial_option, `${at}/initial_option`, on)
  const { initial_options: initial, max_selected_items: most } = value
  if (!Array.isArray(initial)) return
  for (const [index, one] of initial.entries()) check(one, `${at}/initial_options/${index}`, on)
  if (typeof most === 'number' && initial.length > most) {
    on.report(`${at}/initial_options`, `no more than ${most} items allowed`, 'too_many')
  }
}

/** Either options or option groups. */
const staticSelect = (fields: Fields): Rule =>
  object(
    {
      ...fields,
      'options?': list(option('select'), 'static_select.options'),
      'option_groups?': list(optionGroup, 'static_select.option_groups'),
    },
    { whole: [someOf('static_select.options'), checkInitial] },
  )

const choices = (limit: LimitName, place: 'choice' | 'overflow', fields: Fields): Rule =>
  object({ ...fields, options: list(option(place), limit) }, { whole: [checkInitial] })

function isDay(value: string): boolean {
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' }).toString() === value
  } catch {
    return false
  }
}

const format = (test: (value: unknown) => boolean, what: string, name: LimitName) =>
  passing(test, `must be ${what}`, 'wrong_format', name)
const text = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
/** An existing day. */
const date = format(
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value),
  'a date of the form YYYY-MM-DD',
  'datepicker.initial_date',
)
const time = format(text(/^([01]\d|2[0-3]):[0-5]\d$/), 'a time of the form HH:mm', 'timepicker.initial_time')
const { digits = 0 } = limitOf('datetimepicker.initial_date_time')
const dateTime = format(
  (value) => Number.isInteger(value) && String(value).length === digits,
  `a UNIX timestamp of ${digits} digits`,
  'datetimepicker.initial_date_time',
)
const numeric = format(text(/^-?\d+(\.\d+)?$/), 'a number in a string', 'number_input')

const chosen = option('choice')
const selected = option('select')
const QUERY: Fields = { 'min_query_length?': integer('external_select.min_query_length') }
const RESPONDING: Fields = { 'response_url_enabled?': boolean }
const FILTERED: Fields = { 'filter?': conversationFilter, 'default_to_current_conversation?': boolean }
const ids = list(someString)

const CHOICES: Fields = {
  static_select: staticSelect({ ...SELECT, 'initial_option?': anyObject }),
  multi_static_select: staticSelect({ ...MULTI, 'initial_options?': list(anyObject) }),
  external_select: object({ ...SELECT, ...QUERY, 'initial_option?': selected }),
  multi_external_select: object({ ...MULTI, ...QUERY, 'initial_options?': list(selected) }),
  users_select: object({ ...SELECT, 'initial_user?': someString }),
  multi_users_select: object({ ...MULTI, 'initial_users?': ids }),
  conversations_select: object({
    ...SELECT,
    ...FILTERED,
    ...RESPONDING,
    'initial_conversation?': someString,
  }),
  multi_conversations_select: object({ ...MULTI, ...FILTERED, 'initial_conversations?': ids }),
  channels_select: object({ ...SELECT, ...RESPONDING, 'initial_channel?': someString }),
  multi_channels_select: object({ ...MULTI, 'initial_channels?': ids }),
  overflow: choices('overflow.options', 'overflow', CONFIRMED),
  checkboxes: choices('checkboxes.options', 'choice', { ...FOCUSED, 'initial_options?': list(chosen) }),
  radio_buttons: choices('radio_buttons.options', 'choice', { ...FOCUSED, 'initial_option?': chosen }),
  datepicker: object({ ...SELECT, 'initial_date?': date }),
  timepicker: object({ ...SELECT, 'initial_time?': time, 'timezone?': someString }),
  datetimepicker: object({ ...FOCUSED, 'initial_date_time?': dateTime }),
}

const lines = integer('rich_text_input.min_lines/max_lines')

const INPUTS: Fields = {
  plain_text_input: object(
    {
      ...INPUT,
      'initial_value?': string(),
      'multiline?': boolean,
      'min_length?': integer('plain_text_input.min_length'),
      'max_length?': integer('plain_text_input.max_length'),
    },
    { whole: [ordered('min_length', 'max_length', 'plain_text_input.min_length')] },
  ),
  email_text_input: object({ ...INPUT, 'initial_value?': string() }),
  url_text_input: object({ ...INPUT, 'initial_value?': string() }),
  number_input: object(
    {
      ...INPUT,
      is_decimal_allowed: boolean,
      'initial_value?': numeric,
      'min_value?': numeric,
      'max_value?': numeric,
    },
    { limit: 'number_input', whole: [ordered('min_value', 'max_value', 'number_input')] },
  ),
  file_input: object({
    ...ACTION,
    'filetypes?': list(someString),
    'max_files?': integer('file_input.max_files'),
  }),
  rich_text_input: object(
    { ...INPUT, 'initial_value?': richText(), 'min_lines?': lines, 'max_lines?': lines },
    { whole: [ordered('min_lines', 'max_lines', 'rich_text_input.min_lines/max_lines')] },
  ),
}

const ALL: Fields = { ...BUTTONS, ...CHOICES, ...INPUTS, image: imageElement }

const BUTTON_NAMES = ['button', 'workflow_button']
const CHOICE_NAMES = Object.keys(CHOICES)
export const IN_ACTIONS = [...CHOICE_NAMES, ...BUTTON_NAMES, 'rich_text_input']
export const IN_SECTION = [
  ...CHOICE_NAMES.filter((name) => name !== 'datetimepicker'),
  ...BUTTON_NAMES,
  'image',
]
export const IN_INPUT = [...CHOICE_NAMES.filter((name) => name !== 'overflow'), ...Object.keys(INPUTS)]

/** One of these elements, if the surface allows it. @param limit reported for any other element */
export function element(names: readonly string[], limit?: LimitName): Rule {
  const rule = typed(
    Object.fromEntries(names.flatMap((name) => (ALL[name] ? [[name, ALL[name]]] : []))),
    limit,
  )
  return (value, at, on) => {
    rule(value, at, on)
    if (isJson(value) && names.includes(String(value.type)))
      checkSurface(value, at, on, (type) => findLimit(`surface.element.${type}`))
  }
}
