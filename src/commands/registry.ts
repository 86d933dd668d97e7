import { splitWords } from '../insights/question/tokenizer.ts'
import { nearest } from '../lib/nearest.ts'
import type { Message } from '../model/message.ts'
import type { Plan } from '../slack/plan.ts'
import type { Verb } from './verb.ts'

export interface Registry {
  readonly verbs: readonly Verb[]
  /** Parses the text after `/sightline`. Total: every text has a plan. */
  plan(text: string): Plan
}

/** Why a text can't be run, and what to type instead. */
export interface Unreadable {
  readonly sentence: string
  readonly usage: string | null
  readonly suggestion: string | null
}

/**
 * @param verbs the first one answers when nothing was typed
 * @throws {Error} at start, when two verbs share a name or an alias
 */
export function createRegistry(verbs: readonly Verb[], draw: (error: Unreadable) => Message): Registry {
  const byName = new Map<string, Verb>()
  for (const verb of verbs) {
    for (const name of [verb.name, ...verb.aliases]) {
      if (byName.has(name)) throw new Error(`Two verbs are called "${name}".`)
      byName.set(name, verb)
    }
  }
  const [first] = verbs
  if (first === undefined) throw new Error('A registry needs at least one verb.')
  const unreadable = (error: Unreadable, verb: string | null): Plan => ({
    kind: 'instant',
    answer: () => draw(error),
    verb,
    understood: false,
  })

  return {
    verbs,
    plan: (text) => {
      const [head, ...rest] = splitWords(text)
      const verb = head === undefined ? first : byName.get(head.text.toLowerCase())
      if (verb !== undefined) {
        const plan = verb.plan(rest)
        if (plan.kind !== 'error') return plan
        const { sentence, suggestion } = plan
        return unreadable({ sentence, usage: `/sightline ${verb.usage}`, suggestion }, verb.name)
      }
      const typed = head?.text ?? ''
      const near = nearest(typed, [...byName.keys()])
      const meant = near === null ? null : (byName.get(near)?.name ?? null)
      return unreadable(
        {
          sentence: `I don't know “${shorten(typed)}”.`,
          suggestion:
            meant === null
              ? 'help'
              : [meant, ...rest.map(({ text: word, quoted }) => (quoted ? `"${word}"` : word))].join(' '),
          usage: `/sightline ${verbs.map(({ name }) => name).join(' | ')}`,
        },
        null,
      )
    },
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
