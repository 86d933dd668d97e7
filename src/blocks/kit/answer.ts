/** What every answer to a command ends with. */
import type { Button } from '@slack/types'
import type { Block } from '../../model/message.ts'
import { button, buttons, contextOf } from './elements.ts'
import { oneLine } from './text.ts'

export interface AnswerOptions {
  /** Only the asker sees the answer, and may show it to everybody. */
  readonly shareable: boolean
  /** What was typed after `/sightline `. */
  readonly command: string
  /** Slack user id of who showed it to everybody. */
  readonly sharedBy?: string
  /** Everybody who reads it reads the question above it, and so who asked. */
  readonly belowQuestion?: boolean
}

/**
 * The answer's own buttons and the one that shares a private answer, in one row; in a shared one, who shared it.
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

/** Who showed this to everybody, and what they had asked; nothing in a private answer. */
export function sharedLine({ command, sharedBy, belowQuestion }: AnswerOptions): readonly Block[] {
  if (sharedBy === undefined || belowQuestion === true) return []
  return [contextOf(['Shared by ', { user: sharedBy }, ` from /sightline ${oneLine(command, 200, '')}`])]
}
