/** Offers for a sentence that fits no phrase of a card, but mentions something that Sightline knows. */

import type { Content } from './content.ts'
import type { CompiledAsk } from './grammar.ts'
import { imperatives, soft } from './lexicon.ts'
import { wordSet } from './word-lists.ts'

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

/** In a question, these may be about somebody else's action: `has Claude started to mention us`. */
const begun = wordSet('start edit set resume pause add create complete')

/** Words that fit many subjects, so they make no verb nearer. */
const general = wordSet('not you they who when first next before')

const verbsByAsks = new WeakMap<readonly CompiledAsk[], ReadonlyMap<string, ReadonlySet<string>>>()

/** The verbs whose cards use a concept. The fewer they are, the more the concept says. */
function verbsOf(asks: readonly CompiledAsk[]): ReadonlyMap<string, ReadonlySet<string>> {
  const cached = verbsByAsks.get(asks)
  if (cached !== undefined) return cached
  const verbs = new Map<string, Set<string>>()
  verbsByAsks.set(asks, verbs)
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
  const isDeed = (concept: string) =>
    imperatives.has(concept) && !(marks.has('@asking') && begun.has(concept))
  if (concepts.has('howto') || [...concepts].some(isDeed)) return false
  if (concepts.has('smalltalk') || marks.has('@mention') || marks.has('@id')) return false
  const lists = [content.engines, content.brands, content.subreddits, content.filters]
  const named = lists.reduce((sum, list) => sum + Math.min(list.length, 2), 0)
  // Quoted words may mean anything.
  const unknown = content.unknown + content.quoted.length
  const subjectCount = [...concepts].filter((concept) => subjects.has(concept)).length
  const figureCount = [...concepts].filter((concept) => figures.has(concept)).length
  const isWe = marks.has('@we')
  const whose = named + (isWe ? 1 : 0) + (period === null ? 0 : 1)
  const evidence = 1.5 * named + subjectCount + figureCount + (isWe ? 0.5 : 0) + (period === null ? 0 : 0.5)
  // `what does Contoso charge`
  const isOther = whose < 2 && figureCount === 0 && unknown > 0 && marks.has('@asking')
  const isNamed = named > 0 && !isOther && content.quoted.length === 0 && (unknown === 0 || isAsked)
  const isScheduled = marks.has('@recurrence') && isAsked && unknown === 0
  const isAbout = (subjectCount > 0 || (figureCount > 0 && whose > 0)) && (isAsked || unknown < 2)
  const isSubject = isAbout || isNamed || isScheduled
  return isSubject && unknown <= evidence + (isAsked ? 0.5 : 0)
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
