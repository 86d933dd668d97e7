/** Who joins a channel, what the app hears of it, and with whom a channel is shared. */
import { emitEvent } from '../delivery/events.ts'
import type { Json } from '../json.ts'
import type { SlackChannel } from '../model.ts'
import { homeOf } from './home-of.ts'
import { APP } from './seed.ts'
import type { World } from './world.ts'

/** docs.slack.dev/reference/events/member_joined_channel; `team` is the member's own workspace. */
export function memberEvent(
  world: World,
  channel: SlackChannel,
  user: string,
  what: 'joined' | 'left',
): Json {
  return {
    type: `member_${what}_channel`,
    user,
    channel: channel.id,
    channel_type: channel.kind === 'private' ? 'G' : 'C',
    team: homeOf(world, world.workspace.user(user)).team,
  }
}

/** Adds somebody who isn't in it yet. @param inviter who added them; left out: they joined by themselves */
export function joinChannel(world: World, channel: SlackChannel, user: string, inviter?: string): void {
  channel.members.add(user)
  world.changes.changed()
  if (!channel.members.has(APP.botUser)) return
  const invited = inviter === undefined ? {} : { inviter }
  emitEvent(world, 'member_joined_channel', { ...memberEvent(world, channel, user, 'joined'), ...invited })
}
