import { helpMessage, verbHelp } from '../blocks/home/help.ts'
import { howNumbersAreRead } from '../blocks/visibility/how-sure.ts'
import type { Word } from '../insights/question/tokenizer.ts'
import { nearest } from '../lib/nearest.ts'
import type { Message } from '../model/message.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb, type VerbCard } from './verb.ts'

/** @param cards all verbs; a function, since help is one of them */
export function helpVerb(cards: () => readonly VerbCard[]): Verb {
  const card: VerbCard = {
    name: 'help',
    aliases: ['?', 'h'],
    summary: 'Shows what Sightline can do, or how one command works.',
    usage: 'help [command | numbers]',
    examples: ['help', 'help visibility', 'help numbers'],
    who: 'anyone',
  }
  const parse = ([about]: readonly Word[]): Parsed<VerbCard | 'numbers' | null> => {
    if (about === undefined) return parsed(null)
    const name = about.text.toLowerCase()
    if (name === 'numbers') return parsed(name)
    const verb = cards().find((each) => each.name === name || each.aliases.includes(name))
    if (verb !== undefined) return parsed(verb)
    const near = nearest(
      name,
      cards().map((each) => each.name),
    )
    return parseError(`I don't know “${about.text.slice(0, 60)}”.`, near)
  }
  // Drawn once: it is the same for everybody, and the most frequent answer.
  let general: Message | null = null
  const draw = () => {
    general ??= helpMessage(cards(), { intro: null })
    return general
  }
  return defineVerb(card, parse, (about, { verb }) => ({
    kind: 'instant',
    verb,
    understood: true,
    answer: () => {
      if (about === 'numbers') return howNumbersAreRead()
      return about === null ? draw() : verbHelp(about)
    },
  }))
}
