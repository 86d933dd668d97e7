/** German and Spanish, word by word, for texts that aren't understood in English. */
import { lazy } from '../../lib/lazy.ts'
import { folded } from './tokens.ts'
import { wordPairs } from './word-lists.ts'

const longestPhrase = 4
const languages = lazy(() => ['german', 'spanish'].map(entriesOf))

function entriesOf(language: string): ReadonlyMap<string, string> {
  return new Map(wordPairs(language).map(([words, english]) => [folded(words), english]))
}

/** The text in English words; `null`: most of it is in no language that is known. */
export function translated(text: string): string | null {
  const typed = text.replace(/[¿¡]/gu, '').split(/\s+/u)
  for (const entries of languages()) {
    const english: string[] = []
    let known = 0
    for (let at = 0; at < typed.length; ) {
      const phrase = phraseAt(typed, at, entries)
      english.push(phrase?.english ?? typed[at] ?? '')
      known += phrase?.words ?? 0
      at += phrase?.words ?? 1
    }
    if (known * 2 > typed.length) return english.join(' ')
  }
  return null
}

function phraseAt(typed: readonly string[], at: number, entries: ReadonlyMap<string, string>) {
  for (let words = longestPhrase; words > 0; words -= 1) {
    const phrase = typed.slice(at, at + words).join(' ')
    const english = entries.get(folded(phrase).replace(/[.,!?]+$/u, ''))
    if (english !== undefined) return { english, words: Math.min(words, typed.length - at) }
  }
  return null
}
