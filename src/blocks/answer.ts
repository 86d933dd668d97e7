/** What every answer to a command ends with. */
import { button, buttons, contextOf } from './elements.ts'
import type { Block } from './message.ts'
import { oneLine } from './text.ts'

export interface AnswerOptions {
  /** Only the asker sees the answer, and may show it to everybody. */
  readonly shareable: boolean
  /** What was typed after `/sightline `. */
  readonly command: string
  /** Slack user id of who showed it to everybody. */
  readonly sharedBy?: string
}

/** The button that shares a private answer, or who shared this one. */
export function answerFooter(options: AnswerOptions): readonly Block[] {
  if (options.sharedBy !== undefined) return sharedLine(options)
  if (!options.shareable) return []
  return buttons([button('Share with channel', { kind: 'share', text: options.command })])
}

/** Who showed this to everybody, and what they had asked; nothing in a private answer. */
export function sharedLine({ command, sharedBy }: AnswerOptions): readonly Block[] {
  if (sharedBy === undefined) return []
  return [contextOf(['Shared by ', { user: sharedBy }, ` from /sightline ${oneLine(command, 200, '')}`])]
}
