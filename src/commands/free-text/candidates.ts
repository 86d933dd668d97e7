/** The verbs that a sentence may mean, and how well each fits. */

import type { Verb } from '../verb.ts'
import { type Content, unusableArguments } from './content.ts'
import type { CompiledAsk, CompiledPhrase } from './grammar.ts'
import { imperatives, soft } from './lexicon.ts'
import { wordSet } from './word-lists.ts'

export interface Candidate {
  readonly text: string
  readonly verb: Verb
  readonly weight: number
  readonly score: number
  readonly isCertain: boolean
  /** No word or argument is left over. */
  readonly isComplete: boolean
  /** Also, each word is part of a phrase that fits. */
  readonly isExplained: boolean
  /** The text has every name and period of the sentence. */
  readonly isWhole: boolean
  readonly isHint: boolean
}

/** Verbs whose modals ask for the names again. */
export const asking = wordSet('digest settings')

/** Concepts that make a sentence relevant even if much of it is not understood. */
export const topics = wordSet(
  'visibility rank competitor reddit sentiment recommendation task digest gap opportunity fresh collect filter settings alert weakspot',
)

/** The same, for questions about the own brand. */
export const ourTopics: ReadonlySet<string> = new Set([
  ...topics,
  ...'doing drop rise ahead behind lose compare score report trend best weak improve howbeat'.split(' '),
])

/** How many words may be left unread in a sentence about Sightline's topics. */
export const maxUnread = 4

/** @param subjects with one of these, more words may be left unread than understood; `null`: never */
export function candidatesOf(
  ask: CompiledAsk,
  content: Content,
  subjects: ReadonlySet<string> | null,
  textsOf: () => readonly string[],
): readonly Candidate[] {
  const { concepts } = content
  const allowed = subjects === null ? 0 : maxUnread
  const phrase = phraseIn(ask, content)
  if (phrase === undefined) return []
  const unexplained = [...concepts].filter(
    (concept) =>
      !ask.expectedConcepts.has(concept) &&
      !phrase.concepts.includes(concept) &&
      !soft.has(concept) &&
      concept !== 'howto',
  )
  if (unexplained.some((concept) => imperatives.has(concept))) return []
  const unusable = unusableArguments(ask, content)
  if (content.isFuture && (phrase.isHint || !ask.askedElsewhere.has('period'))) return []
  const weight = phrase.weight
  if (phrase.isHint && content.unknown > 0 && weight < 2 && subjects === null) return []
  const isOnlyMarks = phrase.concepts.every((word) => word.startsWith('@'))
  const hasWords = !isOnlyMarks || content.unknown === 0
  if (!hasWords || content.unknown > weight + allowed || unexplained.length > weight + 1 + allowed / 2)
    return []
  if (subjects !== null && !phrase.concepts.some((concept) => subjects.has(concept))) return []
  const explained = new Set(
    ask.phrases.flatMap((one) => (!one.isHint && isIn(one, content) ? one.concepts : [])),
  )
  const loose = [...concepts].filter(
    (concept) =>
      !unexplained.includes(concept) && !explained.has(concept) && !ask.neutralConcepts.has(concept),
  )
  const isComplete = unexplained.length === 0 && content.unknown === 0 && unusable === 0 && !content.isFuture
  // The sentence asks where, but no phrase that fits combines `where` with what it asks about.
  const isElsewhere =
    concepts.has('where') &&
    (!explained.has('where') || (sides.some((side) => concepts.has(side)) && !isPlaced(ask, content)))
  const isExplained = loose.length === 0 && !isElsewhere
  const texts = textsOf()
  const deeds = [...concepts].filter((concept) => imperatives.has(concept)).length
  const score =
    weight -
    0.6 * unexplained.length -
    0.4 * content.unknown -
    0.5 * unusable -
    (phrase.isHint ? 0.3 : 0) -
    0.3 * loose.length -
    (isElsewhere ? 0.7 : 0)
  return texts.map((text, index) => ({
    text,
    verb: ask.verb,
    weight,
    score: score - 0.05 * index,
    isCertain:
      isComplete &&
      isExplained &&
      !phrase.isHint &&
      !content.isDoubtful &&
      !(content.isPeriodDoubtful && ask.takes.has('period')) &&
      (asking.has(ask.verb.name) || keepsNames(ask, content)) &&
      texts.length === 1 &&
      !(isOnlyMarks && content.marks.has('@closed')) &&
      !(isOnlyMarks && [...concepts].some((concept) => !soft.has(concept))) &&
      !concepts.has('exclude') &&
      !(concepts.has('not') && deeds > 0) &&
      !(content.marks.has('@why') && ask.isDeed) &&
      !(deeds > 1 && content.marks.has('@and')),
    isComplete,
    isExplained: isComplete && isExplained,
    isWhole: keepsAll(ask, content),
    isHint: phrase.isHint,
  }))
}

/** Concepts that people combine with `where`. */
const sides = ['best', 'weak', 'lose', 'rise', 'drop']

/** `where are we weak`: whether a single phrase has both `where` and such a concept. */
function isPlaced(ask: CompiledAsk, content: Content): boolean {
  return ask.phrases.some(
    (phrase) =>
      !phrase.isHint &&
      phrase.concepts.includes('where') &&
      sides.some((side) => phrase.concepts.includes(side)) &&
      isIn(phrase, content),
  )
}

/** The weightiest phrase that the sentence contains. A hint of one word counts only if no other phrase fits. */
function phraseIn({ phrases }: CompiledAsk, content: Content): CompiledPhrase | undefined {
  const best = phrases.find((phrase) => isIn(phrase, content))
  if (best === undefined || !best.isHint || best.concepts.length > 1) return best
  return phrases.find((phrase) => !phrase.isHint && isIn(phrase, content)) ?? best
}

function isIn(phrase: CompiledPhrase, { concepts, marks }: Content): boolean {
  return phrase.concepts.every((word) => (word.startsWith('@') ? marks.has(word) : concepts.has(word)))
}

/** Whether the text keeps each kind of name in the sentence. */
function keepsNames({ takes }: CompiledAsk, { marks }: Content): boolean {
  const kinds = ['engine', 'brand', 'filter', 'subreddit'] as const
  return kinds.every((kind) => !marks.has(`@${kind}`) || takes.has(kind))
}

export function keepsAll(ask: CompiledAsk, content: Content): boolean {
  return keepsNames(ask, content) && (content.period === null || ask.takes.has('period'))
}
