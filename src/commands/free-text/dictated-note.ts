/** Notes that are written into the sentence that asks for one. Any words may be in them, so they are read by themselves. */
import type { Reading } from './reading.ts'

const asking =
  /^(?:(?:hey|hi|ok|please|pls|sightline|can|could|would|you|we|i|i’d|i'd|like|to|just)[\s,]+)*/iu
/** `note: …`, `make a note that …`, `add a note to the timeline: …`. */
const dictated =
  /^(?:note(?:\s+down)?|(?:add|make|write|take|put|leave|jot\s+down)\s+(?:a|the|this)\s+note(?:\s+(?:to|on|in|into)\s+(?:the|our)\s+(?:timeline|chart|channel))?)\s*(?:[:–—]\s*|\s-\s|(?:that|saying(?:\s+that)?)\s+)(\S.*)$/isu
/** `put our product launch on the timeline`. */
const placed =
  /^(?:put|add|mark|show)\s+(\S.*?)\s+(?:on|to|onto|in)\s+(?:the|our)\s+(?:timeline|(?:trend\s+)?chart)[\s.!?]*$/isu
/** What is put on a chart, and is no event. */
const noEvent =
  /\b(?:notes?|it|this|that|them|competitors?|brands?|rivals?|engines?|figures|numbers|scores?|everything)\b/iu

/** What follows is for the reader, and is no note: `please note that …`. */
const beware = /^(?:please|pls|do|kindly)\s+note\b/iu

/** `null`: it holds no note. */
export function dictatedNote(text: string): Reading | null {
  if (beware.test(text.trim())) return null
  const [, note] = dictated.exec(text.trim().replace(asking, '')) ?? []
  return note === undefined ? null : { kind: 'certain', text: `note ${note}` }
}

/** Of a sentence that nothing else is made of: what may be meant as a note. */
export function placedNote(text: string): Reading | null {
  const [, event] = placed.exec(text.trim().replace(asking, '')) ?? []
  return event === undefined || noEvent.test(event)
    ? null
    : { kind: 'unsure', texts: [`note ${event}`, 'help note'] }
}
