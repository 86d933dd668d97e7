/** The end of every answer to a command: its buttons, who shared it, and who else may read it. */

import type { Button } from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import type { Action } from './codec.ts'
import { button, buttons, contextOf, messageOf } from './elements.ts'
import { type Line, type Optional, richText, type Span } from './spans.ts'
import { oneLine } from './text.ts'

export interface AnswerOptions {
  /** The answer is private, and the asker may share it with the channel; `anyway`: although other companies read it. */
  readonly shareable: boolean | 'anyway'
  /** What was typed after `/sightline `. */
  readonly command: string
  /** Slack user id of the person who shared it. */
  readonly sharedBy?: string
  /** The question is visible above the answer, so readers know who asked. */
  readonly belowQuestion?: boolean
}

/** One row: the answer's buttons and the one that shares it. Below a shared one, who shared it. */
export function answerFooter(
  options: AnswerOptions,
  answerButtons: readonly Optional<Button>[] = [],
): readonly Block[] {
  const share = shareChoice(options)
  return [
    ...buttons([...answerButtons, share === null ? null : button(share.label, share.action)]),
    ...sharedLine(options),
  ]
}

/** The button that shares a private answer; `null` for any other. */
export function shareChoice({
  shareable,
  command: text,
  sharedBy,
}: AnswerOptions): { readonly label: string; readonly action: Action } | null {
  if (shareable === false || sharedBy !== undefined) return null
  return shareable === 'anyway'
    ? { label: shareAnyway, action: { kind: 'share', text, anyway: true } }
    : { label: 'Share to channel', action: { kind: 'share', text } }
}

const shareAnyway = 'Share anyway'

/** Who shared the answer, and the command they typed. Empty for a private answer. */
export function sharedLine({ command, sharedBy, belowQuestion }: AnswerOptions): readonly Block[] {
  if (sharedBy === undefined || belowQuestion === true) return []
  return [contextOf(['Shared by ', { user: sharedBy }, ` from /sightline ${oneLine(command, 200, '')}`])]
}

/** `#launch is shared with other companies. They will see this digest.` @param content what they will see */
export function sharedChannel(channel: string, content: string): Span[] {
  return [{ channel }, ` is shared with other companies. They will see ${content}.`]
}

/** Asks before other companies can read an answer. @param text of the answer's command @param isKnown Slack said so */
export function askToShare(channel: string, text: string, isKnown: boolean): Message {
  const lines: Line[] = [
    isKnown
      ? sharedChannel(channel, 'this answer')
      : ['Slack didn’t say who is in ', { channel }, '. Other companies may see this answer.'],
  ]
  return messageOf([
    richText(lines),
    ...buttons([button(shareAnyway, { kind: 'share', text, anyway: true })]),
  ])
}
