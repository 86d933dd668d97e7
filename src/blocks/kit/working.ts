import type { Message } from '../../model/message.ts'
import { context } from './elements.ts'

/** What the asker sees while the answer takes longer than a moment. */
export function workingMessage(): Message {
  const text = 'Looking it up… one moment.'
  return { text, blocks: [context(text)] }
}
