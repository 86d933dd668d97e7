/** The verbs that a sentence may mean, and how well each fits. */
import { type Content, unusableArguments } from './content.ts'
import type { CompiledAsk, CompiledPhrase } from './grammar.ts'
import { imperatives, soft, wordSet } from './word-lists.ts'

export type Candidate = ReturnType<typeof candidatesOf>[number]

/** Verbs whose modals ask for the names again. */
const asking = wordSet('digest settings')

export function candidatesOf(ask: CompiledAsk, content: Content, textsOf: () => readonly string[]) {
  const { concepts } = content
  const phrase = ask.phrases.find((one) => isIn(one, content))
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
  if (phrase.isHint && content.unknown > 0 && weight < 2) return []
  const isOnlyMarks = phrase.concepts.every((word) => word.startsWith('@'))
  const hasWords = !isOnlyMarks || content.unknown === 0
  if (!hasWords || content.unknown > weight || unexplained.length > weight + 1) return []
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
      !concepts.has('exclude') &&
      !(concepts.has('not') && deeds > 0) &&
      !(deeds > 1 && content.marks.has('@and')),
    /** No word or argument is left over. */
    isComplete,
    /** Also, each word is part of a phrase that fits. */
    isExplained: isComplete && isExplained,
    isHint: phrase.isHint,
  }))
}

function isIn(phrase: CompiledPhrase, { concepts, marks }: Content): boolean {
  return phrase.concepts.every((word) => (word.startsWith('@') ? marks.has(word) : concepts.has(word)))
}

function keepsNames({ takes }: CompiledAsk, { marks }: Content): boolean {
  const kinds = ['engine', 'brand', 'filter', 'subreddit'] as const
  return kinds.every((kind) => !marks.has(`@${kind}`) || takes.has(kind))
}

/** Verbs that show data and change nothing, in the order in which they are offered. */
const answering = 'visibility engines gaps actions reddit tasks collects digest filters'.split(' ')

/** A sentence without a name must contain one of these. */
const subjects = wordSet(
  'visibility rank competitor reddit sentiment recommendation gap opportunity keyword weakspot engine digest alert task focus todo',
)

/** A sentence with one of these must also say whose: `we`, a brand, an engine, a period. */
const figures: ReadonlySet<string> = new Set([
  ...subjects,
  ...'doing score report trend change drop rise ahead behind lose best weak improve compare'.split(' '),
])

/** Words that fit many subjects, so they make no verb nearer. */
const general = wordSet('not you they who when first next before')

/** The verbs whose cards use a concept. The fewer they are, the more the concept says. */
function verbsOf(asks: readonly CompiledAsk[]): ReadonlyMap<string, ReadonlySet<string>> {
  const verbs = new Map<string, Set<string>>()
  for (const { verb, words, phrases } of asks) {
    if (!answering.includes(verb.name) || words !== '') continue
    for (const concept of phrases.flatMap(({ concepts }) => concepts)) {
      const isGeneral = soft.has(concept) || imperatives.has(concept) || general.has(concept)
      if (isGeneral || concept.startsWith('@')) continue
      verbs.set(concept, (verbs.get(concept) ?? new Set<string>()).add(verb.name))
    }
  }
  return verbs
}

/** Whether a sentence is about what Sightline knows, judged by what it names and by how much of it is understood. */
export function isInScope(content: Content, isAsked: boolean): boolean {
  const { concepts, marks, period } = content
  if (concepts.has('howto') || [...concepts].some((concept) => imperatives.has(concept))) return false
  if (concepts.has('smalltalk') || marks.has('@mention') || marks.has('@id')) return false
  const { engine, brand, name, subreddit, filter } = content.given
  const named = [engine, brand, subreddit, filter].reduce((sum, list) => sum + Math.min(list.length, 2), 0)
  // Quoted words may mean anything.
  const unknown = content.unknown + name.length
  const subjectCount = [...concepts].filter((concept) => subjects.has(concept)).length
  const figureCount = [...concepts].filter((concept) => figures.has(concept)).length
  const isWe = marks.has('@we')
  const whose = named + (isWe ? 1 : 0) + (period === null ? 0 : 1)
  const evidence = 1.5 * named + subjectCount + figureCount + (isWe ? 0.5 : 0) + (period === null ? 0 : 0.5)
  // `what does Contoso charge`
  const isOther = whose < 2 && figureCount === 0 && unknown > 0 && marks.has('@asking')
  const isNamed = named > 0 && !isOther && name.length === 0 && (unknown === 0 || isAsked)
  const isAbout = (subjectCount > 0 || (figureCount > 0 && whose > 0)) && (isAsked || unknown < 2)
  return (isAbout || isNamed) && unknown <= evidence + (isAsked ? 0.5 : 0)
}

/** The verbs nearest to a sentence: visibility, which takes every argument, and others by the sentence's words. */
export function nearestVerbs(
  asks: readonly CompiledAsk[],
  content: Content,
): readonly (readonly [verb: string, share: number])[] {
  const verbsBy = verbsOf(asks)
  const score = new Map<string, number>()
  const add = (verb: string, more: number) => score.set(verb, (score.get(verb) ?? 0) + more)
  for (const concept of content.concepts) {
    const verbs = verbsBy.get(concept) ?? new Set<string>()
    for (const verb of verbs) add(verb, 1 / verbs.size)
  }
  if (content.marks.has('@subreddit')) add('reddit', 2)
  if (content.marks.has('@engines')) add('engines', 1)
  if (['@engine', '@brand', '@period'].some((mark) => content.marks.has(mark))) add('visibility', 0.5)
  return [...score].sort(
    ([a, first], [b, second]) => second - first || answering.indexOf(a) - answering.indexOf(b),
  )
}
