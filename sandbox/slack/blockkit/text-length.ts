/** The length of a payload's visible text, which is what Slack seems to count for `msg_blocks_too_long`. */
import { isJson } from '../json.ts'

/** Fields with visible text. Not ids, values, URLs and alt texts. */
const SHOWN = new Set(['text', 'title', 'caption', 'label', 'name', 'fallback'])

/** The total length of all visible strings, at any depth. */
export function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + textLength(item), 0)
  if (!isJson(value)) return 0
  return Object.entries(value).reduce((sum, [name, item]) => {
    if (typeof item === 'string') return sum + (SHOWN.has(name) ? item.length : 0)
    return sum + textLength(item)
  }, 0)
}
