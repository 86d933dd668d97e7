/** Checks that ids are unique, and that at most one element requests focus. */
import { isJson, type Json, objects } from '../json.ts'
import type { Checking } from './check.ts'
import { limitOf } from './limits.ts'

/** Each block with its path, including blocks in containers and carousels. */
export function placedBlocks(blocks: readonly unknown[], at: string): { block: Json; at: string }[] {
  return blocks.flatMap((block, index) => {
    if (!isJson(block)) return []
    const place = `${at}/${index}`
    const children = Array.isArray(block.child_blocks) ? block.child_blocks : []
    const cards = block.type === 'carousel' && Array.isArray(block.elements) ? block.elements : []
    return [
      { block, at: place },
      ...placedBlocks(children, `${place}/child_blocks`),
      ...placedBlocks(cards, `${place}/elements`),
    ]
  })
}

function placedElements({ block, at }: { block: Json; at: string }): { element: Json; at: string }[] {
  const single = ['accessory', 'element'].flatMap((field) => {
    const element = block[field]
    return isJson(element) ? [{ element, at: `${at}/${field}` }] : []
  })
  const field = block.type === 'card' ? 'actions' : 'elements'
  const listed = block.type === 'carousel' ? [] : objects(block[field])
  return [...single, ...listed.map((element, index) => ({ element, at: `${at}/${field}/${index}` }))]
}

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
    for (const { element, at: place } of placedElements(placed)) {
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
    .flatMap(placedElements)
    .filter(({ element }) => element.focus_on_load === true)
  for (const { at: place } of focused.slice(max)) {
    on.report(`${place}/focus_on_load`, 'only one element of a view can have the focus', 'too_many', name)
  }
}
