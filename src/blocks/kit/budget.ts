/** Keeps a message within Slack's limits. What doesn't fit is returned to be shown elsewhere, never cut or lost. */
import type { Block, Message } from '../../model/message.ts'
import { textLength } from './block-text.ts'
import { context, messageOf } from './elements.ts'
import { limits } from './limits.ts'
import { compact, type Optional } from './spans.ts'

/** Blocks, characters, tables and charts. */
type Size = readonly number[]

const { message } = limits
const room: Size = [message.blocks, message.allText, message.tables, message.charts]

/** Blocks that are shown together or not at all. */
export interface Part {
  readonly blocks: readonly Block[]
  /** Versions that later updates may turn these blocks into: the budget reserves space for the biggest. */
  readonly laterVersions?: readonly (readonly Block[])[]
}

interface List {
  readonly lead?: readonly Optional<Block>[]
  readonly items: readonly (Part | Block)[]
  /** A short note about omitted items; space for it is always reserved. */
  readonly more?: (omittedCount: number) => string
  readonly end?: readonly Optional<Block>[]
}

/** As many items as fit beside the other blocks, in order: the first one that doesn't fit ends the list. */
export function fitted({ lead = [], items, more, end = [] }: List) {
  const parts = items.map((item) => ('blocks' in item ? item : { blocks: [item] }))
  const [before, after] = [compact<Block>(...lead), compact<Block>(...end)]
  const note = (count: number) => (more === undefined ? [] : [context(more(count))])
  let used = measure([...before, ...note(parts.length), ...after])
  const firstOmitted = parts.findIndex((part) => {
    used = add(used, sizeOf(part))
    return used.some((size, index) => size > (room[index] ?? 0))
  })
  const shown = firstOmitted < 0 ? parts : parts.slice(0, firstOmitted)
  const omitted = parts.slice(shown.length)
  return {
    blocks: [
      ...before,
      ...shown.flatMap(({ blocks }) => blocks),
      ...(omitted.length > 0 ? note(omitted.length) : []),
      ...after,
    ],
    omitted,
  }
}

export function listMessage(list: List): Message {
  return messageOf(fitted(list).blocks)
}

/** Items in as many messages as they need, at most `most`. @param more at the end of the last, about those left out */
export function paginate(
  items: readonly Part[],
  most: number,
  more: (omittedCount: number) => string,
): readonly (readonly Block[])[] {
  const messages: (readonly Block[])[] = []
  let rest = items
  while (rest.length > 0 && messages.length < most) {
    const isLast = messages.length + 1 === most
    const { blocks, omitted } = fitted({ items: rest, ...(isLast ? { more } : {}) })
    // Views clip their texts, so no item is too big for an empty message. If one is, a note beats an endless loop.
    if (omitted.length === rest.length) return [...messages, [context(more(rest.length))]]
    messages.push(blocks)
    rest = omitted
  }
  return messages
}

function measure(blocks: readonly Block[]): Size {
  const count = (...types: readonly string[]) => blocks.filter(({ type }) => types.includes(type)).length
  return [blocks.length, textLength(blocks), count('table', 'data_table'), count('data_visualization')]
}

function sizeOf({ blocks, laterVersions = [] }: Part): Size {
  return laterVersions.map(measure).reduce(max, measure(blocks))
}

const add = (a: Size, b: Size) => a.map((one, index) => one + (b[index] ?? 0))
const max = (a: Size, b: Size) => a.map((one, index) => Math.max(one, b[index] ?? 0))
