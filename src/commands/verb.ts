import type { z } from 'zod'
import type { Message, ModalView } from '../blocks/kit/message.ts'
import type { Permission } from '../model/permission.ts'
import type { Outside } from '../slack/port.ts'
import type { CommandDeps } from './deps.ts'
import type { Word } from './parse/tokenizer.ts'

/** Who asks, and from where. All are Slack ids. */
export interface Caller {
  readonly team: string
  readonly channel: string
  readonly user: string
  /** The caller shows the answer to everybody, and the answer says so. */
  readonly shares?: boolean
  readonly outside: Outside
}

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

/**
 * A verb of `/sightline`, as data. `args` turns the words after the verb into arguments; its issues are sentences
 * for the person who typed. An instant verb is answered in Slack's acknowledgement and does no I/O; what the others
 * work with is handed to them when they run, so that commands are understood before everything else is loaded.
 */
export interface Verb extends VerbCard {
  /** The words bound to the arguments, ready to be run. */
  plan(words: readonly Word[]): Plan | PlanProblem
}

export type Plan =
  | { readonly kind: 'instant'; readonly answer: () => Message }
  /** `who`: where these arguments ask for more than the card says, for instance `actions add`. */
  | {
      readonly kind: 'work'
      readonly who?: Permission
      readonly run: (caller: Caller, deps: CommandDeps) => Promise<Message>
    }
  /**
   * Opens a modal. Slack allows that only within 3 seconds, so `loading` opens at once and is then replaced by what
   * `form` makes; a rejection is shown in the modal as a sentence.
   */
  | {
      readonly kind: 'modal'
      readonly who?: Permission
      readonly loading: () => ModalView
      readonly form: (caller: Caller, deps: CommandDeps) => Promise<ModalView>
    }

/** A plan that knows its verb and who may run it. Not `understood`: it says what was wrong with what was typed. */
export type ReadyPlan =
  | (Extract<Plan, { kind: 'instant' }> & { readonly verb: string | null; readonly understood: boolean })
  | (Extract<Plan, { kind: 'work' | 'modal' }> & { readonly who: Permission; readonly verb: string })

export interface PlanProblem {
  readonly kind: 'problem'
  readonly sentence: string
  /** A whole text after `/sightline ` that would work, if one is near. */
  readonly suggestion: string | null
}

/** Makes a verb of its card, its arguments' schema, and what it does with them. */
export function defineVerb<Args>(
  card: VerbCard,
  args: z.ZodType<Args, readonly Word[]>,
  toPlan: (args: Args) => Plan,
): Verb {
  return {
    ...card,
    plan: (words) => {
      const parsed = args.safeParse(words)
      if (parsed.success) return toPlan(parsed.data)
      const issue = parsed.error.issues[0]
      const suggestion = issue?.code === 'custom' ? issue.params?.suggestion : undefined
      return {
        kind: 'problem',
        sentence: issue?.message ?? "I don't understand that.",
        suggestion: typeof suggestion === 'string' ? `${card.name} ${suggestion}`.trimEnd() : null,
      }
    },
  }
}
