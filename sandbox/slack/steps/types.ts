/** The types of a step's inputs and outputs, and which values they accept. docs.slack.dev/reference/types */
import { isJson } from '../json.ts'
import type { StepParameter } from '../model.ts'

const LONGEST_STRING_BYTES = 4000

const id = (prefixes: string) => {
  const shape = new RegExp(`^[${prefixes}][A-Z0-9]+$`)
  return (value: unknown) => typeof value === 'string' && shape.test(value)
}
const isShort = (value: unknown) =>
  typeof value === 'string' && Buffer.byteLength(value) <= LONGEST_STRING_BYTES
const isPerson = (value: unknown) =>
  isJson(value) && typeof value.id === 'string' && typeof value.secret === 'string'

/** Type → whether a value has it. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isShort,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isJson,
  array: Array.isArray,
  'slack#/types/user_context': isPerson,
  'slack#/types/interactivity': (value) =>
    isJson(value) && typeof value.interactivity_pointer === 'string' && isPerson(value.interactor),
  'slack#/types/user_id': id('UW'),
  'slack#/types/channel_id': id('CDG'),
  'slack#/types/usergroup_id': id('S'),
  'slack#/types/team_id': id('T'),
  'slack#/types/file_id': id('F'),
  'slack#/types/canvas_id': id('F'),
  'slack#/types/canvas_template_id': id('T'),
  'slack#/types/list_id': id('F'),
  'slack#/types/message_ts': (value) => typeof value === 'string' && /^\d+\.\d{6}$/.test(value),
  'slack#/types/message_context': (value) => isJson(value) && typeof value.message_ts === 'string',
  'slack#/types/timestamp': (value) => Number.isInteger(value),
  'slack#/types/date': (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  'slack#/types/blocks': (value) => Array.isArray(value) && value.every(isJson),
  'slack#/types/rich_text': (value) => isJson(value) || (Array.isArray(value) && value.every(isJson)),
  'slack#/types/expanded_rich_text': (value) => isJson(value) || Array.isArray(value),
  'slack#/types/user_permission': isJson,
  'slack#/types/form_input': isJson,
  'slack#/types/form_input_object': isJson,
  'slack#/types/credential/oauth2': (value) => typeof value === 'string' || isJson(value),
}

/** Types that Slack fills in from the user who started the workflow. Workflow Builder has no field for them. */
export const FILLED_BY_SLACK: readonly string[] = ['slack#/types/user_context', 'slack#/types/interactivity']

export const isParameterType = (type: unknown): type is string =>
  typeof type === 'string' && (Object.hasOwn(TYPES, type) || type.startsWith('slack#/types/'))

/** Slack adds types faster than it documents them. Of those, any value is right. */
export const isKnownType = (type: string): boolean => Object.hasOwn(TYPES, type)

/** Why a value is wrong for this parameter, as `must be …`; undefined if it is right. */
function flaw({ type, items, choices }: StepParameter, value: unknown): string | undefined {
  if (TYPES[type]?.(value) === false)
    return type === 'string' && typeof value === 'string'
      ? `must have at most ${LONGEST_STRING_BYTES} bytes`
      : `must be of type ${type}`
  if (choices.length > 0 && !choices.includes(String(value))) return `must be one of ${choices.join(', ')}`
  const wrong = items !== undefined && Array.isArray(value) && !value.every((item) => TYPES[items]?.(item))
  return wrong ? `must hold items of type ${items}` : undefined
}

export interface ParameterFlaw {
  readonly name: string
  readonly message: string
  readonly missing: boolean
}

/** Problems with the values: missing, of the wrong type, or without a parameter. */
export function flawsOf(
  parameters: readonly StepParameter[],
  values: Readonly<Record<string, unknown>>,
): ParameterFlaw[] {
  const declared = parameters.flatMap((parameter) => {
    const value = values[parameter.name]
    const missing = value === undefined || value === null
    const message = missing ? (parameter.required ? 'is required' : undefined) : flaw(parameter, value)
    return message === undefined ? [] : [{ name: parameter.name, message, missing }]
  })
  const stray = Object.keys(values).filter((name) => !parameters.some((parameter) => parameter.name === name))
  return [
    ...declared,
    ...stray.map((name) => ({ name, message: 'is not declared in the manifest', missing: false })),
  ]
}
