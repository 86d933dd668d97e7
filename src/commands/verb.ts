import { loadingModal } from '../blocks/forms/modal.ts'
import type { HelpGroup, VerbDescription } from '../blocks/home/help.ts'
import type { AnswerOptions } from '../blocks/kit/elements.ts'
import { Problem } from '../lib/problem.ts'
import type { Message, ModalView } from '../model/message.ts'
import type { Permission, Refusals } from '../model/permission.ts'
import { type Parsed, type ParseError, parsed, parseError } from '../questions/parsed.ts'
import { notUnderstood, splitWords, type Word } from '../questions/tokenizer.ts'
import { type Caller, isPermitted, type Plan } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { asksOf } from './free-text/asks.ts'
import type { Ask } from './free-text/reading.ts'

/** The description of a verb: the source of help, usage, the manifest's hint and the tests. */
export interface VerbCard extends Pick<VerbDescription, 'name' | 'usage' | 'examples'> {
  /** Other words for it, which help doesn't list. */
  readonly aliases: readonly string[]
  /** Its group in help; `null`: not listed. */
  readonly group: HelpGroup | null
  /** One of the few that help shows first. */
  readonly isCommon: boolean
  readonly label?: string
  /** One line, starting with a verb. */
  readonly summary: string
  /** Details that the usage doesn't show, in a sentence or two. */
  readonly details?: string
  readonly who: Permission
  /** Everything after it is one text, taken as typed. */
  readonly takesText?: boolean
  /** What people say when they mean it but don't know the command. */
  readonly asks: readonly Ask[]
}

export interface Verb extends VerbCard {
  /** Parses the words after the verb. @param newEngines the service's engines that Sightline doesn't know */
  plan(words: readonly Word[], newEngines?: readonly string[]): Plan | ParseError
  /** The arguments as data, to compare two ways of writing a command. */
  parse(words: readonly Word[], newEngines?: readonly string[]): Parsed<unknown>
  /** Whether the words can be read and nothing known before the run would refuse them. */
  wouldRun(words: readonly Word[]): boolean
}

type Planned = { readonly verb: string; readonly who: Permission }

/** The plan of a verb that always does the same work. */
export const answering =
  <Args>(run: (args: Args, caller: Caller, workspace: Workspace) => Promise<Message>) =>
  (args: Args, verb: Planned): Plan => ({
    ...verb,
    kind: 'work',
    run: (caller, workspace) => run(args, caller, workspace),
  })

/** The plan of a verb that always opens the same form. @param title of the form */
export const opening =
  <Args>(title: string, form: (caller: Caller, workspace: Workspace) => Promise<ModalView>) =>
  (_: Args, verb: Planned): Plan => ({ ...verb, kind: 'modal', loading: () => loadingModal(title), form })

type Unset = 'aliases' | 'isCommon' | 'asks'

/**
 * @param plan makes the plan from the arguments. `verb` has the card's part; arguments that need more permission than
 * the card says, as for `actions add`, replace `who`.
 * @param wouldRun `false` for arguments that `run` is certain to refuse
 */
export function defineVerb<Args>(
  given: Omit<VerbCard, Unset> & Partial<VerbCard>,
  parse: (words: readonly Word[], newEngines: readonly string[]) => Parsed<Args>,
  plan: (args: Args, verb: Planned) => Plan,
  wouldRun: (args: Args) => boolean = () => true,
): Verb {
  const card = { aliases: [], isCommon: false, asks: asksOf(given.name), ...given }
  return {
    ...card,
    plan: (words, newEngines = []) => {
      const result = parse(words, newEngines)
      if (result.ok) return plan(result.args, { verb: card.name, who: card.who })
      const { suggestion } = result
      return { ...result, suggestion: suggestion === null ? null : `${card.name} ${suggestion}`.trimEnd() }
    },
    parse: (words, newEngines = []) => parse(words, newEngines),
    wouldRun: (words) => {
      const result = parse(words, [])
      return result.ok && wouldRun(result.args)
    },
  }
}

export function isUsable(verb: Verb, refusals: Refusals): boolean {
  if (verb.who === 'anyone' || !refusals.has(verb.who)) return true
  return verb.examples.some((example) => {
    const plan = verb.plan(splitWords(example).slice(1))
    return plan.kind !== 'error' && isPermitted(plan, refusals)
  })
}

/** For a verb without arguments: words after it are an error. @param problem with the first of them */
export const withoutArguments =
  (problem: (extra: Word) => string) =>
  ([extra]: readonly Word[]): Parsed<null> =>
    extra === undefined ? parsed(null) : parseError(problem(extra), '')

export const noArguments = withoutArguments((extra) =>
  notUnderstood(extra, 'This command takes no arguments.'),
)

/** @throws {Problem} if no channel is known, or in a direct message. @param subject what belongs to a channel */
export function requireChannel({ channel }: Caller, subject: 'Digests' | 'Notes', command: string): void {
  if (channel === '' || /^D[A-Z0-9]/.test(channel))
    throw new Problem(
      'no_channel',
      `${subject} belong to a channel. Type /sightline ${command} in the channel you mean.`,
    )
}

/** The end of an answer: its button to share it, or who shared it. Below its question, it is public already. */
export function sharing(
  { user, shares, inConversation, outsidersRead }: Caller,
  command: string,
): AnswerOptions {
  if (inConversation) return { shareable: false, command, sharedBy: user, belowQuestion: true }
  if (shares === true) return { shareable: false, command, sharedBy: user }
  return { shareable: outsidersRead === true ? 'anyway' : true, command }
}
