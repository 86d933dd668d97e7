import type { AnswerOptions } from '../blocks/kit/answer.ts'
import { channelScope } from '../channels/scope.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'

/** The scope of the caller's channel. */
export function scopeOf(
  { store, defaults }: Pick<Workspace, 'store' | 'defaults'>,
  { team, channel }: Caller,
): Promise<ChannelScope> {
  return channelScope(store, defaults, team, channel)
}

/** @throws {Problem} where no channel is known, or in a direct message. @param subject belongs to a channel */
export function requireChannel({ channel }: Caller, subject: 'Digests' | 'Notes', command: string): void {
  if (channel === '' || /^D[A-Z0-9]/.test(channel))
    throw new Problem(
      'no_channel',
      `${subject} belong to a channel. Type /sightline ${command} in the channel you mean.`,
    )
}

/**
 * Ends a shareable answer with the button, or a shared one with the name of the person who shared it. Below its question it
 * is for everybody, too, and needs neither.
 */
export function sharing({ user, shares, inConversation }: Caller, command: string): AnswerOptions {
  if (inConversation) return { shareable: false, command, sharedBy: user, belowQuestion: true }
  return shares === true ? { shareable: false, command, sharedBy: user } : { shareable: true, command }
}
