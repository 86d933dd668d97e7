import type { AnswerOptions } from '../blocks/kit/answer.ts'
import { channelScope } from '../channels/scope.ts'
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

/**
 * Ends a shareable answer with the button, or a shared one with the name of the person who shared it. Below its question it
 * is for everybody, too, and needs neither.
 */
export function sharing({ user, shares, inConversation }: Caller, command: string): AnswerOptions {
  if (inConversation) return { shareable: false, command, sharedBy: user, belowQuestion: true }
  return shares === true ? { shareable: false, command, sharedBy: user } : { shareable: true, command }
}
