import { helpMessage, helpRefused, type VerbDescription, verbHelp } from '../blocks/home/help.ts'
import { privacy } from '../blocks/invitation/invitation.ts'
import { problemMessage } from '../blocks/kit/problem.ts'
import { howNumbersAreRead } from '../blocks/visibility/how-sure.ts'
import { nearest } from '../lib/strings.ts'
import type { Message } from '../model/message.ts'
import type { Refusals } from '../model/permission.ts'
import { type Parsed, parsed, parseError } from '../questions/read.ts'
import type { Word } from '../questions/tokenizer.ts'
import { isPermitted } from '../slack/plan.ts'
import { defineVerb, isUsable, type Registry, type Verb } from './verb.ts'

type About =
  | { readonly kind: 'common' | 'all' | 'numbers' | 'privacy' }
  | { readonly kind: 'verb'; readonly verb: Verb }

/** @param commands all verbs; a function, since help is one of them */
export function helpVerb(commands: () => Registry): Verb {
  const parse = ([about]: readonly Word[]): Parsed<About> => {
    const name = about?.text.toLowerCase() ?? 'common'
    if (about === undefined || name === 'common') return parsed({ kind: 'common' })
    if (name === 'all' || name === 'more') return parsed({ kind: 'all' })
    if (name === 'numbers' || name === 'privacy') return parsed({ kind: name })
    const { verbs } = commands()
    const verb = verbs.find((each) => [each.name, ...each.aliases].includes(name))
    if (verb !== undefined) return parsed({ kind: 'verb', verb })
    const near = nearest(
      name,
      verbs.map((each) => each.name),
    )
    return parseError(`I don’t know “${about.text.slice(0, 60)}”.`, near)
  }
  // Rendered once for the same permissions: it takes 0.8 ms, and is the most frequent answer.
  const drawn = new Map<string, Message>()
  const overview = (all: boolean, refusals: Refusals): Message => {
    const refused = refusals.get('readers')
    if (refused !== undefined) return helpRefused(refused)
    const key = [all, ...refusals.keys()].join()
    const message = drawn.get(key) ?? helpMessage(listed(commands(), refusals), { all })
    drawn.set(key, message)
    return message
  }
  return defineVerb(
    {
      name: 'help',
      aliases: ['?'],
      group: null,
      summary: 'Show what Sightline can do.',
      usage: 'help [all | numbers | privacy | command]',
      examples: ['help', 'help numbers'],
      who: 'anyone',
    },
    parse,
    (about, { verb }) => ({
      kind: 'instant',
      verb,
      understood: true,
      answer: (refusals) => {
        if (about.kind === 'numbers') return howNumbersAreRead()
        if (about.kind === 'privacy') return privacy()
        if (about.kind !== 'verb') return overview(about.kind === 'all', refusals)
        const sentence = refusals.get(about.verb.who)
        if (sentence === undefined || isUsable(about.verb, refusals))
          return verbHelp(describe(about.verb, commands(), refusals))
        return problemMessage({ sentence, reference: null, suggestion: 'help' })
      },
    }),
  )
}

function listed(registry: Registry, refusals: Refusals): readonly VerbDescription[] {
  return registry.verbs.flatMap((verb) =>
    verb.group !== null && isUsable(verb, refusals) ? [describe(verb, registry, refusals)] : [],
  )
}

function describe(verb: Verb, registry: Registry, refusals: Refusals): VerbDescription {
  const { name, summary, usage, details = null, isCommon, label } = verb
  const group = verb.group ?? 'ask'
  const examples = verb.examples.filter((example) => isPermitted(registry.plan(example), refusals))
  const run = examples.find((example) => example.split(' ', 1)[0] === name) ?? null
  const shownName = name.charAt(0).toUpperCase() + name.slice(1)
  return { name, summary, usage, details, group, isCommon, label: label ?? shownName, run, examples }
}
