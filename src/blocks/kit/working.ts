import type { Message } from '../../model/message.ts'
import { context } from './elements.ts'

/** Shown while the answer, which will replace it, takes longer than a moment. */
export function workingMessage(): Message {
  return line('Looking it up… one moment.')
}

/** Shown before a slow answer that can’t replace it: it stays, so it must still be true then. */
export function slowAnswerMessage(): Message {
  return line('Looking it up takes a few seconds. The answer follows.')
}

function line(text: string): Message {
  return { text, blocks: [context(text)] }
}
