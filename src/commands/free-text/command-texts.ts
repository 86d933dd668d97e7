/** The commands to type for the content of a sentence. */

import { readNamed, VisibilityDraft } from '../../questions/draft.ts'
import type { NamedPeriod } from '../../questions/period.ts'
import { argsText, quoteIfNeeded } from '../../questions/question-text.ts'
import { splitWords } from '../../questions/tokenizer.ts'
import type { Content } from './content.ts'
import type { CompiledAsk } from './grammar.ts'

export function asVisibility(content: Content, period: NamedPeriod | null): string | null {
  const draft = new VisibilityDraft()
  for (const engine of content.engines) draft.engine(engine)
  if (period !== null) draft.period(period)
  for (const brand of [...content.brands, ...content.quoted]) if (draft.brand(brand) !== null) return null
  for (const filter of content.filters) {
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
  // A note's text is in quotes.
  const isNote = verb.name === 'note'
  const isTo = (verb.name === 'digest' || isNote) && takes.has('name')
  const [quotedName] = content.quoted
  if (isNote && quotedName === undefined) return null
  const [number] = content.numbers
  const named = isTo && quotedName !== undefined ? [`"${quotedName.replaceAll('"', "'")}"`] : []
  if (
    takes.has('id') &&
    (content.ids.length === 0 || content.ids.length > 1) &&
    words !== 'remove' &&
    words !== 'add'
  )
    return null
  if (takes.has('id') && content.ids.length === 0 && words === 'add') return null
  return [
    verb.name,
    words,
    ...(takes.has('engine') ? content.engines.map(quoteIfNeeded) : []),
    ...(period === null ? [] : [period.unit, period.when]),
    ...(takes.has('subreddit') ? content.subreddits.map((name) => `r/${name}`) : []),
    ...(takes.has('id') ? content.ids : []),
    ...(takes.has('number') && number !== undefined ? [String(number)] : []),
    ...named,
    ...(takes.has('schedule') ? [content.times] : []),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' ')
}
