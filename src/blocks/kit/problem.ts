/** What a person reads when something did not work: the cause and the next step first, the reference last. */

import type { Block, Message } from '../../model/message.ts'
import { button, buttons, context, summary } from './elements.ts'
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
  /** Slack ids of people and user groups who can help. A private message names them and notifies nobody. */
  readonly ask?: readonly string[]
}

/** Whom to ask is named up to here. */
const named = 10

export function problemMessage({ sentence, reference, usage, suggestion, ask = [] }: ProblemView): Message {
  const sentenceText = manyLines(sentence, 1_500, 'Something went wrong, and nobody wrote down what.')
  const lines: Span[][] = [[sentenceText]]
  const text = [escapeText(sentenceText)]
  if (ask.length > 0) {
    const line = asked(ask)
    lines.push(line)
    text.push(mrkdwn(line))
  }
  const tryThis = suggestion ? oneLine(suggestion.replace(/^\s*\/sightline\s+/i, ''), 1_000, '') : ''
  if (tryThis !== '') {
    lines.push(['Try: ', { text: `/sightline ${tryThis}`, style: 'code' }])
    text.push(`Try: ${code(`/sightline ${tryThis}`, 1_100)}`)
  }
  if (usage) {
    lines.push(['Usage: ', { text: oneLine(usage, 1_000), style: 'code' }])
    text.push(`Usage: ${code(usage, 1_000)}`)
  }
  const blocks: Block[] = [richText(lines)]
  if (tryThis !== '')
    blocks.push(
      ...buttons([
        button('Run it', { kind: 'run_verb', text: tryThis }, { about: `Run it: /sightline ${tryThis}` }),
      ]),
    )
  if (reference !== null) {
    blocks.push(context(`Reference: ${oneLine(reference, 100, 'none')}`))
    text.push(`Reference: ${escapeText(oneLine(reference, 100, 'none'))}`)
  }
  return { text: summary(text), blocks }
}

/** `Ask: @ana, @brand-team and 3 more`. */
export function asked(ids: readonly string[]): Span[] {
  const names = ids
    .slice(0, named)
    .flatMap((id, index): Span[] => [
      ...(index === 0 ? [] : [', ']),
      id.startsWith('S') ? { group: id } : { user: id },
    ])
  const left = ids.length - named
  return ['Ask: ', ...names, ...(left > 0 ? [` and ${left} more`] : [])]
}
