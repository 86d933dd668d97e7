import { type CompiledAsk, formsOf } from './grammar.ts'
import type { Reading } from './reading.ts'
import type { Token } from './tokens.ts'

/** Things, and the help topic that explains each. */
const explained = new Map(
  Object.entries({
    alert: 'digest',
    recommendation: 'actions',
    task: 'tasks',
    visibility: 'numbers',
    score: 'numbers',
    rank: 'numbers',
    sentiment: 'numbers',
    number: 'numbers',
  }),
)

const singular = (name: string) => name.replace(/s$/u, '')

/** `what does gaps do`, `explain gaps`, `how do tasks work`, `what is a digest`. */
export function explanationOf(tokens: readonly Token[], asks: readonly CompiledAsk[]): Reading | null {
  const sentence = tokens.map(({ text }) => text).join(' ')
  const [, thing = ''] =
    /^(?:can you )?(?:please )?(?:(?:explain|tell me) )?(?:how (?:do|does) (?:the |our |this |that |these |those )?(\S+)(?: thing| things| stuff| command| feature)? work|what (?:is|are) (?:a|an) (\S+))(?: exactly| please| here)*$/u
      .exec(sentence)
      ?.filter((part) => part !== undefined) ?? []
  const form = formsOf(thing)
  const named = asks.find(
    ({ verb }) =>
      form.includes(verb.name) ||
      form.some((word) => verb.aliases.includes(word)) ||
      form.includes(singular(verb.name)),
  )
  const matter = explained.get(form.find((word) => explained.has(word)) ?? '')
  if (named !== undefined || matter !== undefined)
    return { kind: 'certain', text: `help ${matter ?? named?.verb.name}` }
  const [, first, second, third] =
    /^(?:(?:can|could|would|will) you )?(?:please )?(?:what (?:do|does|is|are) (?:the )?(\S+)(?: command| verb)? (?:do|for)|(?:what does|how does|what is|how do i use|how to use|explain|tell me about|help me with|help with|help on|help about|describe) (?:to me |me )?(?:the )?(\S+) (?:command|verb)(?: do| mean| work| for)?|(?:explain|help with|help on|help about|describe) (?:the )?(\S+))(?: please)?$/u.exec(
      sentence,
    ) ?? []
  const name = first ?? second ?? third
  const verb = asks.find((ask) => ask.verb.name === name || ask.verb.aliases.includes(name ?? ''))?.verb
  return verb === undefined ? null : { kind: 'certain', text: `help ${verb.name}` }
}
