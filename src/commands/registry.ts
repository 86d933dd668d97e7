import { filterListsInTime } from '../channels/filter-lists.ts'
import { typedWord } from '../insights/question/asked.ts'
import { splitWords, type Word } from '../insights/question/tokenizer.ts'
import { similar } from '../lib/nearest.ts'
import type { Message } from '../model/message.ts'
import type { Plan } from '../slack/plan.ts'
import { scopeOf } from './scope.ts'
import type { ParseError, Verb } from './verb.ts'

type InstantPlan = Extract<Plan, { kind: 'instant' }>

export interface Registry {
  readonly verbs: readonly Verb[]
  /** Parses the text after `/sightline`. Total: every text has a plan. */
  plan(text: string): Plan
}

/** Why a text can't be run, and what to type instead. */
export interface Unreadable {
  readonly sentence: string
  readonly usage: string | null
  /** Whole texts that would work, the nearest first. */
  readonly suggestions: readonly string[]
}

/** More would be a list to read, and no help. */
const suggested = 3
/** A text with more faults than these is not understood, and its correction would not be, either. */
const corrections = 3
/** A suggestion is a text to copy, so none is made that would be cut. */
const longestSuggestion = 900

/**
 * @param verbs the first one answers when nothing was typed
 * @param question what a text without a verb may be meant for, such as `last month`
 * @throws {Error} at start, when two verbs share a name or an alias
 */
export function createRegistry(
  verbs: readonly Verb[],
  question: Verb,
  draw: (error: Unreadable) => Message,
): Registry {
  const byName = new Map<string, Verb>()
  for (const verb of verbs) {
    for (const name of [verb.name, ...verb.aliases]) {
      if (byName.has(name)) throw new Error(`Two verbs are called "${name}".`)
      byName.set(name, verb)
    }
  }
  const [first] = verbs
  if (first === undefined) throw new Error('A registry needs at least one verb.')

  const read = (text: string) => {
    const [head, ...words] = splitWords(text)
    const verb = head === undefined ? first : byName.get(head.text.toLowerCase())
    return { head, words, verb, plan: verb?.plan(words) }
  }
  /** The text, or what it is after a few corrections; `null`: it would not run even then. */
  const corrected = (text: string | null): string | null => {
    let next = text
    for (let left = corrections; left >= 0 && next !== null && next.length <= longestSuggestion; left -= 1) {
      const { verb, words, plan } = read(next)
      if (plan?.kind !== 'error') return verb?.wouldRun(words) ? next : null
      next = plan.suggestion
    }
    return null
  }
  const unreadable = (
    { sentence, usage = null }: { readonly sentence: string; readonly usage?: string | null },
    candidates: readonly (string | null)[],
    verb: string | null,
  ): InstantPlan => ({
    kind: 'instant',
    answer: () => {
      const working = candidates.map(corrected).filter((text) => text !== null)
      return draw({ sentence, usage, suggestions: [...new Set(working)].slice(0, suggested) })
    },
    verb,
    understood: false,
  })
  const misread = (verb: Verb, { sentence, suggestion }: ParseError): InstantPlan =>
    unreadable(
      { sentence, usage: `/sightline ${verb.usage}` },
      [suggestion, verb.name, `${first.name} ${verb.name}`],
      verb.name,
    )

  return {
    verbs,
    plan: (text) => {
      const { head, words, verb, plan } = read(text)
      if (verb !== undefined && plan !== undefined) {
        if (plan.kind !== 'error') return plan
        const error = misread(verb, plan)
        return plan.mayBeEngine ? again(verb, words, error) : error
      }
      const typed = head?.text ?? ''
      const meant = similar(typed, [...byName.keys()]).flatMap((name) => byName.get(name)?.name ?? [])
      const rest = words.map(typedWord).join(' ')
      const asked = `${question.name} ${head === undefined ? '' : typedWord(head)} ${rest}`.trimEnd()
      const isQuestion = question.wouldRun(splitWords(asked).slice(1))
      return unreadable(
        {
          sentence:
            meant.length > 0 || isQuestion
              ? `I don't know “${shorten(typed)}”.`
              : `I can't answer “${shorten(typed)}” yet. See last week's results?`,
        },
        [
          ...meant.map((name) => `${name} ${rest}`.trimEnd()),
          ...(isQuestion ? [asked] : []),
          ...meant,
          ...(meant.length > 0 || isQuestion ? [] : [question.name]),
          first.name,
        ],
        null,
      )
    },
  }
}

/** Asks the service for its engines before it says that a word is not understood: it may have added one. */
function again(verb: Verb, words: readonly Word[], misread: InstantPlan): Plan {
  return {
    kind: 'work',
    verb: verb.name,
    who: verb.who,
    run: async (caller, workspace) => {
      const { workspace: scope } = await scopeOf(workspace, caller)
      const lists = await filterListsInTime(workspace, scope, listsWithinMs)
      const plan = verb.plan(words, lists?.engines ?? [])
      return plan.kind === 'work' ? plan.run(caller, workspace) : misread.answer()
    },
  }
}

/** The longest wait for the engines: most words that are not understood are no engine. */
const listsWithinMs = 2_000

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
