/** Channel membership and its events, and who shares a channel. */
import { emitEvent } from '../delivery/events.ts'
import type { Json } from '../json.ts'
import type { SlackChannel } from '../model.ts'
import { announceMention } from './message-events.ts'
import { messageObject } from './posting.ts'
import { APP } from './seed.ts'
import { userTeam } from './sharing.ts'
import type { World } from './world.ts'

/** docs.slack.dev/reference/events/member_joined_channel; `team` is the member's own workspace. */
export function memberEvent(
  world: World,
  channel: SlackChannel,
  user: string,
  change: 'joined' | 'left',
): Json {
  return {
    type: `member_${change}_channel`,
    user,
    channel: channel.id,
    channel_type: channel.id.slice(0, 1),
    team: userTeam(world, world.workspace.user(user)).team,
  }
}

/**
 * Sends the app a mention from before it was invited, if the inviter wrote it:
 * docs.slack.dev/reference/events/app_mention
 */
function announceMissed(world: World, { id }: SlackChannel, inviter: string | undefined): void {
  const missed = world.missedMentions.get(id)
  world.missedMentions.delete(id)
  const message = missed && missed.user === inviter ? world.messages.find(id, missed.ts) : undefined
  if (message) announceMention(world, message, messageObject(world, message))
}

/** Adds a user who isn't a member yet. @param inviter who added them; missing if they joined themselves */
export function joinChannel(world: World, channel: SlackChannel, user: string, inviter?: string): void {
  channel.members.add(user)
  world.changes.changed()
  if (!channel.members.has(APP.botUser)) return
  const invited = inviter === undefined ? {} : { inviter }
  emitEvent(world, 'member_joined_channel', { ...memberEvent(world, channel, user, 'joined'), ...invited })
  if (user === APP.botUser) announceMissed(world, channel, inviter)
}
