/** How much text a payload shows: what Slack seems to count for `msg_blocks_too_long`. */
import { isJson } from '../json.ts'

/** Fields whose strings people read; ids, values, addresses and alt texts are not among them. */
const SHOWN = new Set(['text', 'title', 'caption', 'label', 'name', 'fallback'])

/** The length of all strings that are shown, wherever they stand. */
export function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + textLength(item), 0)
  if (!isJson(value)) return 0
  return Object.entries(value).reduce((sum, [name, item]) => {
    if (typeof item === 'string') return sum + (SHOWN.has(name) ? item.length : 0)
    return sum + textLength(item)
  }, 0)
}
