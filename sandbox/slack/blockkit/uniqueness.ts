/** Checks that ids are unique, and that at most one element requests focus. */
import { elementsIn, placedBlocks } from '../interactions/elements.ts'
import type { Checking } from './check.ts'
import { limitOf } from './limits.ts'

/** Reports a repeated `block_id`, and an `action_id` repeated within its block. */
export function checkUnique(blocks: readonly unknown[], at: string, on: Checking): void {
  const blockIds = new Set<unknown>()
  for (const placed of placedBlocks(blocks, at)) {
    const { block_id: blockId } = placed.block
    if (blockId !== undefined && blockIds.has(blockId)) {
      on.report(
        `${placed.at}/block_id`,
        `\`block_id\` already exists: ${String(blockId)}`,
        'duplicate',
        '*.block_id',
      )
    }
    blockIds.add(blockId)
    const actionIds = new Set<unknown>()
    for (const { element, at: place } of elementsIn(placed)) {
      const { action_id: actionId } = element
      if (actionId !== undefined && actionIds.has(actionId)) {
        const message = `\`action_id\` already exists: ${String(actionId)}`
        on.report(`${place}/action_id`, message, 'duplicate', '*.action_id')
      }
      actionIds.add(actionId)
    }
  }
}

/** Reports every element with `focus_on_load` after the first. */
export function checkFocus(blocks: readonly unknown[], at: string, on: Checking): void {
  const name = 'view.blocks[*] focus_on_load'
  const { max = 0 } = limitOf(name)
  const focused = placedBlocks(blocks, at)
    .flatMap(elementsIn)
    .filter(({ element }) => element.focus_on_load === true)
  for (const { at: place } of focused.slice(max)) {
    on.report(`${place}/focus_on_load`, 'only one element of a view can have the focus', 'too_many', name)
  }
}
