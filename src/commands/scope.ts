import type { AnswerOptions } from '../blocks/kit/answer.ts'
import { Problem } from '../lib/problem.ts'
import type { Caller } from '../slack/plan.ts'

/** @throws {Problem} if no channel is known, or in a direct message. @param subject what belongs to a channel */
export function requireChannel({ channel }: Caller, subject: 'Digests' | 'Notes', command: string): void {
  if (channel === '' || /^D[A-Z0-9]/.test(channel))
    throw new Problem(
      'no_channel',
      `${subject} belong to a channel. Type /sightline ${command} in the channel you mean.`,
    )
}

/**
 * Options for the end of an answer: a button to share it, or the name of the person who shared it. An answer below its
 * question is already for everyone, so it needs neither.
 */
export function sharing(
  { user, shares, inConversation, outsidersRead }: Caller,
  command: string,
): AnswerOptions {
  if (inConversation) return { shareable: false, command, sharedBy: user, belowQuestion: true }
  if (shares === true) return { shareable: false, command, sharedBy: user }
  return { shareable: outsidersRead === true ? 'anyway' : true, command }
}
