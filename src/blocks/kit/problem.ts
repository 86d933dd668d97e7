/** The message when something failed: the cause and the next step first, the reference last. */

import type { Message } from '../../model/message.ts'
import { button, buttons, messageOf, referenceLine } from './elements.ts'
import { limits } from './limits.ts'
import { code, joinedLines, type Line, manyLines, oneLine, richText, type Span } from './text.ts'

interface ProblemView {
  /** Cause, then next step. */
  readonly sentence: string
  readonly reference: string | null
  /** The command's syntax, for example `/sightline visibility [engine]`. */
  readonly usage?: string | null
  /** A complete text to type after `/sightline ` that would work. */
  readonly suggestion?: string | null
  /** More such texts, closest first. */
  readonly suggestions?: readonly Suggestion[]
  /** What was typed after `/sightline `, if the same may work a little later. */
  readonly retry?: string | null
  /** Slack ids of people and user groups who can help. An ephemeral message names them without notifying them. */
  readonly ask?: readonly string[]
}

export interface Suggestion {
  /** What to type after `/sightline `. */
  readonly text: string
  /** The button's label; by default, the command. */
  readonly label?: string
  /** It changes something, so a click asks for confirmation. */
  readonly asks?: boolean
}

const maxNamed = 15

export function problemMessage(view: ProblemView): Message {
  const { sentence, reference, usage, suggestion, suggestions = [], retry = null, ask = [] } = view
  const tries = [...(suggestion ? [{ text: suggestion }] : []), ...suggestions]
    .map((one) => ({ ...one, text: oneLine(one.text.replace(/^\s*\/sightline\s+/i, ''), 1_000, '') }))
    .filter((one) => one.text !== '')
  // A command that is too long for its button gets a line.
  const long = tries.map(commandText).filter(({ length }) => length > limits.button.text)
  return messageOf([
    richText([
      [manyLines(sentence, 1_500, 'Something went wrong.')],
      ask.length > 0 && askLine(ask),
      ...long.map((command) => ['Try: ', code(command)]),
      usage && ['Usage: ', code(oneLine(usage, 1_000))],
    ]),
    ...buttons([
      retry !== null && button('Try again', { kind: 'run_verb', text: retry, inPlace: true }),
      ...tries.map((one, index) => {
        const action = { kind: 'run_verb', text: one.text } as const
        return button(one.label ?? commandText(one), action, {
          index,
          ...(one.asks && {
            asks: [
              'Run this command?',
              `${commandText(one)} takes effect for everyone in this channel.`,
              'Run',
            ],
          }),
        })
      }),
    ]),
    referenceLine(reference),
  ])
}

function commandText({ text }: Suggestion): string {
  return `/sightline ${text}`
}

/** `Ask: @ana, @brand-team and 3 more`. */
export const askLine = (ids: readonly string[]): Span[] => ['Ask: ', ...mentions(ids)]

/** `@ana, @brand-team and 3 more` */
export function mentions(ids: readonly string[]): Span[] {
  const shown = ids.slice(0, maxNamed).map((id): Line => [id.startsWith('S') ? { group: id } : { user: id }])
  const omittedCount = ids.length - maxNamed
  return [...joinedLines(shown, ', '), omittedCount > 0 ? ` and ${omittedCount} more` : '']
}
