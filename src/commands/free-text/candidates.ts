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
  const isExplained = loose.length === 0
  const texts = textsOf()
  const deeds = [...concepts].filter((concept) => imperatives.has(concept)).length
  const score =
    weight -
    0.6 * unexplained.length -
    0.4 * content.unknown -
    0.5 * unusable -
    (phrase.isHint ? 0.3 : 0) -
    0.3 * loose.length
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
      !(content.marks.has('@recurrence') && content.times === null && ask.takes.has('schedule')) &&
      !(isOnlyMarks && content.marks.has('@closed')) &&
      !(isOnlyMarks && [...concepts].some((concept) => !soft.has(concept))) &&
      !concepts.has('exclude') &&
      !(concepts.has('not') && deeds > 0) &&
      !(content.marks.has('@why') && ask.isDeed) &&
      !(deeds > 1 && content.marks.has('@and')),
    isComplete,
    isExplained: isComplete && isExplained,
    isHint: phrase.isHint,
  }))
}

function phraseIn({ phrases }: CompiledAsk, content: Content): CompiledPhrase | undefined {
  return phrases.find((phrase) => isIn(phrase, content))
}

function isIn(phrase: CompiledPhrase, { concepts, marks }: Content): boolean {
  return phrase.concepts.every((word) => (word.startsWith('@') ? marks.has(word) : concepts.has(word)))
}

/** Whether the text keeps each kind of name in the sentence. */
function keepsNames({ takes }: CompiledAsk, { marks }: Content): boolean {
  const kinds = ['engine', 'brand', 'filter', 'subreddit'] as const
  return kinds.every((kind) => !marks.has(`@${kind}`) || takes.has(kind))
}
