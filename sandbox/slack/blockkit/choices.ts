/** Elements for choosing: selects, overflow, checkboxes, radio buttons, pickers. */
import { isDeepStrictEqual } from 'node:util'
import { isJson, type Json, objects } from '../json.ts'
import { boolean, type Checking, integer, list, object, type Rule, someString } from './check.ts'
import { ACTIONABLE, anyType, CONFIRMABLE, FOCUSABLE, PLACEHOLDABLE } from './common-fields.ts'
import { type LimitName, limitOf } from './limits.ts'
import { conversationFilter, option, optionGroup } from './text.ts'

const COMMON = { ...ACTIONABLE, ...CONFIRMABLE, ...FOCUSABLE }
const SELECT = { ...COMMON, ...PLACEHOLDABLE }
const MULTI = { ...SELECT, max_selected_items: integer('multi_*_select.max_selected_items') }

type Fields = Readonly<Record<string, Rule>>

/** The initial choice must be identical to one of the options. */
function checkInitial(value: Json, at: string, on: Checking): void {
  const groups = objects(value.option_groups).flatMap((group) => objects(group.options))
  const offered = [...objects(value.options), ...groups]
  const check = (initial: unknown, place: string) => {
    if (!offered.some((one) => isDeepStrictEqual(one, initial))) {
      on.report(place, 'must match one of the options', 'not_allowed', '*.initial_option(s)')
    }
  }
  if (value.initial_option !== undefined) check(value.initial_option, `${at}/initial_option`)
  const { initial_options: initial, max_selected_items: most } = value
  if (!Array.isArray(initial)) return
  for (const [index, one] of initial.entries()) check(one, `${at}/initial_options/${index}`)
  if (typeof most === 'number' && initial.length > most) {
    on.report(`${at}/initial_options`, `no more than ${most} items allowed`, 'too_many')
  }
}

/** Either options or option groups. */
function staticSelect(fields: Fields): Rule {
  return object({
    required: { type: anyType },
    optional: {
      ...fields,
      options: list(option('select'), 'static_select.options'),
      option_groups: list(optionGroup, 'static_select.option_groups'),
    },
    whole: (value, at, on) => {
      const given = [value.options, value.option_groups].filter((field) => field !== undefined)
      if (given.length !== 1) {
        const code = given.length > 1 ? 'conflict' : 'missing'
        on.report(at, 'must provide one of options, option_groups', code, 'static_select.options')
      }
      checkInitial(value, at, on)
    },
  })
}

const buttons = (limit: LimitName, place: 'choice' | 'overflow', fields: Fields): Rule =>
  object({
    required: { type: anyType, options: list(option(place), limit) },
    optional: fields,
    whole: checkInitial,
  })

const plainSelect = (fields: Fields): Rule => object({ required: { type: anyType }, optional: fields })

/** An existing day as `YYYY-MM-DD`. */
const date: Rule = (value, at, on) => {
  const wellFormed = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (!wellFormed || !isDay(value)) {
    on.report(at, 'must be a date of the form YYYY-MM-DD', 'wrong_format', 'datepicker.initial_date')
  }
}

function isDay(value: string): boolean {
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' }).toString() === value
  } catch {
    return false
  }
}

const time: Rule = (value, at, on) => {
  if (typeof value !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) {
    on.report(at, 'must be a time of the form HH:mm', 'wrong_format', 'timepicker.initial_time')
  }
}

const dateTime: Rule = (value, at, on) => {
  const name = 'datetimepicker.initial_date_time'
  const { digits = 0 } = limitOf(name)
  if (typeof value !== 'number' || !Number.isInteger(value) || String(value).length !== digits) {
    on.report(at, `must be a UNIX timestamp of ${digits} digits`, 'wrong_format', name)
  }
}

const anyInitial: Rule = (value, at, on) => {
  if (!isJson(value)) on.report(at, 'must provide an object', 'wrong_type')
}
const choiceOption = option('choice')
const selectOption = option('select')
const query = { min_query_length: integer('external_select.min_query_length') }
const responding = { response_url_enabled: boolean }
const conversations = { filter: conversationFilter, default_to_current_conversation: boolean }
const ids = list(someString)

export const CHOICES: Fields = {
  static_select: staticSelect({ ...SELECT, initial_option: anyInitial }),
  multi_static_select: staticSelect({ ...MULTI, initial_options: list(anyInitial) }),
  external_select: plainSelect({ ...SELECT, ...query, initial_option: selectOption }),
  multi_external_select: plainSelect({ ...MULTI, ...query, initial_options: list(selectOption) }),
  users_select: plainSelect({ ...SELECT, initial_user: someString }),
  multi_users_select: plainSelect({ ...MULTI, initial_users: ids }),
  conversations_select: plainSelect({
    ...SELECT,
    ...conversations,
    ...responding,
    initial_conversation: someString,
  }),
  multi_conversations_select: plainSelect({ ...MULTI, ...conversations, initial_conversations: ids }),
  channels_select: plainSelect({ ...SELECT, ...responding, initial_channel: someString }),
  multi_channels_select: plainSelect({ ...MULTI, initial_channels: ids }),
  overflow: buttons('overflow.options', 'overflow', { ...ACTIONABLE, ...CONFIRMABLE }),
  checkboxes: buttons('checkboxes.options', 'choice', { ...COMMON, initial_options: list(choiceOption) }),
  radio_buttons: buttons('radio_buttons.options', 'choice', { ...COMMON, initial_option: choiceOption }),
  datepicker: plainSelect({ ...SELECT, initial_date: date }),
  timepicker: plainSelect({ ...SELECT, initial_time: time, timezone: someString }),
  datetimepicker: plainSelect({ ...COMMON, initial_date_time: dateTime }),
}
