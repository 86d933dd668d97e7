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

/** Each block with its path, including blocks in containers and carousels. */
export function placedBlocks(blocks: readonly unknown[], at: string): { block: Json; at: string }[] {
  return blocks.flatMap((block, index) => {
    if (!isJson(block)) return []
    const place = `${at}/${index}`
    const cards = block.type === 'carousel' ? block.elements : []
    return [
      { block, at: place },
      ...placedBlocks(list(block.child_blocks), `${place}/child_blocks`),
      ...placedBlocks(list(cards), `${place}/elements`),
    ]
  })
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The elements directly in a block, in any of its fields, with their paths. */
export function elementsIn({ block, at }: { block: Json; at: string }): { element: Json; at: string }[] {
  const single = ['accessory', 'element'].flatMap((field) => {
    const element = block[field]
    return isJson(element) ? [{ element, at: `${at}/${field}` }] : []
  })
  const field = block.type === 'card' ? 'actions' : 'elements'
  const listed = block.type === 'carousel' || block.type === 'rich_text' ? [] : objects(block[field])
  return [...single, ...listed.map((element, index) => ({ element, at: `${at}/${field}/${index}` }))]
}

const isInteractive = ({ element }: { element: Json }) => !NOT_INTERACTIVE.has(String(element.type))

/** A copy in which each block has a `block_id` and each interactive element an `action_id`, as Slack stores them. */
export function identify(blocks: readonly Json[]): Json[] {
  const copy = structuredClone([...blocks])
  for (const placed of placedBlocks(copy, '')) {
    placed.block.block_id ??= generateId()
    for (const { element } of elementsIn(placed).filter(isInteractive)) element.action_id ??= generateId()
  }
  return copy
}

/** Every interactive element, in reading order. Call `identify` on the blocks first. */
export function placedElements(blocks: readonly Json[]): PlacedElement[] {
  return placedBlocks(blocks, '').flatMap((placed) =>
    elementsIn(placed)
      .filter(isInteractive)
      .map(({ element }) => ({
        blockId: text(placed.block.block_id) ?? '',
        actionId: text(element.action_id) ?? '',
        element,
        ...(placed.block.type === 'input' ? { input: placed.block } : {}),
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
