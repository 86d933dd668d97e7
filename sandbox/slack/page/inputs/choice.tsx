/** Checkboxes and radio buttons. */
import { useId } from 'react'
import { type Json, record, records, string } from '../../markup/read.ts'
import { Text } from '../blocks/text.tsx'
import { type ElementProps, naming, useElementAction } from './element-action.tsx'

export function ChoiceGroup(props: ElementProps) {
  const { element } = props
  const { state, commit, dialog } = useElementAction(props)
  const group = useId()
  const options = records(element.options)
  const single = element.type === 'radio_buttons'
  const chosen = single ? [record(state?.selected_option)] : records(state?.selected_options)
  const has = (option: Json) => chosen.some(({ value }) => value === option.value)
  const toggle = (option: Json) => {
    if (single) return commit({ type: element.type, selected_option: option })
    const next = options.filter((each) => (each === option ? !has(each) : has(each)))
    commit({ type: element.type, selected_options: next })
  }
  return (
    <div
      className="choices"
      role={single ? 'radiogroup' : 'group'}
      {...naming(props, single ? 'Choose one' : 'Choose')}
    >
      {options.map((option) => (
        <label key={string(option.value)} className="choice">
          <input
            type={single ? 'radio' : 'checkbox'}
            name={group}
            checked={has(option)}
            onChange={() => toggle(option)}
          />
          <span>
            <Text of={option.text} />
            {option.description !== undefined && (
              <small>
                <Text of={option.description} />
              </small>
            )}
          </span>
        </label>
      ))}
      {dialog}
    </div>
  )
}
