import type { Message } from '../../model/message.ts'
import { context } from './elements.ts'

/** Shown to the asker while the answer takes longer than a moment. */
export function workingMessage(): Message {
  const text = 'Looking it up… one moment.'
  return { text, blocks: [context(text)] }
}
