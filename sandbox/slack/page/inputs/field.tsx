/** Text, number, email, URL and rich text inputs. */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { list, number, record, string } from '../../markup/read.ts'
import { flatten, parseRichText } from '../../markup/rich-text.ts'
import { labelOf } from '../blocks/text.tsx'
import { type ElementProps, naming, useElementAction } from './element-action.tsx'

const types: Readonly<Record<string, string>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
}

/** The pause after typing before `on_character_entered` is sent to the app. */
const pauseMs = 300

export function TextField(props: ElementProps) {
  const { element, blockId } = props
  const { state, commit, hold } = useElementAction(props)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const rich = element.type === 'rich_text_input'
  const text = rich ? richText(state?.rich_text_value) : string(state?.value)
  const triggers = list(record(element.dispatch_action_config).trigger_actions_on)
  const stateOf = (value: string) =>
    rich
      ? { type: element.type, rich_text_value: richBlock(value) }
      : { type: element.type, value: value || null }
  const onChange = (value: string) => {
    hold(stateOf(value))
    clearTimeout(timer.current)
    if (props.dispatches && triggers.includes('on_character_entered')) {
      timer.current = setTimeout(() => commit(stateOf(value)), pauseMs)
    }
  }
  const multiline = rich || element.multiline === true
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = triggers.length === 0 || triggers.includes('on_enter_pressed')
    if (event.key !== 'Enter' || multiline || !props.dispatches || !wanted) return
    event.preventDefault()
    commit(stateOf(text))
  }
  const shared = {
    className: 'input',
    value: text,
    placeholder: labelOf(element.placeholder),
    'data-block': blockId,
    autoFocus: element.focus_on_load === true,
    onKeyDown,
    ...naming(props, 'Text'),
    ...lengths(element.min_length, element.max_length),
  }
  if (multiline) return <textarea {...shared} rows={4} onChange={(event) => onChange(event.target.value)} />
  return (
    <input
      {...shared}
      type={types[string(element.type)] ?? 'text'}
      autoComplete="off"
      {...(element.type === 'number_input' ? numeric(element) : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const lengths = (min: unknown, max: unknown) => ({
  ...(number(min) === null ? {} : { minLength: Number(min) }),
  ...(number(max) === null ? {} : { maxLength: Number(max) }),
})

const numeric = (element: Readonly<Record<string, unknown>>) => ({
  step: element.is_decimal_allowed === true ? ('any' as const) : 1,
  min: string(element.min_value) || undefined,
  max: string(element.max_value) || undefined,
})

const richText = (value: unknown): string =>
  parseRichText(record(value))
    .map((flow) => ('children' in flow ? flatten(flow.children) : ''))
    .join('\n')

const richBlock = (text: string) =>
  text === ''
    ? null
    : { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] }
