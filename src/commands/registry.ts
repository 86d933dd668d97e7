import type { Message } from '../blocks/kit/message.ts'
import { nearest } from '../lib/nearest.ts'
import { splitWords } from './parse/tokenizer.ts'
import type { ReadyPlan, Verb } from './verb.ts'

export interface Registry {
  readonly verbs: readonly Verb[]
  /** Reads what was typed after `/sightline`. Total: whatever was typed, there is an answer. */
  plan(text: string): ReadyPlan
}

/** What the registry says when it can't run something. Drawn by the caller, so that this file knows no blocks. */
export interface ParseProblem {
  readonly sentence: string
  readonly usage: string | null
  readonly suggestion: string | null
}

/**
 * @param verbs the first one answers when nothing was typed
 * @throws {Error} at start, when two verbs share a name or an alias
 */
export function createRegistry(verbs: readonly Verb[], draw: (trouble: ParseProblem) => Message): Registry {
  const byName = new Map<string, Verb>()
  for (const verb of verbs) {
    for (const name of [verb.name, ...verb.aliases]) {
      if (byName.has(name)) throw new Error(`Two verbs are called "${name}".`)
      byName.set(name, verb)
    }
  }
  const [first] = verbs
  if (first === undefined) throw new Error('A registry needs at least one verb.')
  const trouble = (told: ParseProblem, verb: string | null = null): ReadyPlan => ({
    kind: 'instant',
    answer: () => draw(told),
    verb,
    understood: false,
  })

  return {
    verbs,
    plan: (text) => {
      const [head, ...rest] = splitWords(text)
      if (head === undefined) return readyPlan(first, first.plan([]), trouble)
      const verb = byName.get(head.text.toLowerCase())
      if (verb !== undefined) return readyPlan(verb, verb.plan(rest), trouble)
      const near = nearest(head.text, [...byName.keys()])
      const meant = near === null ? null : (byName.get(near)?.name ?? null)
      return trouble({
        sentence: `I don't know “${shorten(head.text)}”.`,
        suggestion:
          meant === null
            ? 'help'
            : [meant, ...rest.map(({ text: word, quoted }) => (quoted ? `"${word}"` : word))].join(' '),
        usage: `/sightline ${verbs.map(({ name }) => name).join(' | ')}`,
      })
    },
  }
}

function readyPlan(
  verb: Verb,
  plan: ReturnType<Verb['plan']>,
  trouble: (told: ParseProblem, verb: string) => ReadyPlan,
): ReadyPlan {
  if (plan.kind === 'instant') return { ...plan, verb: verb.name, understood: true }
  if (plan.kind !== 'problem') return { ...plan, who: plan.who ?? verb.who, verb: verb.name }
  const { sentence, suggestion } = plan
  return trouble({ sentence, usage: `/sightline ${verb.usage}`, suggestion }, verb.name)
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
