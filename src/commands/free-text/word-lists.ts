import * as lists from '../../questions/word-lists.ts'

const wordList = (list: string) => lists.wordList(import.meta.dirname, list)
export const wordPairs = (list: string) => lists.wordPairs(import.meta.dirname, list)

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u))
}

/** Ordinary words: never typos, and not brands after an article. */
export const commonWords: ReadonlySet<string> = new Set(wordList('common'))

/** Words that ask for an action. A verb that doesn't expect one of them is the wrong verb. */
export const imperatives = wordSet(
  'create add delete pause resume edit post remind alert export schedule untrack notneed link unlink replace set start complete unsubscribe will forecast',
)

export const soft = wordSet('now look new where how thereis again wanta')

const otherSubjects = wordList('other-subjects')
/** Words that are not another subject, although their base form is: `pricing`. */
export const ownSubjects: ReadonlySet<string> = new Set(
  otherSubjects.flatMap((word) => (word.endsWith('?') ? [word.slice(0, -1)] : [])),
)
export const foreignWords: ReadonlySet<string> = new Set(otherSubjects.filter((word) => !word.endsWith('?')))
export const fillerWords: ReadonlySet<string> = new Set(wordList('fillers'))
export const fillerPhraseList = wordList('filler-phrases')

/** Each synonym with its concept; an empty one means nothing. */
export const synonyms = wordPairs('concepts')

/** Countries and regions, as people write them. No report can be filtered by country. */
export const countryNames: ReadonlySet<string> = new Set(wordList('countries'))
