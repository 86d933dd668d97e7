/** Select menus of all kinds: the source of their options, and Slack's state for the chosen ones. */
import { useMemo } from 'react'
import { stateField } from '../../interactions/selections.ts'
import { type Json, list, number, record, records, string } from '../../markup/read.ts'
import { labelOf } from '../blocks/text.tsx'
import { type Surroundings, useSurface, useSurroundings } from '../context.ts'
import { Combo, type ComboOption } from './combo.tsx'
import { type ElementProps, naming, useElementAction } from './element-action.tsx'

const fromOption = (option: Json, group = ''): ComboOption => ({
  key: string(option.value),
  label: labelOf(option.text),
  description: labelOf(option.description),
  group,
  sent: option,
})

/** The options in `{options}` or `{option_groups}`, of an element or of an app's answer to a query. */
const readOptions = (source: Json): ComboOption[] => [
  ...records(source.options).map((option) => fromOption(option)),
  ...records(source.option_groups).flatMap((group) =>
    records(group.options).map((option) => fromOption(option, labelOf(group.label))),
  ),
]

const named = (id: string, label: string): ComboOption => ({
  key: id,
  label,
  description: '',
  group: '',
  sent: id,
})

function offered(element: Json, { people, channels }: Surroundings): ComboOption[] {
  const type = string(element.type).replace('multi_', '')
  if (type === 'users_select') return people.map(({ id, name }) => named(id, name))
  if (type === 'static_select') return readOptions(element)
  const include = list(record(element.filter).include)
  return channels
    .filter(({ kind }) =>
      type === 'channels_select' ? kind === 'public' : include.length === 0 || include.includes(kind),
    )
    .map(({ id, name, kind }) => named(id, kind === 'im' ? name : `#${name}`))
}

export function SelectMenu(props: ElementProps) {
  const { element, blockId } = props
  const surroundings = useSurroundings()
  const surface = useSurface()
  const { state, commit, hold, busy, dialog } = useElementAction(props)
  const type = string(element.type)
  const multiple = type.startsWith('multi_')
  const external = type.endsWith('external_select')
  const options = useMemo(
    () => (external ? [] : offered(element, surroundings)),
    [element, external, surroundings],
  )
  const field = stateField(element) ?? ''
  const sent = multiple ? list(state?.[field]) : [state?.[field]].filter((value) => value != null)
  const selected = sent.map((value) =>
    typeof value === 'string'
      ? (options.find(({ key }) => key === value) ?? named(value, value))
      : fromOption(record(value)),
  )
  const stateOf = (chosen: readonly ComboOption[]): Json => {
    const values = chosen.map((option) => option.sent)
    return { type, [field]: multiple ? values : (values[0] ?? null) }
  }
  const query = async (text: string) =>
    readOptions(await surface.suggest(blockId, string(element.action_id), text))
  return (
    <>
      <Combo
        options={options}
        selected={selected}
        multiple={multiple}
        placeholder={labelOf(element.placeholder) || 'Select…'}
        busy={busy}
        blockId={blockId}
        naming={naming(props, 'Select')}
        limit={number(element.max_selected_items) ?? Number.POSITIVE_INFINITY}
        // Users can pick several options, so they are sent when the menu closes, as in Slack.
        onChange={(chosen) =>
          multiple && props.dispatches ? hold(stateOf(chosen)) : commit(stateOf(chosen))
        }
        onClose={(chosen) => multiple && props.dispatches && commit(stateOf(chosen))}
        {...(external ? { query, minLength: number(element.min_query_length) ?? 3 } : {})}
      />
      {dialog}
    </>
  )
}
