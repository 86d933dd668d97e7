import type { Token } from './tokens.ts'
import { wordSet } from './word-lists.ts'

/** Words for the team itself. */
export const ownWords = wordSet('we us our ours i my me ourselves')

/** First words of yes-no questions. */
export const yesNoOpeners = wordSet('is are was were do does did has have had am')

const askingWords = wordSet(
  'any anything how what which where who whom whose when why show tell give want wants need needs would wondering wonder curious interested please know see can could should looking explain compare summarize summarise list send post remind alert notify get make set create add stop pause asap',
)

/** Whether it is a question or a request. */
export function isAsked(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => askingWords.has(text)) || yesNoOpeners.has(tokens[0]?.text ?? '')
}

/** `how can we get Gemini to mention us`: asks what to do, not for the figures. */
export function isHowWeCan(tokens: readonly Token[]): boolean {
  const [how, can = '', who = '', verb = ''] = tokens.map(({ text }) => text)
  if (how !== 'how' || !['we', 'i', 'one'].includes(who)) return false
  if (can === 'do' || can === 'did') return verb === 'get' || verb === 'make'
  return ['can', 'could', 'should', 'would', 'might'].includes(can) && !viewingVerbs.has(verb)
}

const viewingVerbs = wordSet('see view find check read compare know tell look interpret')

/** Verbs whose negation asks to stop something: `do not send the digest`. */
const stoppable = wordSet(
  'send post want need bother remind notify alert ping spam know understand track follow have see get show',
)

/** `do not delete the digest`: asks not to do something. */
export function isForbidden(tokens: readonly Token[]): boolean {
  const texts = tokens.map(({ text }) => text).filter((text) => text !== 'please' && text !== 'just')
  const [first, second, third = ''] = texts
  return first === 'do' && second === 'not' && !stoppable.has(third)
}
