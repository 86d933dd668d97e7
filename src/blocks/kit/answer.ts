/** The end of every answer to a command: its buttons, and who shared it. */
import type { Button } from '@slack/types'
import type { Block } from '../../model/message.ts'
import { button, buttons, contextOf } from './elements.ts'
import { oneLine } from './text.ts'

export interface AnswerOptions {
  /** The answer is private, and the asker may share it with the channel. */
  readonly shareable: boolean
  /** What was typed after `/sightline `. */
  readonly command: string
  /** Slack user id of the person who shared it. */
  readonly sharedBy?: string
  /** The question is visible above the answer, so readers know who asked. */
  readonly belowQuestion?: boolean
}

/**
 * One row: the answer's own buttons and, if it is private, the one that shares it. Below a shared one, who shared it.
 * @param answerButtons may be none
 */
export function answerFooter(
  options: AnswerOptions,
  answerButtons: readonly (Button | null)[] = [],
): readonly Block[] {
  const isPrivate = options.shareable && options.sharedBy === undefined
  const share = isPrivate ? button('Share to channel', { kind: 'share', text: options.command }) : null
  return [...buttons([...answerButtons, share]), ...sharedLine(options)]
}

/** Who shared the answer, and the command they typed. Empty for a private answer. */
export function sharedLine({ command, sharedBy, belowQuestion }: AnswerOptions): readonly Block[] {
  if (sharedBy === undefined || belowQuestion === true) return []
  return [contextOf(['Shared by ', { user: sharedBy }, ` from /sightline ${oneLine(command, 200, '')}`])]
}
