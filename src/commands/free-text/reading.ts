/** A workspace's names, as the service spells them. One object as long as they don't change: its index is cached. */
export interface Vocabulary {
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  /** With or without `r/`. */
  readonly subreddits: readonly string[]
}

/** What free text means, as texts to type after `/sightline `. */
export type TextReading =
  /** The verb and every argument are valid, and no word is left over. */
  | { readonly kind: 'certain'; readonly text: string }
  /** One to three texts, the best first. */
  | { readonly kind: 'unsure'; readonly texts: readonly string[] }
  | { readonly kind: 'unknown' }

/**
 * Arguments of which a sentence may have several. `id` is an id or a console address, `number` such as the page of a list,
 * `name` is in quotes.
 */
export const listedKinds = ['engine', 'brand', 'name', 'filter', 'subreddit', 'id', 'number'] as const
export type ListedKind = (typeof listedKinds)[number]

/** The kinds of arguments that a verb takes, as they are recognized in a sentence. */
export type ArgumentKind =
  | ListedKind
  | 'period'
  /** `every friday`, `daily`, `at 8`. */
  | 'schedule'
  | 'country'

/** What people say when they mean one form of a verb. Part of the verb's card. */
export interface Ask {
  /** The words after the verb, such as `export`; empty: only the arguments. */
  readonly words: string
  /**
   * Sentences that mean it, in ordinary words. Order and filler words don't matter, and each word stands for its synonyms
   * (`word-lists.ts`); `@engine` stands for an argument of that kind, `@engines` for several.
   */
  readonly phrases: readonly string[]
  /** Sentences that may mean it; never enough to be certain. */
  readonly hints: readonly string[]
  /** Words that may be added without changing the meaning. */
  readonly also: string
  /** Arguments that become part of the text. */
  readonly takes: readonly ArgumentKind[]
  /** Arguments that a sentence may contain but the text can't: they are entered elsewhere, as in a form. */
  readonly askedElsewhere: readonly ArgumentKind[]
}
