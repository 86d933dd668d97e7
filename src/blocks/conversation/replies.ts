/** Short replies to free words: what they may mean, courtesies, and that an answer takes a moment. */

import type { Message } from '../../model/message.ts'
import { messageOf } from '../kit/block-text.ts'
import { context } from '../kit/elements.ts'
import { problemMessage, type Suggestion } from '../kit/problem.ts'
import { richText } from '../kit/spans.ts'

/** @param suggestions one to three, the likeliest first; @param sentence why the question itself can't be answered */
export function chooseReading(
  suggestions: readonly Suggestion[],
  sentence = suggestions.length === 1 ? 'Did you mean this?' : 'Did you mean one of these?',
): Message {
  return problemMessage({ sentence, reference: null, suggestions })
}

export type Proposed = keyof typeof reasons

const reasons = {
  'opens a form': 'This opens a form. Nothing changes until you save it.',
  'changes something': 'This needs your confirmation. Nothing happens until you click and confirm.',
  'is for one person': 'Click to see this. Only you will see it.',
} as const

export function proposal(text: string, why: Proposed): Message {
  return problemMessage({
    sentence: reasons[why],
    reference: null,
    suggestions: [{ text, asks: why === 'changes something' }],
  })
}

/** @param question as typed after `/sightline `. @param isDirect nobody else reads it here */
export function sharedHere(question: string, isDirect: boolean): Message {
  return isDirect
    ? problemMessage({
        sentence: 'To share it, type this in the channel, then click “Share to channel”.',
        reference: null,
        usage: `/sightline ${question}`,
      })
    : problemMessage({ sentence: 'Everyone in this channel can already read it here.', reference: null })
}

/** The answer to thanks and greetings. */
export const courtesyReply = () =>
  reply('Glad to help. Ask me “How are we doing?” or “What should we do?”, or write “help”.')

/** Confirms “Stop”. */
export const stoppedReply = () => reply('Stopped. This question gets no answer; ask again when you like.')

function reply(line: string): Message {
  return messageOf([richText([[line]])])
}

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
