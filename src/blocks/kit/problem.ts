/** The message when something failed: the cause and the next step first, the reference last. */

import type { ConfirmationDialog } from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import { button, buttons, confirmation, context, summary } from './elements.ts'
import { limits } from './limits.ts'
import { mrkdwn, richText, type Span } from './spans.ts'
import { code, escapeText, manyLines, oneLine } from './text.ts'

export interface ProblemView {
  /** Cause, then next step. */
  readonly sentence: string
  /** Identifies the failure in the log. */
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

/** At most this many people and groups are named. */
const maxNamed = 10

export function problemMessage(view: ProblemView): Message {
  const { sentence, reference, usage, suggestion, suggestions = [], retry = null, ask = [] } = view
  const sentenceText = manyLines(sentence, 1_500, 'Something went wrong.')
  const lines: Span[][] = [[sentenceText]]
  const text = [escapeText(sentenceText)]
  if (ask.length > 0) {
    const line = askLine(ask)
    lines.push(line)
    text.push(mrkdwn(line))
  }
  const tries = [...(suggestion ? [{ text: suggestion }] : []), ...suggestions]
    .map((one) => ({ ...one, text: oneLine(one.text.replace(/^\s*\/sightline\s+/i, ''), 1_000, '') }))
    .filter((one) => one.text !== '')
  // A command that is too long for its button gets a line.
  for (const one of tries)
    if (commandText(one).length > limits.button.text)
      lines.push(['Try: ', { text: commandText(one), style: 'code' }])
  for (const one of tries) text.push(`Try: ${code(commandText(one), 1_100)}`)
  if (usage) {
    lines.push(['Usage: ', { text: oneLine(usage, 1_000), style: 'code' }])
    text.push(`Usage: ${code(usage, 1_000)}`)
  }
  const blocks: Block[] = [richText(lines)]
  blocks.push(
    ...buttons([
      retry === null ? null : button('Try again', { kind: 'run_verb', text: retry, inPlace: true }),
      ...tries.map((one, index) => {
        const action = { kind: 'run_verb', text: one.text } as const
        return button(one.label ?? commandText(one), action, {
          index,
          ...(one.asks ? { confirm: confirmDialog(one) } : {}),
        })
      }),
    ]),
  )
  if (reference !== null) {
    blocks.push(context(`Reference: ${oneLine(reference, 100, 'none')}`))
    text.push(`Reference: ${escapeText(oneLine(reference, 100, 'none'))}`)
  }
  return { text: summary(text), blocks }
}

function commandText({ text }: Suggestion): string {
  return `/sightline ${text}`
}

function confirmDialog(suggestion: Suggestion): ConfirmationDialog {
  return confirmation(
    'Run this command?',
    `${commandText(suggestion)} takes effect for everyone in this channel.`,
    'Run',
    'Cancel',
  )
}

/** `Ask: @ana, @brand-team and 3 more`. */
export function askLine(ids: readonly string[]): Span[] {
  const names = ids
    .slice(0, maxNamed)
    .flatMap((id, index): Span[] => [
      ...(index === 0 ? [] : [', ']),
      id.startsWith('S') ? { group: id } : { user: id },
    ])
  const omittedCount = ids.length - maxNamed
  return ['Ask: ', ...names, ...(omittedCount > 0 ? [` and ${omittedCount} more`] : [])]
}
