import { problemMessage, type Suggestion } from '../blocks/kit/problem.ts'
import { similar } from '../lib/strings.ts'
import type { Refusals } from '../model/permission.ts'
import { typedWord } from '../questions/question-text.ts'
import { longestText, shortened, splitWords, type Word } from '../questions/tokenizer.ts'
import { changesSomething, isPermitted, type Plan } from '../slack/plan.ts'
import { isUsable, type Verb } from './verb.ts'

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
    const words: readonly Word[] = isText
      ? [{ text: text.trimStart().slice(name.length).trim(), quoted: true }]
      : rest
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
