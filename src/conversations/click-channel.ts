import { aboutIn } from '../blocks/conversation/lead.ts'
import { conversationChannel, isShared } from '../channels/conversation-channel.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/**
 * Moves a click in direct messages to the channel that the message is about, or else to the one that the person's direct
 * messages are about. Click handlers use the analysis of the click's channel.
 */
export async function clickWithChannel(click: Click, workspace: Workspace): Promise<Click> {
  const { channel, user, message } = click
  if (message === null || channel === null || !channel.startsWith('D')) return click
  try {
    const statedChannel = aboutIn(message.content?.blocks ?? [])
    // A person who has left a channel may no longer read about it.
    if (statedChannel !== null && (await isShared(workspace, user, statedChannel)))
      return { ...click, channel: statedChannel }
    const about = await conversationChannel(workspace, user)
    return about.kind === 'channel' ? { ...click, channel: about.channel } : click
  } catch (error) {
    workspace.log.warn('could not find the channel of a click in direct messages', {
      team: click.team,
      user,
      error,
    })
    return click
  }
}
