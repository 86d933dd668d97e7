import { distance } from 'fastest-levenshtein'
import { isTransposed } from '../../lib/typed.ts'
import { formsOf } from './grammar.ts'
import { commonWords } from './word-lists.ts'

/** Corrects typos to the nearest of the given words. */
export class Corrector {
  readonly #words: readonly string[]

  constructor(words: Iterable<string>) {
    this.#words = [...new Set(words)].filter((word) => word.length >= shortest && /^[\p{L}']+$/u.test(word))
  }

  /** The nearest word, one typo away (two in a long word). `null`: none, or the typed word is an ordinary one. */
  nearest(typed: string): { readonly word: string; readonly others: readonly string[] } | null {
    if (
      typed.length < shortest ||
      typed.length > longest ||
      !/^\p{L}+$/u.test(typed) ||
      formsOf(typed).some((form) => commonWords.has(form))
    )
      return null
    const most = typed.length >= 8 ? 2 : 1
    let cost = most + 0.5
    let closest: string[] = []
    for (const word of this.#words) {
      if (Math.abs(word.length - typed.length) > most) continue
      // The first letter is rarely wrong: `redit` isn't `edit`.
      const here = slips(typed, word) + (typed[0] === word[0] ? 0 : 0.5)
      // In a short word, only swapped letters count: `mode` isn't `model`.
      if (here > cost || (typed.length < 5 && !isTransposed(typed, word))) continue
      closest = here < cost ? [word] : [...closest, word]
      cost = here
    }
    const [word, ...others] = closest
    return word === undefined ? null : { word, others }
  }
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
