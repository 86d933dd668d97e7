/** Converts the text of a step's fields into the values that Workflow Builder sends. */
import type { StepParameter } from '../../model.ts'

/** Types that Slack fills in. They have no field. */
export const isFilledBySlack = ({ type }: StepParameter): boolean =>
  type === 'slack#/types/user_context' || type === 'slack#/types/interactivity'

const numbers = ['number', 'integer', 'slack#/types/timestamp']
const structures = ['object', 'array', 'slack#/types/blocks', 'slack#/types/rich_text']

export const isNumber = ({ type }: StepParameter): boolean => numbers.includes(type)
export const isStructure = ({ type }: StepParameter): boolean =>
  structures.includes(type) || type.endsWith('_context')

/** @throws an Error if a structure is not valid JSON */
function readValue(parameter: StepParameter, typed: string): unknown {
  if (parameter.type === 'boolean') return typed === 'true'
  if (isNumber(parameter)) return Number(typed)
  if (!isStructure(parameter)) return typed
  try {
    return JSON.parse(typed)
  } catch {
    throw new Error(`"${parameter.title}" must be valid JSON.`)
  }
}

/** The inputs by name, without empty fields. @throws like `readValue` */
export function inputsOf(
  parameters: readonly StepParameter[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const given = parameters.flatMap((parameter) => {
    const text = typed[parameter.name]?.trim() ?? ''
    return text === '' || isFilledBySlack(parameter) ? [] : [[parameter.name, readValue(parameter, text)]]
  })
  return Object.fromEntries(given)
}

/** A value formatted for display. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** The time of day of an ISO instant, with seconds. */
export const clockOf = (instant: string): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' }).format(
    Date.parse(instant),
  )
