/** Notes dictated within a sentence. They can contain any words, so they are read before the rest of the grammar. */
import type { Reading } from './reading.ts'

const asking =
  /^(?:(?:hey|hi|ok|please|pls|sightline|can|could|would|you|we|i|i’d|i'd|like|to|just)[\s,]+)*/iu
/** `note: …`, `make a note that …`, `add a note to the timeline: …`. */
const dictated =
  /^(?:note(?:\s+down)?|(?:add|make|write|take|put|leave|jot\s+down)\s+(?:a|the|this)\s+note(?:\s+(?:to|on|in|into)\s+(?:the|our)\s+(?:timeline|chart|channel))?)\s*(?:[:–—]\s*|\s-\s|(?:that|saying(?:\s+that)?)\s+)(\S.*)$/isu
/** `put our product launch on the timeline`. */
const placed =
  /^(?:put|add|mark|show)\s+(\S.*?)\s+(?:on|to|onto|in)\s+(?:the|our)\s+(?:timeline|(?:trend\s+)?chart)[\s.!?]*$/isu
/** Things on a chart that are not events. */
const noEvent =
  /\b(?:notes?|it|this|that|them|competitors?|brands?|rivals?|engines?|figures|numbers|scores?|everything)\b/iu

/** `please note that …` addresses the reader and is not a note. */
const beware = /^(?:please|pls|do|kindly)\s+note\b/iu

/** The note in a text; `null`: none. */
export function dictatedNote(text: string): Reading | null {
  if (beware.test(text.trim())) return null
  const [, note] = dictated.exec(text.trim().replace(asking, '')) ?? []
  return note === undefined ? null : { kind: 'certain', text: `note ${note}` }
}

/** A possible note, for a sentence that is not understood in any other way. */
export function placedNote(text: string): Reading | null {
  const [, event] = placed.exec(text.trim().replace(asking, '')) ?? []
  return event === undefined || noEvent.test(event)
    ? null
    : { kind: 'unsure', texts: [`note ${event}`, 'help note'] }
}
