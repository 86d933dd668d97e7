/** The fields for a step's inputs, by type. */
import { useId } from 'react'
import type { StepParameter } from '../../model.ts'
import { type Surroundings, useSurroundings } from '../context.ts'
import { PlainSelect } from '../inputs/plain-select.tsx'
import { isNumber, isStructure } from './values.ts'

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
