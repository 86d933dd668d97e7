import type { Verb } from '../verb.ts'
import type { ArgumentKind } from './reading.ts'
import { type Found, longestAt, type Token } from './tokens.ts'
import { fillerPhraseList, fillerWords, soft, synonyms } from './word-lists.ts'

/** A form of a verb, with everything that people say for it as sets of concepts. */
export interface CompiledAsk {
  readonly verb: Verb
  readonly words: string
  readonly phrases: readonly CompiledPhrase[]
  /** Concepts that may be in a sentence with this meaning; those of a hint only together with the hint. */
  readonly expectedConcepts: ReadonlySet<string>
  /** Those of them that don't change the meaning, so no phrase has to contain them. */
  readonly neutralConcepts: ReadonlySet<string>
  readonly takes: ReadonlySet<ArgumentKind>
  readonly askedElsewhere: ReadonlySet<ArgumentKind>
}

export interface CompiledPhrase {
  readonly concepts: readonly string[]
  readonly weight: number
  readonly isHint: boolean
}

/** What words mean; `null`: nothing. */
export class Lexicon {
  /** By their words, joined by spaces. */
  readonly #concepts = new Map<string, string | null>()
  readonly #written = new Set<string>()
  #longest = 1

  constructor() {
    for (const [text, concept] of synonyms) this.#add(text, concept === '' ? null : concept)
    for (const text of [...fillerPhraseList, ...fillerWords]) this.#add(text, null)
  }

  #add(text: string, concept: string | null): void {
    const words = text.split(' ')
    this.#longest = Math.max(this.#longest, words.length)
    for (const word of words) this.#written.add(word)
    if (!this.#concepts.has(text)) this.#concepts.set(text, concept)
  }

  /** Makes a card's word a concept of its own, unless a group contains it. */
  learn(word: string): void {
    if (!this.knows(word)) this.#add(word, word)
  }

  get words(): readonly string[] {
    return [...this.#written]
  }

  /** The longest meaning that starts at a word; `null`: none is known. */
  at(tokens: ReturnType<typeof tokensIn>, at: number): Found<string | null> | null {
    return longestAt(tokens, at, this.#longest, (text) =>
      text.includes(' ') ? this.#concepts.get(text) : this.#of(text),
    )
  }

  knows(word: string): boolean {
    return this.#of(word) !== undefined
  }

  /** Whether a word is known, or is part of a known group of words. */
  isWritten(word: string): boolean {
    return this.knows(word) || this.#written.has(word)
  }

  #of(word: string): string | null | undefined {
    const form = formsOf(word).find((one) => this.#concepts.has(one))
    return form === undefined ? undefined : this.#concepts.get(form)
  }
}

export function formsOf(word: string): readonly string[] {
  const forms = [word]
  if (word.length > 4 && word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.length > 4 && /(?:s|x|ch|sh)es$/u.test(word)) forms.push(word.slice(0, -2))
  if (word.length > 3 && /[^s]s$/u.test(word)) forms.push(word.slice(0, -1))
  for (const ending of ['ed', 'ing']) {
    if (word.length < ending.length + 3 || !word.endsWith(ending)) continue
    const base = word.slice(0, -ending.length)
    forms.push(base, `${base}e`)
    if (/([a-z])\1$/u.test(base)) forms.push(base.slice(0, -1))
  }
  return forms
}

/** The words of a card's phrase, which is plain text. `@engine` isn't a word. */
function tokensIn(phrase: string): readonly Pick<Token, 'text' | 'kind'>[] {
  return phrase
    .split(' ')
    .filter((text) => text !== '')
    .map((text) => ({ text, kind: text.startsWith('@') ? 'name' : 'word' }))
}

/** The concepts of a phrase, with its marks such as `@engine`. */
function conceptsOf(phrase: string, lexicon: Lexicon): readonly string[] {
  const tokens = tokensIn(phrase)
  const concepts = new Set<string>()
  for (let at = 0; at < tokens.length; ) {
    const { kind, text } = tokens[at] ?? { kind: 'word', text: '' }
    const found = kind === 'word' ? lexicon.at(tokens, at) : { meaning: text, words: 1 }
    if (found?.meaning) concepts.add(found.meaning)
    at += found?.words ?? 1
  }
  return [...concepts]
}

function weightOf(concepts: readonly string[]): number {
  return concepts.reduce(
    (sum, concept) => sum + (concept.startsWith('@') ? 0.5 : soft.has(concept) ? 0.25 : 1),
    0,
  )
}

/** Compiles what people say for the verbs' forms. @throws {Error} at start, if a phrase means nothing */
export function compile(verbs: readonly Verb[]) {
  const lexicon = new Lexicon()
  for (const { phrases, hints, also } of verbs.flatMap(({ asks }) => asks))
    for (const { kind, text } of [...phrases, ...hints, also].flatMap(tokensIn))
      if (kind === 'word') lexicon.learn(text)
  const asks = verbs.flatMap((verb) =>
    verb.asks.map(({ words, phrases, hints, also, takes, askedElsewhere }): CompiledAsk => {
      const compiled = (texts: readonly string[], isHint: boolean) =>
        texts.map((text): CompiledPhrase => {
          const concepts = conceptsOf(text, lexicon)
          if (concepts.length === 0) throw new Error(`“${text}” of “${verb.name}” contains no known word.`)
          return { concepts, weight: weightOf(concepts), isHint }
        })
      const all = [...compiled(phrases, false), ...compiled(hints, true)].sort((a, b) => b.weight - a.weight)
      const neutralConcepts = new Set([...conceptsOf(also, lexicon), ...soft])
      return {
        verb,
        words,
        phrases: all,
        expectedConcepts: new Set([
          ...compiled(phrases, false).flatMap(({ concepts }) => concepts),
          ...neutralConcepts,
        ]),
        neutralConcepts,
        takes: new Set(takes),
        askedElsewhere: new Set(askedElsewhere),
      }
    }),
  )
  return { asks, lexicon }
}
