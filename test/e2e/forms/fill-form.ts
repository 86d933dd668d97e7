/** Fills in forms in the sandbox's Slack as a person does. */
import type { Acknowledgement, OpenView } from '../../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'

interface Element {
  readonly action_id: string
  readonly type: string
}

export type Entries = Readonly<Record<string, string | readonly string[]>>

/** What Slack sends for a field that a person filled in. */
function stateOf({ type }: Element, value: string | readonly string[]) {
  const option = (one: string) => ({ text: { type: 'plain_text', text: one, emoji: false }, value: one })
  if (typeof value !== 'string') return { selected_options: value.map(option) }
  if (type === 'timepicker') return { selected_time: value }
  if (type === 'datepicker') return { selected_date: value }
  return type === 'plain_text_input' || type === 'number_input'
    ? { value }
    : { selected_option: option(value) }
}

/** The values of these fields, by block id; other fields keep what the form shows. */
export function filledIn({ view }: OpenView, entries: Entries) {
  const blocks = view.blocks as { block_id?: string; element?: Element }[]
  return Object.fromEntries(
    Object.entries(entries).map(([block, value]) => {
      const element = blocks.find(({ block_id }) => block_id === block)?.element
      if (element === undefined) throw new Error(`no field ${block}`)
      return [block, { [element.action_id]: stateOf(element, value) }]
    }),
  )
}

/** Fills in these fields, and submits the form. */
export const submit = (
  slack: SlackSandbox,
  form: OpenView,
  entries: Entries = {},
): Promise<Acknowledgement> =>
  slack.submitView({ user: form.user, viewId: form.id, values: filledIn(form, entries) })
