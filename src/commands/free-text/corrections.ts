import type { Lexicon } from './grammar.ts'
import { countryNames, foreignWords } from './lexicon.ts'
import { namesOf } from './names.ts'
import type { Vocabulary } from './reading.ts'
import { segmentWords } from './segments.ts'
import { Corrector } from './typos.ts'

const periodWords =
  'today yesterday tomorrow week weeks month months quarter quarters year years fortnight weekend monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december previous current since between'.split(
    ' ',
  )

const weekdayPlurals = periodWords.filter((word) => word.endsWith('day')).map((word) => `${word}s`)

const ownWords: ReadonlySet<string> = new Set([...periodWords, ...segmentWords, ...weekdayPlurals])

/** Whether a word is spelled correctly, although neither the lexicon nor the names have it. */
export function isWord(word: string): boolean {
  return ownWords.has(word) || foreignWords.has(word) || countryNames.has(word)
}

const correctors = new WeakMap<Vocabulary, Corrector>()

export function correctorOf(vocabulary: Vocabulary, lexicon: Lexicon): Corrector {
  const cached = correctors.get(vocabulary)
  if (cached !== undefined) return cached
  const corrector = new Corrector([
    ...lexicon.words,
    ...namesOf(vocabulary).words,
    ...periodWords,
    ...segmentWords,
  ])
  correctors.set(vocabulary, corrector)
  return corrector
}
