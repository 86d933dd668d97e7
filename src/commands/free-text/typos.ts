import { distance } from 'fastest-levenshtein'
import { isTransposed } from '../../lib/typed.ts'
import { formsOf } from './grammar.ts'
import { commonWords } from './word-lists.ts'

interface Entry {
  readonly word: string
  /** One bit for each letter in it: words that differ by few typos differ in few bits. */
  readonly letters: number
}

/** Corrects typos to the nearest of the given words, which are indexed by length. */
export class Corrector {
  readonly #byLength = new Map<number, Entry[]>()

  constructor(words: Iterable<string>) {
    for (const word of new Set(words)) {
      if (word.length < shortest || !/^[\p{L}']+$/u.test(word)) continue
      const same = this.#byLength.get(word.length) ?? []
      same.push({ word, letters: lettersOf(word) })
      this.#byLength.set(word.length, same)
    }
  }

  /** The nearest word, one typo away (two in a long word). `null`: none, or the typed word is an ordinary one. */
  nearest(
    typed: string,
  ): { readonly word: string; readonly cost: number; readonly others: readonly string[] } | null {
    if (
      typed.length < shortest ||
      typed.length > longest ||
      !/^\p{L}+$/u.test(typed) ||
      formsOf(typed).some((form) => commonWords.has(form))
    )
      return null
    const most = typed.length >= 8 ? 2 : 1
    const letters = lettersOf(typed)
    let cost = most + 1
    let closest: string[] = []
    for (let length = typed.length - most; length <= typed.length + most; length += 1) {
      for (const entry of this.#byLength.get(length) ?? []) {
        if (bits(entry.letters ^ letters) > 2 * most) continue
        // The first letter is rarely wrong: `redit` isn't `edit`.
        const here = slips(typed, entry.word) + (typed[0] === entry.word[0] ? 0 : 0.5)
        // In a short word, only swapped letters count: `mode` isn't `model`.
        if (here > cost || here > most + 0.5 || (typed.length < 5 && !isTransposed(typed, entry.word)))
          continue
        closest = here < cost ? [entry.word] : [...closest, entry.word]
        cost = here
      }
    }
    const [word, ...others] = closest
    return word === undefined ? null : { word, cost, others }
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

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 32)
  return letters
}

function bits(value: number): number {
  let count = 0
  for (let remaining = value >>> 0; remaining !== 0; remaining &= remaining - 1) count += 1
  return count
}
