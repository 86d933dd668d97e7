import { loadingModal } from '../blocks/forms/modal.ts'
import type { HelpGroup, VerbDescription } from '../blocks/home/help.ts'
import type { AnswerOptions } from '../blocks/kit/elements.ts'
import { problemMessage, type Suggestion } from '../blocks/kit/problem.ts'
import { Problem } from '../lib/problem.ts'
import { similar } from '../lib/strings.ts'
import type { Message, ModalView } from '../model/message.ts'
import type { Permission, Refusals } from '../model/permission.ts'
import { typedWord } from '../questions/question-text.ts'
import { type Parsed, type ParseError, parsed, parseError } from '../questions/read.ts'
import { longestText, notUnderstood, shortened, splitWords, type Word } from '../questions/tokenizer.ts'
import { type Caller, changesSomething, isPermitted, type Plan } from '../slack/plan.ts'
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

type InstantPlan = Extract<Plan, { kind: 'instant' }>

export interface Registry {
  readonly verbs: readonly Verb[]
  /** Parses the text after `/sightline`. Total: every text has a plan. @param engines that only the service knows */
  plan(text: string, engines?: readonly string[]): Plan
  /** The text's verb and arguments; `null`: it can't be read. */
  meaning(text: string, engines?: readonly string[]): { readonly verb: string; readonly args: unknown } | null
  /** How many words follow the text's verb; `null`: it begins with none. */
  wordsAfterVerb(text: string): number | null
}

const tooLong = `That’s too long for a command: more than ${longestText.toLocaleString('en')} characters. Shorten it.`

const suggested = 3
/** Longer suggestions would be cut, and people copy them, so they are dropped. */
const longestSuggestion = 900

/**
 * @param verbs the first one answers if nothing was typed
 * @throws {Error} at start, if two verbs share a name or an alias
 */
export function createRegistry(verbs: readonly Verb[]): Registry {
  const byName = new Map<string, Verb>()
  for (const verb of verbs) {
    for (const name of [verb.name, ...verb.aliases]) {
      if (byName.has(name)) throw new Error(`Two verbs are called "${name}".`)
      byName.set(name, verb)
    }
  }
  const [first] = verbs
  if (first === undefined) throw new Error('A registry needs at least one verb.')

  const read = (text: string, engines: readonly string[] = []) => {
    const [head, ...rest] = splitWords(text)
    const name = head?.text.toLowerCase() ?? first.name
    const verb = byName.get(name)
    const isText = verb?.takesText === true && rest.length > 0
    const after = text.trim().slice(name.length)
    const words: readonly Word[] = isText ? [{ text: after.replace(/^[\s,:]+/u, ''), quoted: true }] : rest
    return { head, words, verb, plan: verb?.plan(words, engines) }
  }
  const written = (name: string): string | readonly string[] => byName.get(name)?.name ?? []
  /** The candidate if it works; `null`: it can't, or the person may not run it. */
  const offer = (candidate: Suggestion, refusals: Refusals): Suggestion | null => {
    const { text } = candidate
    const { verb, words, plan } = read(text)
    if (plan === undefined || plan.kind === 'error' || !verb?.wouldRun(words)) return null
    if (text.length > longestSuggestion || !isPermitted(plan, refusals)) return null
    const about = verb === first ? byName.get(words[0]?.text.toLowerCase() ?? '') : undefined
    if (about !== undefined && !isUsable(about, refusals)) return null
    return { ...candidate, asks: changesSomething(plan) }
  }
  const unreadable = (
    sentence: string,
    candidates: (refusals: Refusals) => readonly (Suggestion | null)[],
    verb: Verb | null,
  ): InstantPlan => ({
    kind: 'instant',
    answer: (refusals) => {
      const refusal = refusals.get('readers')
      if (refusal !== undefined) return problemMessage({ sentence: refusal, reference: null })
      const working = candidates(refusals).map((one) => one && offer(one, refusals))
      const offered = new Map(working.flatMap((one) => (one === null ? [] : [[one.text, one] as const])))
      // A correction shows how to write the command better than its usage does.
      const hasUsage = verb !== null && !working[0] && isUsable(verb, refusals)
      return problemMessage({
        sentence,
        reference: null,
        usage: hasUsage ? `/sightline ${verb.usage}` : null,
        suggestions: offered.size === 0 ? [{ text: first.name }] : [...offered.values()].slice(0, suggested),
      })
    },
    verb: verb?.name ?? null,
    understood: false,
  })

  return {
    verbs,
    meaning: (text, engines) => {
      const { verb, words } = read(text)
      const parsed = verb?.parse(words, engines)
      return verb !== undefined && parsed?.ok ? { verb: verb.name, args: parsed.args } : null
    },
    wordsAfterVerb: (text) => {
      const { verb, words } = read(text)
      return verb === undefined ? null : words.length
    },
    plan: (text, engines) => {
      if (text.length > longestText) return unreadable(tooLong, () => [], null)
      const { head, words, verb, plan } = read(text, engines)
      if (verb !== undefined && plan !== undefined) {
        if (plan.kind !== 'error') return plan
        const candidates = (refusals: Refusals) => {
          const example = verb.examples.find((one) => offer({ text: one }, refusals) !== null)
          const texts = [plan.suggestion, example, verb === first ? null : `${first.name} ${verb.name}`]
          return texts.map((one) => (one ? { text: one } : null))
        }
        return unreadable(plan.sentence, candidates, verb)
      }
      const typed = head?.text ?? ''
      // Ordinary words that are near `why`, `vis` and `note`.
      const meant = /^(?:is|not|who)$/i.test(typed) ? [] : similar(typed, [...byName.keys()]).flatMap(written)
      const rest = words.map(typedWord).join(' ')
      const named = [...new Set(words.flatMap((word) => written(word.text.toLowerCase())))]
      const texts = [...meant.map((name) => `${name} ${rest}`.trimEnd()), ...meant, ...named]
      const offered = texts.map((text): Suggestion => ({ text }))
      const results = { text: 'visibility', label: 'See last week’s results' }
      const suggestions = [...(offered.length === 0 ? [results] : offered), { text: first.name }]
      if (meant.length > 0) return unreadable(`I don’t know “${shortened(typed)}”.`, () => suggestions, null)
      const instead = named.length > 0 ? 'Try one of these:' : 'See last week’s results?'
      // For a sentence that isn't understood, two are enough.
      return unreadable(`I can’t answer that yet. ${instead}`, () => suggestions.slice(0, 2), null)
    },
  }
}
