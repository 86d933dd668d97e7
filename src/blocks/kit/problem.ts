/** What a person reads when something did not work: the cause and the next step first, the reference last. */

import type { ConfirmationDialog } from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import { button, buttons, confirmation, context, summary } from './elements.ts'
import { limits } from './limits.ts'
import { mrkdwn, richText, type Span } from './spans.ts'
import { code, escapeText, manyLines, oneLine } from './text.ts'

export interface ProblemView {
  /** Cause, then next step. */
  readonly sentence: string
  /** Finds the same failure in the log. */
  readonly reference: string | null
  /** How the command is written, for example `/sightline visibility [engine]`. */
  readonly usage?: string | null
  /** A whole text after `/sightline ` that would work. */
  readonly suggestion?: string | null
  /** Several of them, the nearest first. */
  readonly suggestions?: readonly Suggestion[]
  /** Slack ids of people and user groups who can help. A private message names them and notifies nobody. */
  readonly ask?: readonly string[]
}

/** A command that would work. */
export interface Suggestion {
  /** What is typed after `/sightline `. */
  readonly text: string
  /** What its button says instead of the command. */
  readonly label?: string
  /** It changes something, so a click asks first. */
  readonly asks?: boolean
}

/** Whom to ask is named up to here. */
const named = 10

export function problemMessage(view: ProblemView): Message {
  const { sentence, reference, usage, suggestion, suggestions = [], ask = [] } = view
  const sentenceText = manyLines(sentence, 1_500, 'Something went wrong.')
  const lines: Span[][] = [[sentenceText]]
  const text = [escapeText(sentenceText)]
  if (ask.length > 0) {
    const line = asked(ask)
    lines.push(line)
    text.push(mrkdwn(line))
  }
  const tries = [...(suggestion ? [{ text: suggestion }] : []), ...suggestions]
    .map((one) => ({ ...one, text: oneLine(one.text.replace(/^\s*\/sightline\s+/i, ''), 1_000, '') }))
    .filter((one) => one.text !== '')
  // A button says itself what it runs, if it has room for that.
  for (const one of tries)
    if (runs(one).length > limits.button.text) lines.push(['Try: ', { text: runs(one), style: 'code' }])
  for (const one of tries) text.push(`Try: ${code(runs(one), 1_100)}`)
  if (usage) {
    lines.push(['Usage: ', { text: oneLine(usage, 1_000), style: 'code' }])
    text.push(`Usage: ${code(usage, 1_000)}`)
  }
  const blocks: Block[] = [richText(lines)]
  blocks.push(
    ...buttons(
      tries.map((one, index) => {
        const action = { kind: 'run_verb', text: one.text } as const
        return button(one.label ?? runs(one), action, {
          index,
          ...(one.asks ? { confirm: confirming(one) } : {}),
        })
      }),
    ),
  )
  if (reference !== null) {
    blocks.push(context(`Reference: ${oneLine(reference, 100, 'none')}`))
    text.push(`Reference: ${escapeText(oneLine(reference, 100, 'none'))}`)
  }
  return { text: summary(text), blocks }
}

function runs({ text }: Suggestion): string {
  return `/sightline ${text}`
}

function confirming(suggestion: Suggestion): ConfirmationDialog {
  return confirmation(
    'Run this command?',
    `${runs(suggestion)} takes effect for everyone in this channel.`,
    'Run',
    'Cancel',
  )
}

/** `Ask: @ana, @brand-team and 3 more`. */
export function asked(ids: readonly string[]): Span[] {
  const names = ids
    .slice(0, named)
    .flatMap((id, index): Span[] => [
      ...(index === 0 ? [] : [', ']),
      id.startsWith('S') ? { group: id } : { user: id },
    ])
  const omittedCount = ids.length - named
  return ['Ask: ', ...names, ...(omittedCount > 0 ? [` and ${omittedCount} more`] : [])]
}
