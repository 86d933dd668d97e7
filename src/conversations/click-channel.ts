import { aboutIn } from '../blocks/conversation/lead.ts'
import { channelAbout } from '../blocks/kit/codec.ts'
import { conversationChannel } from '../channels/conversation-channel.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/**
 * Moves a click in an answer of Slackbot to the channel that its button names. Moves one in direct messages to the channel
 * that the message is about, or else to the one that the person's direct messages are about. Click handlers use the
 * analysis of the click's channel.
 */
export async function clickWithChannel(click: Click, workspace: Workspace): Promise<Click> {
  const { channel, user, message, value } = click
  const named = channelAbout(value)
  if (named !== null && (channel === null || channel.startsWith('D'))) return { ...click, channel: named }
  if (message === null || channel === null || !channel.startsWith('D')) return click
  const statedChannel = aboutIn(message.content?.blocks ?? [])
  if (statedChannel !== null) return { ...click, channel: statedChannel }
  try {
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
