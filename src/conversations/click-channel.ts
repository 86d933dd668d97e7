import { aboutIn } from '../blocks/conversation/lead.ts'
import { conversationChannel, isShared } from '../channels/conversation-channel.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/**
 * A click in direct messages, as if it were made in the channel that the message is about, or else the person's direct messages.
 * Everything that a click does asks for the channel's analysis.
 */
export async function clickWithChannel(click: Click, workspace: Workspace): Promise<Click> {
  const { channel, user, message } = click
  if (message === null || channel === null || !channel.startsWith('D')) return click
  try {
    const statedChannel = aboutIn(message.content?.blocks ?? [])
    // Who has left a channel reads nothing of it any more.
    if (statedChannel !== null && (await isShared(workspace, user, statedChannel)))
      return { ...click, channel: statedChannel }
    const about = await conversationChannel(workspace, user)
    return about.kind === 'channel' ? { ...click, channel: about.channel } : click
  } catch (error) {
    workspace.log.warn('a click in direct messages has no channel', { team: click.team, user, error })
    return click
  }
}
