/** Checks that Slack's client makes in a modal before it sends anything. */

import { isJson, type Json, objects, text } from '../json.ts'
import type { PlacedElement } from './elements.ts'
import { isEmpty } from './selections.ts'
import type { Values } from './values.ts'

const NUMBER = /^-?\d+(\.\d+)?$/

function checkNumber(element: Json, value: string): string | undefined {
  if (!NUMBER.test(value)) return 'Please enter a number.'
  if (element.is_decimal_allowed !== true && value.includes('.')) return 'Please enter a whole number.'
  const number = Number(value)
  const { min_value: min, max_value: max } = element
  if (min !== undefined && number < Number(min)) return `Please enter a number of at least ${String(min)}.`
  if (max !== undefined && number > Number(max)) return `Please enter a number of at most ${String(max)}.`
  return undefined
}

function checkLength(element: Json, value: string): string | undefined {
  const { min_length: min, max_length: max } = element
  if (typeof min === 'number' && value.length < min) return `Please enter at least ${min} characters.`
  if (typeof max === 'number' && value.length > max) return `Please enter at most ${max} characters.`
  return undefined
}

function checkText(element: Json, value: string): string | undefined {
  switch (element.type) {
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : 'Please enter a valid email address.'
    case 'url_text_input':
      return /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? undefined : 'Please enter a valid URL.'
    case 'number_input':
      return checkNumber(element, value)
    default:
      return checkLength(element, value)
  }
}

function labelOf(input: Json): string {
  return (isJson(input.label) ? text(input.label.text) : undefined) ?? 'this field'
}

/** Block id → problem; empty if the client would send the submission. */
export function fieldErrors(placed: readonly PlacedElement[], values: Values): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { input, element, blockId, actionId } of placed) {
    if (!input) continue
    const state = values[blockId]?.[actionId]
    if (isEmpty(element, state)) {
      if (input.optional !== true) errors[blockId] = `Please complete this required field: ${labelOf(input)}`
      continue
    }
    const value = text(state?.value)
    const error = value === undefined ? tooMany(element, state) : checkText(element, value)
    if (error) errors[blockId] = error
  }
  return errors
}

function tooMany(element: Json, state: Json | undefined): string | undefined {
  const most = element.max_selected_items
  const chosen = Object.values(state ?? {}).find(Array.isArray)
  return typeof most === 'number' && objects(chosen).length > most
    ? `Please choose at most ${most}.`
    : undefined
}
