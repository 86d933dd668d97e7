import type { Word } from '../insights/question/tokenizer.ts'
import type { Permission } from '../model/permission.ts'
import type { Plan } from '../slack/plan.ts'

/** What a person is told about a verb; help, usage, the manifest's hint and the tests are made of it. */
export interface VerbCard {
  readonly name: string
  readonly aliases: readonly string[]
  /** One line, starting with a verb. */
  readonly summary: string
  /** After `/sightline `. */
  readonly usage: string
  /** Whole texts after `/sightline `, each of which works. */
  readonly examples: readonly string[]
  readonly who: Permission
  /** For a verb whose effect others see: what to know before a click runs it. */
  readonly warning?: string
}

/** A verb of `/sightline`, as data. */
export interface Verb extends VerbCard {
  /** The words after the verb, ready to be run. */
  plan(words: readonly Word[]): Plan | ParseError
}

/** What is wrong with the words after a verb: a sentence for the person who typed them. */
export interface ParseError {
  readonly kind: 'error'
  readonly sentence: string
  /** What to type instead, if something is near: after the verb while it is parsed, then the whole text after `/sightline `. */
  readonly suggestion: string | null
}

export type Parsed<Args> = { readonly kind: 'args'; readonly args: Args } | ParseError

export function parsed<Args>(args: Args): Parsed<Args> {
  return { kind: 'args', args }
}

export function parseError(sentence: string, suggestion: string | null = null): ParseError {
  return { kind: 'error', sentence, suggestion }
}

/**
 * @param plan what to do with the arguments. `verb` is the part of a plan that the card knows; a verb whose arguments ask
 *   for more than the card says, as `actions add` does, replaces `who`.
 */
export function defineVerb<Args>(
  card: VerbCard,
  parse: (words: readonly Word[]) => Parsed<Args>,
  plan: (args: Args, verb: { readonly verb: string; readonly who: Permission }) => Plan,
): Verb {
  return {
    ...card,
    plan: (words) => {
      const read = parse(words)
      if (read.kind === 'args') return plan(read.args, { verb: card.name, who: card.who })
      const { sentence, suggestion } = read
      return parseError(sentence, suggestion === null ? null : `${card.name} ${suggestion}`.trimEnd())
    },
  }
}
