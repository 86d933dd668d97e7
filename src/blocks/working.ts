import { context } from './elements.ts'
import type { Message } from './message.ts'

/** What the asker sees while the answer takes longer than a moment. */
export function workingMessage(): Message {
  const text = 'Looking… the answer will appear here.'
  return { text, blocks: [context(text)] }
}
