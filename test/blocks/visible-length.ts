import { textLength } from '../../src/blocks/kit/block-text.ts'
import type { Block } from '../../src/model/message.ts'

/** `label`: a point's label repeats its category. */
const hidden = new Set(['confirm', 'accessibility_label', 'fallback', 'label'])

/** Length of the text visible in a message, without dialogs and labels for screen readers. */
export function visibleLength(blocks: readonly Block[]): number {
  return textLength(JSON.parse(JSON.stringify(blocks, (key, value) => (hidden.has(key) ? undefined : value))))
}
