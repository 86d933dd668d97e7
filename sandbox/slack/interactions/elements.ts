/** Finding, naming and reading the interactive elements of a message or a view. */
import { isJson, type Json, objects, text } from '../json.ts'

export interface PlacedElement {
  readonly blockId: string
  readonly actionId: string
  readonly element: Json
  /** The input block that contains the element, if any. */
  readonly input?: Json
}

const NOT_INTERACTIVE = new Set(['image', 'plain_text', 'mrkdwn', 'url'])
let generated = 0
const generateId = () => {
  generated += 1
  return `g${generated.toString(36).padStart(4, '0')}`
}

/** The elements directly in a block, in any of its fields. */
function elementsOf(block: Json): Json[] {
  const single = [block.accessory, block.element, block.hero_image, block.icon].filter(isJson)
  const listed = block.type === 'rich_text' || block.type === 'carousel' ? [] : objects(block.elements)
  const actions = block.type === 'card' ? objects(block.actions) : []
  return [...single, ...listed, ...actions].filter((element) => !NOT_INTERACTIVE.has(String(element.type)))
}

/** All blocks, including those in containers and carousels. */
function allBlocks(blocks: readonly Json[]): Json[] {
  return blocks.flatMap((block) => [
    block,
    ...allBlocks(objects(block.child_blocks)),
    ...(block.type === 'carousel' ? allBlocks(objects(block.elements)) : []),
  ])
}

/** A copy in which each block has a `block_id` and each interactive element an `action_id`, as Slack stores them. */
export function identify(blocks: readonly Json[]): Json[] {
  const copy = structuredClone([...blocks])
  for (const block of allBlocks(copy)) {
    block.block_id ??= generateId()
    for (const element of elementsOf(block)) element.action_id ??= generateId()
  }
  return copy
}

/** Every interactive element, in reading order. Call `identify` on the blocks first. */
export function placedElements(blocks: readonly Json[]): PlacedElement[] {
  return allBlocks(blocks).flatMap((block) =>
    elementsOf(block).map((element) => ({
      blockId: text(block.block_id) ?? '',
      actionId: text(element.action_id) ?? '',
      element,
      ...(block.type === 'input' ? { input: block } : {}),
    })),
  )
}

/** The element with that `actionId`. Throws if there is none, or if there are several and no `blockId` is given. */
export function findElement(
  blocks: readonly Json[],
  actionId: string,
  blockId: string | undefined,
  where: string,
): PlacedElement {
  const placed = placedElements(blocks)
  const matches = placed.filter(
    (one) => one.actionId === actionId && (blockId === undefined || one.blockId === blockId),
  )
  const [only] = matches
  if (!only) {
    const actionIds = placed.map((one) => one.actionId).join(', ') || 'none'
    throw new Error(`no element "${actionId}" in ${where}; its elements: ${actionIds}`)
  }
  if (matches.length > 1) {
    const ids = matches.map((one) => one.blockId).join(', ')
    throw new Error(`${matches.length} elements "${actionId}" in ${where}; choose one by blockId: ${ids}`)
  }
  return only
}
