/** The fields for a step's inputs, by type. */

import { useId } from 'react'
import type { StepParameter } from '../../model.ts'
import { type Surroundings, useSurroundings } from '../context.ts'
import { PlainSelect } from '../inputs/plain-select.tsx'

// Converts the text of a step's fields into the values that Workflow Builder sends.

/** Types that Slack fills in. They have no field. */
export const isFilledBySlack = ({ type }: StepParameter): boolean =>
  type === 'slack#/types/user_context' || type === 'slack#/types/interactivity'

const numbers = ['number', 'integer', 'slack#/types/timestamp']
const structures = ['object', 'array', 'slack#/types/blocks', 'slack#/types/rich_text']

export const isNumber = ({ type }: StepParameter): boolean => numbers.includes(type)
const isStructure = ({ type }: StepParameter): boolean =>
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

interface FieldProps {
  readonly parameter: StepParameter
  readonly value: string
  readonly onChange: (value: string) => void
}

export function StepField({ parameter, value, onChange }: FieldProps) {
  const id = useId()
  const hintId = useId()
  const hint = [parameter.description, parameter.hint].filter((text) => text !== '').join(' ')
  const choices = choicesFor(parameter, useSurroundings())
  const shared = {
    id,
    className: 'input',
    value,
    ...(hint === '' ? {} : { 'aria-describedby': hintId }),
    ...(parameter.required ? { 'aria-required': true } : {}),
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {parameter.title}
        {!parameter.required && <span className="optional"> (optional)</span>}
      </label>
      {choices !== null ? (
        <PlainSelect {...shared} options={[['', 'Choose…'], ...choices]} onChange={onChange} />
      ) : isStructure(parameter) ? (
        <textarea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          type={inputType(parameter)}
          {...(parameter.type === 'number' ? { step: 'any' } : {})}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {hint !== '' && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The choices as value and label; null if the value is typed. */
function choicesFor(
  { type, choices }: StepParameter,
  { channels, people }: Surroundings,
): readonly (readonly [string, string])[] | null {
  if (choices.length > 0) return choices.map((choice) => [choice, choice])
  if (type === 'boolean')
    return [
      ['true', 'Yes'],
      ['false', 'No'],
    ]
  if (type === 'slack#/types/channel_id')
    return channels.map(({ id, name, kind }) => [id, kind === 'im' ? name : `#${name}`])
  if (type === 'slack#/types/user_id') return people.map(({ id, name }) => [id, name])
  return null
}

const inputType = (parameter: StepParameter): string => {
  if (isNumber(parameter)) return 'number'
  return parameter.type === 'slack#/types/date' ? 'date' : 'text'
}
