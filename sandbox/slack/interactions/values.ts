/** Slack's `state.values`: block id → action id → the element's state. */

import type { Json } from '../json.ts'
import { placedElements } from './elements.ts'
import { initialState } from './selections.ts'

export type Values = Record<string, Record<string, Json>>

/** The state of all elements: the earlier choice if the element still exists, else its initial state. */
export function valuesOf(blocks: readonly Json[], before: Values = {}, currentChannel?: string): Values {
  const values: Values = {}
  for (const { blockId, actionId, element } of placedElements(blocks)) {
    const earlier = before[blockId]?.[actionId]
    const state = earlier?.type === element.type ? earlier : initialState(element, currentChannel)
    if (state) values[blockId] = { ...values[blockId], [actionId]: state }
  }
  return values
}

/** The values with one element's state replaced. */
export function withValue(values: Values, blockId: string, actionId: string, state: Json): Values {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: state } }
}
