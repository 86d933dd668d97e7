import { distance } from 'fastest-levenshtein'
import { isTransposed } from '../../lib/strings.ts'
import { formsOf } from './grammar.ts'
import { commonWords } from './word-lists.ts'

export const correctable = (words: Iterable<string>): readonly string[] =>
  [...new Set(words)].filter((word) => word.length >= shortest && /^[\p{L}']+$/u.test(word))

/** The nearest words, one typo away (two in a long word). None, if the typed word is an ordinary one. */
export function nearestWords(typed: string, words: readonly string[]): readonly string[] {
  if (
    typed.length < shortest ||
    typed.length > longest ||
    !/^\p{L}+$/u.test(typed) ||
    formsOf(typed).some((form) => commonWords.has(form))
  )
    return []
  const most = typed.length >= 8 ? 2 : 1
  let cost = most + 0.5
  let closest: readonly string[] = []
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > most) continue
    // The first letter is rarely wrong: `redit` isn't `edit`.
    const here = slips(typed, word) + (typed[0] === word[0] ? 0 : 0.5)
    // In a short word, only swapped letters count: `mode` isn't `model`.
    if (here > cost || (typed.length < 5 && !isTransposed(typed, word))) continue
    closest = here < cost ? [word] : [...closest, word]
    cost = here
  }
  return closest
}

const shortest = 4
const longest = 40

function slips(typed: string, word: string): number {
  return isTransposed(typed, word) ? 0.9 : distance(typed, word)
}

export function isSure(typed: string, word: string): boolean {
  if (isTransposed(typed, word)) return true
  const cost = distance(typed, word)
  return typed[0] === word[0] && (cost === 1 ? word.length >= 5 : cost === 2 && word.length >= 8)
}
