import type { HelpGroup } from '../blocks/home/help.ts'
import { splitWords, type Word } from '../insights/question/tokenizer.ts'
import type { Permission, Refusals } from '../model/permission.ts'
import { isPermitted, type Plan } from '../slack/plan.ts'
import type { Ask } from './free-text/reading.ts'

/** The description of a verb: the source of help, usage, the manifest's hint and the tests. */
export interface VerbCard {
  readonly name: string
  /** Other words for it, which help doesn't list. */
  readonly aliases: readonly string[]
  /** Words after it that are understood without it, too: `preview 2` is `digest preview 2`. */
  readonly shorthands?: readonly string[]
  /** Its part of the help; without one it isn't listed. */
  readonly group: HelpGroup | null
  /** One of the few that help shows first. */
  readonly isCommon: boolean
  /** Its name on buttons, if that is another one. */
  readonly label?: string
  /** One line, starting with a verb. */
  readonly summary: string
  /** After `/sightline `. */
  readonly usage: string
  /** What its usage leaves open, in a sentence or two. */
  readonly details?: string
  /** Whole texts after `/sightline `, which work in every channel and change nothing by themselves. Help has buttons for them. */
  readonly examples: readonly string[]
  readonly who: Permission
  /** What follows is one text, taken as it was typed. */
  readonly takesText?: boolean
  /** What people say who mean it and don't know the command. */
  readonly asks?: readonly Ask[]
}

/** A verb of `/sightline`, as data. */
export interface Verb extends VerbCard {
  /**
   * Parses the words after the verb.
   * @param newEngines engines that the service has and we don't know
   */
  plan(words: readonly Word[], newEngines?: readonly string[]): Plan | ParseError
  /** The arguments as data, by which two ways to write a command are compared. */
  parse(words: readonly Word[]): Parsed<unknown>
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
  /** The index of a word that may name a brand. */
  readonly mayBeBrandAt?: number
  /** The words, however few, are those of a sentence: `reddit summary`. */
  readonly isSentence?: boolean
}

export type Parsed<Args> = { readonly kind: 'args'; readonly args: Args } | ParseError

export function parsed<Args>(args: Args): Parsed<Args> {
  return { kind: 'args', args }
}

export function parseError(sentence: string, suggestion: string | null = null): ParseError {
  return { kind: 'error', sentence, suggestion }
}

/** Words that would be arguments, if people didn't write them in sentences. */
export function sentenceError(sentence: string): ParseError {
  return { ...parseError(sentence), isSentence: true }
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
    parse: (words) => parse(words, []),
    wouldRun: (words) => {
      const result = parse(words, [])
      return result.kind === 'args' && wouldRun(result.args)
    },
  }
}

/** Whether the person may use the verb in any way. */
export function isUsable(verb: Verb, refusals: Refusals): boolean {
  if (verb.who === 'anyone' || !refusals.has(verb.who)) return true
  return verb.examples.some((example) => {
    const plan = verb.plan(splitWords(example).slice(1))
    return plan.kind !== 'error' && isPermitted(plan, refusals)
  })
}
