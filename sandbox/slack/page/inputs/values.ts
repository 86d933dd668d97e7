/** The values of a submission, in Slack's own fields (`view.state.values`). */
import { placedElements } from '../../interactions/elements.ts'
import { initialState } from '../../interactions/selections.ts'
import type { Json } from '../../markup/read.ts'

export type Values = Readonly<Record<string, Readonly<Record<string, Json>>>>

/** Each element's held state, or its initial state if untouched. */
export function submittedValues(
  blocks: readonly Json[],
  held: (blockId: string, actionId: string) => Json | null,
): Values {
  const values: Record<string, Record<string, Json>> = {}
  for (const { blockId, actionId, element } of placedElements(blocks)) {
    const state = held(blockId, actionId) ?? initialState(element)
    if (state) values[blockId] = { ...values[blockId], [actionId]: state }
  }
  return values
}
