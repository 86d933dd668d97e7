/** What is offered for a sentence that no phrase of a card fits, but that names something of ours. */
import type { Content } from './content.ts'
import type { CompiledAsk } from './grammar.ts'
import { imperatives, soft } from './lexicon.ts'

/** Verbs that answer with what is known, and change nothing. In the order in which they are offered. */
const answering = 'visibility engines gaps actions reddit tasks collects digest filters'.split(' ')

/** Of these a sentence that names nothing must hold one. */
const subjects: ReadonlySet<string> = new Set(
  'visibility rank competitor reddit sentiment recommendation gap opportunity keyword weakspot engine digest alert task focus todo'.split(
    ' ',
  ),
)

/** And of these, one that says whose: `we`, a brand, an engine, a period. */
const figures: ReadonlySet<string> = new Set([
  ...subjects,
  ...'doing score report trend change drop rise ahead behind lose best weak improve compare'.split(' '),
])

/** What somebody else may have done, where a question is asked: `has Claude started to mention us`. */
const begun: ReadonlySet<string> = new Set([
  'start',
  'edit',
  'set',
  'resume',
  'pause',
  'add',
  'create',
  'complete',
])

/** Words of many subjects, which make no verb nearer. */
const general: ReadonlySet<string> = new Set(['not', 'you', 'they', 'who', 'when', 'first', 'next', 'before'])

const verbsByAsks = new WeakMap<readonly CompiledAsk[], ReadonlyMap<string, ReadonlySet<string>>>()

/** The verbs whose cards use a concept: the fewer they are, the more it says. */
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

/**
 * Whether it is about what Sightline knows, by what it names and by how much of it is understood.
 * @param isVague what it says may be about the name itself
 */
export function isInScope(content: Content, isAsked: boolean, isVague: boolean): boolean {
  const { concepts, marks, period } = content
  const isDeed = (concept: string) =>
    imperatives.has(concept) && !(marks.has('@asking') && begun.has(concept))
  if (concepts.has('howto') || [...concepts].some(isDeed)) return false
  if (concepts.has('smalltalk') || marks.has('@mention') || marks.has('@id')) return false
  const lists = [content.engines, content.brands, content.subreddits, content.filters]
  const named = lists.reduce((sum, list) => sum + Math.min(list.length, 2), 0)
  // What is in quotes may be anything.
  const unknown = content.unknown + content.quoted.length
  const subjectCount = [...concepts].filter((concept) => subjects.has(concept)).length
  const figureCount = [...concepts].filter((concept) => figures.has(concept)).length
  const isWe = marks.has('@we')
  const whose = named + (isWe ? 1 : 0) + (period === null ? 0 : 1)
  const evidence = 1.5 * named + subjectCount + figureCount + (isWe ? 0.5 : 0) + (period === null ? 0 : 0.5)
  // `what does Contoso charge`
  const isOther = whose < 2 && figureCount === 0 && unknown > 0 && (isVague || marks.has('@asking'))
  const isNamed = named > 0 && !isOther && content.quoted.length === 0 && (unknown === 0 || isAsked)
  const isScheduled = marks.has('@recurrence') && isAsked && unknown === 0
  const isAbout = (subjectCount > 0 || (figureCount > 0 && whose > 0)) && (isAsked || unknown < 2)
  const isSubject = isAbout || isNamed || isScheduled
  return isSubject && unknown <= evidence + (isAsked ? 0.5 : 0)
}

/** The verbs that are nearest to what a sentence holds: visibility, which takes every argument, and others by its words. */
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
