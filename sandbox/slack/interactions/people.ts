/** Users' own actions: open the Home tab, join and leave channels. */
import { emitEvent, sendEvent } from '../delivery/events.ts'
import type { Acknowledgement, SlackChannel } from '../model.ts'
import { joinChannel, memberEvent } from '../world/membership.ts'
import { APP, USERS } from '../world/seed.ts'
import type { World } from '../world/world.ts'

/** Opens the app's Home tab. Resolves when the app has acknowledged `app_home_opened`. */
export async function openHome(world: World, user: string): Promise<Acknowledgement> {
  world.workspace.user(user)
  const channel = world.workspace.dm(user).id
  const view = world.views.home(user)
  const event = { type: 'app_home_opened', user, channel, tab: 'home', ...(view ? { view: view.view } : {}) }
  return (await sendEvent(world, 'app_home_opened', event)) ?? { ok: true, ms: 0 }
}

/** Adds a user to a channel or removes them. @param change.inviter who added them */
export function setMember(
  world: World,
  change: { channel: string; user: string; member: boolean; inviter?: string },
): void {
  const { workspace } = world
  const channel = workspace.channel(change.channel)
  workspace.user(change.user)
  if (change.inviter !== undefined && !channel.members.has(change.inviter))
    throw new Error(`${change.inviter} is not in ${channel.id}`)
  if (channel.members.has(change.user) === change.member) return
  if (!change.member) {
    channel.members.delete(change.user)
    world.changes.changed()
    tellLeft(world, channel, change.user)
    return
  }
  joinChannel(world, channel, change.user, change.inviter)
}

const eventPrefix = ({ kind }: SlackChannel) => (kind === 'private' ? 'group' : 'channel')

/** An app that leaves or is removed hears only of itself: github.com/slackapi/bolt-js/issues/1847 */
function tellLeft(world: World, channel: SlackChannel, user: string): void {
  const type = `${eventPrefix(channel)}_left`
  if (user === APP.botUser) emitEvent(world, type, { type, channel: channel.id, actor_id: user })
  else if (channel.members.has(APP.botUser))
    emitEvent(world, 'member_left_channel', memberEvent(world, channel, user, 'left'))
}

/** Archives or restores a channel. The app hears of a private one only as its member. */
export function setArchived(world: World, id: string, archived: boolean, user: string = USERS.owner): void {
  const channel = world.workspace.channel(id)
  channel.archived = archived
  world.changes.changed()
  const type = `${eventPrefix(channel)}_${archived ? 'archive' : 'unarchive'}`
  if (channel.kind === 'public' || channel.members.has(APP.botUser))
    emitEvent(world, type, { type, channel: id, user })
}

/** Shares a channel with another organization. A private channel gets a new id and keeps all its messages. */
export function shareChannel(world: World, id: string): string {
  const { members } = world.workspace.channel(id)
  const shared = world.workspace.share(id)
  if (shared === id) return id
  world.messages.move(id, shared)
  const event = { type: 'channel_id_changed', old_channel_id: id, new_channel_id: shared }
  if (members.has(APP.botUser)) emitEvent(world, event.type, event)
  return shared
}

/** Deactivates a user's account. Slack then removes them from their channels. */
export function deactivate(world: World, id: string): void {
  world.workspace.user(id).deactivated = true
  for (const channel of world.workspace.channels.values())
    if (channel.kind !== 'im') channel.members.delete(id)
  world.changes.changed()
}
