/** Proposes what free words may mean, if they aren't run at once. */
import type { Message } from '../../model/message.ts'
import { problemMessage, type Suggestion } from '../kit/problem.ts'

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
