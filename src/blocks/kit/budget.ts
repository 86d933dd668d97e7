/** Keeps a message within Slack's limits. What doesn't fit is returned to be shown elsewhere, never cut or lost. */
import type { Block } from '../../model/message.ts'
import { limits } from './limits.ts'

interface Size {
  readonly blocks: number
  readonly text: number
  readonly tables: number
  readonly charts: number
}

/** Blocks that are shown together or not at all. */
export interface Part {
  readonly blocks: readonly Block[]
  /** Versions that later updates may turn these blocks into: the budget reserves space for the biggest. */
  readonly laterVersions?: readonly (readonly Block[])[]
}

/** One run of a message: a lead, as many items as fit, and a note about the rest. */
export interface Run {
  readonly lead?: readonly Block[]
  readonly items?: readonly Part[]
  /** No more items than this, even if more would fit. */
  readonly maxItems?: number
  /** Runs with priority 1 get space first. The order in which runs are shown doesn't change. */
  readonly priority?: number
  /** The note about omitted items. It must be short, since space for it is always reserved. */
  readonly more?: (omittedCount: number) => readonly Block[]
}

export interface Composed {
  readonly blocks: readonly Block[]
  /** For each run, its items that are not in `blocks`. */
  readonly omitted: readonly (readonly Part[])[]
}

/** Leads and notes get space first, then items by priority. The first item that doesn't fit ends its run. */
export function compose(runs: readonly Run[]): Composed {
  let used: Size = { blocks: 0, text: 0, tables: 0, charts: 0 }
  for (const { lead, items, more } of runs) {
    used = add(used, measure(lead ?? []))
    used = add(used, measure(more?.(items?.length ?? 0) ?? []))
  }
  const taken = runs.map(() => 0)
  const byPriority = runs.map((run, index) => ({ run, index })).sort((a, b) => rankOf(a.run) - rankOf(b.run))
  for (const { run, index } of byPriority) {
    for (const part of (run.items ?? []).slice(0, run.maxItems)) {
      const after = add(used, sizeOf(part))
      if (!fits(after)) break
      used = after
      taken[index] = (taken[index] ?? 0) + 1
    }
  }
  const omitted = runs.map(({ items = [] }, index) => items.slice(taken[index] ?? 0))
  const blocks = runs.flatMap(({ lead = [], items = [], more }, index) => [
    ...lead,
    ...items.slice(0, taken[index] ?? 0).flatMap((part) => part.blocks),
    ...((omitted[index]?.length ?? 0) > 0 ? (more?.(omitted[index]?.length ?? 0) ?? []) : []),
  ])
  return { blocks, omitted }
}

/**
 * Spreads items over as many messages as they need, at most `pages`.
 * @param lead what each message starts with, given its number from 1
 * @param more the note at the end of the last message about items that didn't fit
 */
export function paginate(
  items: readonly Part[],
  options: {
    readonly lead: (page: number) => readonly Block[]
    readonly pages: number
    readonly more: (omittedCount: number) => readonly Block[]
  },
): readonly (readonly Block[])[] {
  const messages: (readonly Block[])[] = []
  let rest = items
  while (rest.length > 0 && messages.length < options.pages) {
    const page = messages.length + 1
    const last = page === options.pages
    const { blocks, omitted } = compose([
      { lead: options.lead(page), items: rest, ...(last ? { more: options.more } : {}) },
    ])
    const remaining = omitted[0] ?? []
    // Views clip their texts, so no item is too big for an empty message. If one is, a note beats an endless loop.
    if (remaining.length === rest.length)
      return [...messages, [...options.lead(page), ...options.more(rest.length)]]
    messages.push(blocks)
    rest = remaining
  }
  return messages
}

/** Length of all text that a reader could see, counted the strictest way: including cells, labels and dialogs. */
export function textLength(value: unknown, except: ReadonlySet<string> = nothing): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const [key, item] of Object.entries(value))
    if (!isInternal(key, item) && !except.has(key)) sum += textLength(item, except)
  return sum
}

/** Length of the text visible in the message, without dialogs and labels for screen readers. */
export function visibleLength(blocks: readonly Block[]): number {
  return textLength(blocks, hiddenKeys)
}

const nothing: ReadonlySet<string> = new Set()

/** `label`: a point's label repeats its category. */
const hiddenKeys = new Set(['confirm', 'accessibility_label', 'fallback', 'label'])

const internalKeys = new Set(['type', 'block_id', 'action_id', 'style', 'format', 'user_id', 'channel_id'])

/** Properties that no reader sees: Slack uses them or sends them back. */
function isInternal(key: string, item: unknown): boolean {
  return internalKeys.has(key) || (key === 'value' && typeof item === 'string')
}

function measure(blocks: readonly Block[]): Size {
  return {
    blocks: blocks.length,
    text: blocks.reduce((sum, block) => sum + textLength(block), 0),
    tables: blocks.filter(({ type }) => type === 'table' || type === 'data_table').length,
    charts: blocks.filter(({ type }) => type === 'data_visualization').length,
  }
}

function sizeOf({ blocks, laterVersions = [] }: Part): Size {
  return laterVersions.map(measure).reduce(max, measure(blocks))
}

function add(a: Size, b: Size): Size {
  return {
    blocks: a.blocks + b.blocks,
    text: a.text + b.text,
    tables: a.tables + b.tables,
    charts: a.charts + b.charts,
  }
}

function max(a: Size, b: Size): Size {
  return {
    blocks: Math.max(a.blocks, b.blocks),
    text: Math.max(a.text, b.text),
    tables: Math.max(a.tables, b.tables),
    charts: Math.max(a.charts, b.charts),
  }
}

function fits({ blocks, text, tables, charts }: Size): boolean {
  const { message } = limits
  return (
    blocks <= message.blocks &&
    text <= message.allText &&
    tables <= message.tables &&
    charts <= message.charts
  )
}

function rankOf({ priority = 1 }: Run): number {
  return priority
}
