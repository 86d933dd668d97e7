import { z } from 'zod'
import { helpMessage, verbHelp } from '../blocks/home/help.ts'
import type { Message } from '../blocks/kit/message.ts'
import { nearest } from '../lib/nearest.ts'
import type { Word } from './parse/tokenizer.ts'
import { defineVerb, type Verb, type VerbCard } from './verb.ts'

/** @param cards all verbs, read when somebody asks, since help is one of them */
export function helpVerb(cards: () => readonly VerbCard[]): Verb {
  const card: VerbCard = {
    name: 'help',
    aliases: ['?', 'h'],
    summary: 'Shows what Sightline can do, or how one command works.',
    usage: 'help [command]',
    examples: ['help', 'help visibility'],
    who: 'anyone',
  }
  const args = z.array(z.custom<Word>()).transform(([about], context): VerbCard | null => {
    if (about === undefined) return null
    const name = about.text.toLowerCase()
    const found = cards().find((each) => each.name === name || each.aliases.includes(name))
    if (found !== undefined) return found
    const near = nearest(
      name,
      cards().map((each) => each.name),
    )
    context.addIssue({
      code: 'custom',
      message: `I don't know “${about.text.slice(0, 60)}”.`,
      params: near === null ? {} : { suggestion: near },
    })
    return z.NEVER
  })
  // It is the same for everybody, and it is asked for most: drawn once.
  let general: Message | null = null
  const draw = () => {
    general ??= helpMessage(cards(), { intro: null })
    return general
  }
  return defineVerb(card, args, (about) => ({
    kind: 'instant',
    answer: () => (about === null ? draw() : verbHelp(about)),
  }))
}
