import { SOURCES } from '../../api/enums.ts'
import { subredditFrom } from '../../lib/pasted.ts'
import { engineNamed } from '../../questions/engines.ts'
import type { Vocabulary } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'
import { wordPairs, wordSet } from './word-lists.ts'

export interface BrandMatch {
  /** More than one: the words may mean any of them. */
  readonly names: readonly string[]
  readonly words: number
}

interface BrandKey {
  readonly tokens: readonly string[]
  readonly names: string[]
}

const longestName = 6
/** Endings of company names that people leave out. */
const endings = wordSet(
  'inc ltd llc gmbh ag sa corp corporation co company group holding holdings plc limited labs technologies software com io ai app net',
)

/** An index to find the names of a workspace in sentences. */
export class Names {
  readonly #engines = new Map<string, readonly string[]>()
  readonly #engineList: readonly string[]
  readonly #brands = new Map<string, BrandKey[]>()
  readonly #glued = new Map<string, string[]>()
  readonly #subreddits = new Map<string, string>()
  /** Every word of a name, for the correction of typos. */
  readonly words: ReadonlySet<string>

  constructor(vocabulary: Vocabulary) {
    this.#engineList = vocabulary.engines
    for (const [text, engines] of wordPairs('engines')) this.#engines.set(text, engines.split(' '))
    for (const engine of [...SOURCES, ...vocabulary.engines]) {
      const engines = [engineNamed(engine, vocabulary.engines) ?? engine]
      for (const text of [engine, spaced(engine)]) this.#engines.set(wordsOf(text).join(' '), engines)
    }
    for (const name of vocabulary.brands) this.#addBrand(name)
    for (const typed of vocabulary.subreddits) {
      const name = subredditFrom(typed)
      if (name !== null) this.#subreddits.set(name.toLowerCase(), name)
    }
    const engineWords = [...this.#engines.keys()].flatMap((text) => text.split(' '))
    const brandWords = [...this.#brands.values()].flatMap((keys) => keys.flatMap(({ tokens }) => tokens))
    this.words = new Set([...engineWords, ...brandWords, ...this.#subreddits.keys()])
  }

  #addBrand(name: string): void {
    const tokens = wordsOf(name).slice(0, longestName)
    const add = (some: readonly string[]) => {
      const [first] = some
      if (first === undefined) return
      const same = this.#brands.get(first)?.find((key) => key.tokens.join(' ') === some.join(' '))
      if (same !== undefined) {
        if (!same.names.includes(name)) same.names.push(name)
        return
      }
      this.#brands.set(first, [...(this.#brands.get(first) ?? []), { tokens: some, names: [name] }])
    }
    add(tokens)
    const isEnding = (word: string | undefined) => word !== undefined && endings.has(word)
    let short = tokens
    while (short.length > 1 && isEnding(short.at(-1))) short = short.slice(0, -1)
    if (short.length < tokens.length) add(short)
    const glued = tokens.join('')
    if (tokens.length > 1) this.#glued.set(glued, [...(this.#glued.get(glued) ?? []), name])
  }

  engineAt(
    tokens: readonly Token[],
    at: number,
  ): { readonly engines: readonly string[]; readonly words: number } | null {
    for (const words of [4, 3, 2, 1]) {
      const texts = textsAt(tokens, at, words)
      if (texts === null) continue
      const engines = this.#engines.get(texts.join(' '))
      if (engines !== undefined) return { engines, words }
      const named = engineNamed(texts.join(''), this.#engineList)
      if (named !== null) return { engines: [named], words }
    }
    return null
  }

  /** The longest brand that starts at a word; `Best Buy` and `bestbuy` alike. */
  brandAt(tokens: readonly Token[], at: number): BrandMatch | null {
    const first = tokens[at]
    if (first === undefined) return null
    if (first.kind !== 'word') return null
    let best: BrandMatch | null = null
    for (const { tokens: brandWords, names } of this.#brands.get(first.text) ?? []) {
      if (best !== null && best.words >= brandWords.length) continue
      if (
        brandWords.every(
          (word, index) => tokens[at + index]?.kind === 'word' && tokens[at + index]?.text === word,
        )
      )
        best = { names, words: brandWords.length }
    }
    const one = this.#glued.get(first.text)
    if (best === null && one !== undefined) return { names: one, words: 1 }
    return best
  }

  /** A brand that was typed in quotes, in the service's spelling. */
  brandNamed(typed: string): string | null {
    const tokens = wordsOf(typed)
    const [first = ''] = tokens
    const key = this.#brands.get(first)?.find((one) => one.tokens.join(' ') === tokens.join(' '))
    return key?.names.length === 1 ? (key.names[0] ?? null) : null
  }

  subreddit(word: string): string | null {
    return this.#subreddits.get(word) ?? null
  }

  /** A subreddit's name, also if typed as several words: `small business`. */
  subredditAt(
    tokens: readonly Token[],
    at: number,
  ): { readonly name: string; readonly words: number } | null {
    for (const words of [3, 2, 1]) {
      const texts = textsAt(tokens, at, words)
      const name = texts === null ? undefined : this.#subreddits.get(texts.join(''))
      if (name !== undefined) return { name, words }
    }
    return null
  }
}

/** `GoogleAIMode` as people write it. */
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/gu, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/gu, '$1 $2')
}

function textsAt(tokens: readonly Token[], at: number, words: number): readonly string[] | null {
  const parts = tokens.slice(at, at + words)
  return parts.length < words || parts.some(({ kind }) => kind !== 'word')
    ? null
    : parts.map(({ text }) => text)
}

function wordsOf(name: string): readonly string[] {
  return tokensOf(name.replaceAll('"', ' ').replaceAll('@', ' '))
    .filter(({ kind }) => kind === 'word' || kind === 'address')
    .map(({ text }) => text.toLowerCase())
}

const indexes = new WeakMap<Vocabulary, Names>()

/** The index of a vocabulary, built once. */
export function namesOf(vocabulary: Vocabulary): Names {
  const cached = indexes.get(vocabulary)
  if (cached !== undefined) return cached
  const names = new Names(vocabulary)
  indexes.set(vocabulary, names)
  return names
}
