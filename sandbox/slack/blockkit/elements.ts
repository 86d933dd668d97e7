/** Block elements: docs.slack.dev/reference/block-kit/block-elements */

import { isJson, type Json } from '../json.ts'
import {
  anyObject,
  boolean,
  type Checking,
  choice,
  integer,
  list,
  object,
  type Rule,
  someString,
  string,
  typed,
  url,
} from './check.ts'
import { CHOICES } from './choices.ts'
import { ACTIONABLE, anyType, CONFIRMABLE, DISPATCHABLE, FOCUSABLE, PLACEHOLDABLE } from './common-fields.ts'
import { imageElement } from './images.ts'
import { findLimit, type LimitName } from './limits.ts'
import { richText } from './rich-text.ts'
import { plainText } from './text.ts'

const LINKS = ['http:', 'https:', 'mailto:', 'slack:']

const button = object({
  required: { type: anyType, text: plainText('button.text') },
  optional: {
    ...ACTIONABLE,
    ...CONFIRMABLE,
    value: string('button.value'),
    url: url('button.url', LINKS),
    style: choice('button.style'),
    accessibility_label: string('button.accessibility_label'),
  },
})

const workflow = object({
  required: {
    trigger: object({
      required: { url: url() },
      optional: { customizable_input_parameters: list(anyObject) },
    }),
  },
})

const feedbackButton = object({
  required: {
    text: plainText('feedback_buttons.positive_button.text'),
    value: string('feedback_buttons.*.value'),
  },
  optional: { accessibility_label: string('button.accessibility_label') },
})

const BUTTONS: Readonly<Record<string, Rule>> = {
  button,
  workflow_button: object({
    required: { type: anyType, text: plainText('workflow_button.text'), workflow },
    optional: {
      ...ACTIONABLE,
      ...CONFIRMABLE,
      style: choice('button.style'),
      accessibility_label: string('workflow_button.accessibility_label'),
    },
  }),
  icon_button: object({
    required: { type: anyType, icon: choice('icon_button.icon'), text: plainText('icon_button.text') },
    optional: {
      ...ACTIONABLE,
      ...CONFIRMABLE,
      value: string('icon_button.value'),
      accessibility_label: string('button.accessibility_label'),
      visible_to_user_ids: list(someString),
    },
  }),
  feedback_buttons: object({
    required: { type: anyType, positive_button: feedbackButton, negative_button: feedbackButton },
    optional: ACTIONABLE,
  }),
}

const FIELD = { ...ACTIONABLE, ...DISPATCHABLE, ...FOCUSABLE, ...PLACEHOLDABLE }

/** Reports a problem if `low` is greater than `high`. */
function checkOrder(
  value: Json,
  low: string,
  high: string,
  at: string,
  on: Checking,
  limit: LimitName,
): void {
  const [from, to] = [value[low], value[high]]
  if (from === undefined || to === undefined || Number(from) <= Number(to)) return
  on.report(`${at}/${low}`, `must be less than or equal to ${high}`, 'out_of_range', limit)
}

const numeric: Rule = (value, at, on) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) {
    on.report(at, 'must be a number in a string', 'wrong_format', 'number_input')
  }
}

const FIELDS: Readonly<Record<string, Rule>> = {
  plain_text_input: object({
    required: { type: anyType },
    optional: {
      ...FIELD,
      initial_value: string(),
      multiline: boolean,
      min_length: integer('plain_text_input.min_length'),
      max_length: integer('plain_text_input.max_length'),
    },
    whole: (value, at, on) =>
      checkOrder(value, 'min_length', 'max_length', at, on, 'plain_text_input.min_length'),
  }),
  email_text_input: object({ required: { type: anyType }, optional: { ...FIELD, initial_value: string() } }),
  url_text_input: object({ required: { type: anyType }, optional: { ...FIELD, initial_value: string() } }),
  number_input: object({
    required: { type: anyType, is_decimal_allowed: boolean },
    optional: { ...FIELD, initial_value: numeric, min_value: numeric, max_value: numeric },
    limit: 'number_input',
    whole: (value, at, on) => checkOrder(value, 'min_value', 'max_value', at, on, 'number_input'),
  }),
  file_input: object({
    required: { type: anyType },
    optional: { ...ACTIONABLE, filetypes: list(someString), max_files: integer('file_input.max_files') },
  }),
  rich_text_input: object({
    required: { type: anyType },
    optional: {
      ...FIELD,
      initial_value: richText(),
      min_lines: integer('rich_text_input.min_lines/max_lines'),
      max_lines: integer('rich_text_input.min_lines/max_lines'),
    },
    whole: (value, at, on) =>
      checkOrder(value, 'min_lines', 'max_lines', at, on, 'rich_text_input.min_lines/max_lines'),
  }),
}

const ALL: Readonly<Record<string, Rule>> = { ...BUTTONS, ...CHOICES, ...FIELDS, image: imageElement }

const CHOICE_NAMES = Object.keys(CHOICES)
export const IN_ACTIONS = [...CHOICE_NAMES, 'button', 'workflow_button', 'rich_text_input']
export const IN_SECTION = [
  ...CHOICE_NAMES.filter((name) => name !== 'datetimepicker'),
  'button',
  'workflow_button',
  'image',
]
export const IN_INPUT = [...CHOICE_NAMES.filter((name) => name !== 'overflow'), ...Object.keys(FIELDS)]

/** One of these elements, if the surface allows it. @param limit reported for any other element */
export function element(names: readonly string[], limit?: LimitName): Rule {
  const rule = typed(
    Object.fromEntries(names.flatMap((name) => (ALL[name] ? [[name, ALL[name]]] : []))),
    limit,
  )
  return (value, at, on) => {
    rule(value, at, on)
    if (!isJson(value) || !names.includes(String(value.type))) return
    const surface = findLimit(`surface.element.${String(value.type)}`)
    if (surface?.limit.surfaces && !surface.limit.surfaces.includes(on.surface)) {
      on.report(`${at}/type`, `unsupported type: ${String(value.type)}`, 'wrong_surface', surface.name)
    }
  }
}
