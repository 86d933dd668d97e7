import { SOURCES } from '../../api/schemas.ts'
import { memoizeFor } from '../../lib/cache.ts'
import { subredditFrom } from '../../lib/strings.ts'
import { enginesNamed, engineWords, longestEngine } from '../../questions/engines.ts'
import type { Vocabulary } from './reading.ts'
import { type Found, longestAt, type Token, tokensOf } from './tokens.ts'
import { wordSet } from './word-lists.ts'

const longestBrand = 6
const longestSubreddit = 3
/** Endings of company names that people leave out. */
const endings = wordSet(
  'inc ltd llc gmbh ag sa corp corporation co company group holding holdings plc limited labs technologies software com io ai app net',
)

/** An index to find the names of a workspace in sentences, by their words. */
export class Names {
  readonly #engines: readonly string[]
  readonly #brands = new Map<string, readonly string[]>()
  readonly #subreddits = new Map<string, string>()
  /** Every word of a name, for the correction of typos. */
  readonly words: ReadonlySet<string>

  constructor(vocabulary: Vocabulary) {
    this.#engines = vocabulary.engines
    for (const name of vocabulary.brands) this.#addBrand(name)
    for (const typed of vocabulary.subreddits) {
      const name = subredditFrom(typed)
      if (name !== null) this.#subreddits.set(name.toLowerCase(), name)
    }
    const engines = [...SOURCES, ...vocabulary.engines].flatMap((name) => [name, spaced(name)])
    const texts = [
      ...engineWords,
      ...engines.flatMap(wordsOf),
      ...this.#brands.keys(),
      ...this.#subreddits.keys(),
    ]
    this.words = new Set(texts.flatMap((text) => text.split(' ')))
  }

  /** Also without its ending, and as one word: `Acme Corp` is `acme`, `Best Buy` is `bestbuy`. */
  #addBrand(name: string): void {
    const words = wordsOf(name).slice(0, longestBrand)
    let short = words
    while (short.length > 1 && endings.has(short.at(-1) ?? '')) short = short.slice(0, -1)
    for (const text of new Set([words.join(' '), short.join(' '), words.join('')])) {
      const names = this.#brands.get(text) ?? []
      if (text !== '' && !names.includes(name)) this.#brands.set(text, [...names, name])
    }
  }

  engineAt(tokens: readonly Token[], at: number): Found<readonly string[]> | null {
    return longestAt(tokens, at, longestEngine, (text) => {
      const engines = enginesNamed(text.replaceAll(' ', ''), this.#engines)
      return engines.length === 0 ? undefined : engines
    })
  }

  /** Several names: the words may mean any of them. */
  brandAt(tokens: readonly Token[], at: number): Found<readonly string[]> | null {
    return longestAt(tokens, at, longestBrand, (text) => this.#brands.get(text))
  }

  /** A brand that was typed in quotes, in the service's spelling. */
  brandNamed(typed: string): string | null {
    const names = this.#brands.get(wordsOf(typed).join(' ')) ?? []
    return names.length === 1 ? (names[0] ?? null) : null
  }

  subreddit(word: string): string | null {
    return this.#subreddits.get(word) ?? null
  }

  /** A subreddit's name, also if typed as several words: `small business`. */
  subredditAt(tokens: readonly Token[], at: number): Found<string> | null {
    return longestAt(tokens, at, longestSubreddit, (text) => this.#subreddits.get(text.replaceAll(' ', '')))
  }
}

/** `GoogleAIMode` as people write it. */
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/gu, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/gu, '$1 $2')
}

function wordsOf(name: string): readonly string[] {
  return tokensOf(name.replaceAll('"', ' ').replaceAll('@', ' '))
    .filter(({ kind }) => kind === 'word' || kind === 'address')
    .map(({ text }) => text.toLowerCase())
}

const indexes = memoizeFor<Vocabulary, Names>()

export const namesOf = (vocabulary: Vocabulary): Names => indexes(vocabulary, '', () => new Names(vocabulary))
