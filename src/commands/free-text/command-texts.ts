/** The commands to type for the content of a sentence. */

import { readNamed, VisibilityDraft } from '../../questions/draft.ts'
import type { NamedPeriod } from '../../questions/period.ts'
import { argsText, quoteIfNeeded } from '../../questions/question-text.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import type { Content } from './content.ts'
import type { CompiledAsk } from './grammar.ts'

export function asVisibility(content: Content, period: NamedPeriod | null): string | null {
  const draft = new VisibilityDraft()
  for (const engine of content.given.engine) draft.engine(engine)
  if (period !== null) draft.period(period)
  for (const brand of [...content.given.brand, ...content.given.name])
    if (draft.brand(brand) !== null) return null
  for (const filter of content.given.filter) {
    const [word] = splitWords(filter)
    if (word?.named === undefined || readNamed(word, draft, 'any') !== null) return null
  }
  return argsText(draft.args())
}

export function asWords(
  { verb, words, takes }: CompiledAsk,
  content: Content,
  period: NamedPeriod | null,
): string | null {
  const { given } = content
  // A note's text is in quotes.
  if (verb.takesText === true && given.name.length === 0) return null
  const ids = given.id.length
  const takesSeveral = words === 'add' || words === 'remove'
  if (takes.has('id') && (ids > 1 ? !takesSeveral : ids === 0 && words !== 'remove')) return null
  return [
    verb.name,
    words,
    ...(takes.has('engine') ? given.engine.map(quoteIfNeeded) : []),
    ...(period === null ? [] : [period.unit, period.when]),
    ...(takes.has('subreddit') ? given.subreddit.map((name) => `r/${name}`) : []),
    ...(takes.has('id') ? given.id : []),
    ...(takes.has('number') ? given.number.slice(0, 1) : []),
    ...(takes.has('name') ? given.name.slice(0, 1).map((name) => `"${name.replaceAll('"', "'")}"`) : []),
    ...(takes.has('schedule') ? [content.times] : []),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' ')
}
