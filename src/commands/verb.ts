import type { Word } from '../insights/question/tokenizer.ts'
import type { Permission } from '../model/permission.ts'
import type { Plan } from '../slack/plan.ts'

/** The description of a verb: the source of help, usage, the manifest's hint and the tests. */
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
  /** For a verb whose effect others see: a warning before a click runs it. */
  readonly warning?: string
}

/** A verb of `/sightline`, as data. */
export interface Verb extends VerbCard {
  /**
   * Parses the words after the verb.
   * @param newEngines engines that the service has and we don't know
   */
  plan(words: readonly Word[], newEngines?: readonly string[]): Plan | ParseError
  /** Whether the words are more than readable: nothing that is known before it runs would refuse them. */
  wouldRun(words: readonly Word[]): boolean
}

/** What is wrong with the words after a verb: a sentence for the person who typed them. */
export interface ParseError {
  readonly kind: 'error'
  readonly sentence: string
  /**
   * What to type instead, if a known word is near: its next fault may still be in it. From a parse function: after the verb;
   * from `plan`: after `/sightline `.
   */
  readonly suggestion: string | null
  /** A word may name an engine that the service has added. */
  readonly mayBeEngine?: boolean
}

export type Parsed<Args> = { readonly kind: 'args'; readonly args: Args } | ParseError

export function parsed<Args>(args: Args): Parsed<Args> {
  return { kind: 'args', args }
}

export function parseError(sentence: string, suggestion: string | null = null): ParseError {
  return { kind: 'error', sentence, suggestion }
}

/**
 * @param plan makes the plan from the arguments. `verb` is the part that the card knows; arguments that need more
 *   permission than the card says, as `actions add` does, replace `who`.
 * @param wouldRun false for arguments that `run` is certain to refuse
 */
export function defineVerb<Args>(
  card: VerbCard,
  parse: (words: readonly Word[], newEngines: readonly string[]) => Parsed<Args>,
  plan: (args: Args, verb: { readonly verb: string; readonly who: Permission }) => Plan,
  wouldRun: (args: Args) => boolean = () => true,
): Verb {
  return {
    ...card,
    plan: (words, newEngines = []) => {
      const result = parse(words, newEngines)
      if (result.kind === 'args') return plan(result.args, { verb: card.name, who: card.who })
      const { suggestion } = result
      return { ...result, suggestion: suggestion === null ? null : `${card.name} ${suggestion}`.trimEnd() }
    },
    wouldRun: (words) => {
      const result = parse(words, [])
      return result.kind === 'args' && wouldRun(result.args)
    },
  }
}
