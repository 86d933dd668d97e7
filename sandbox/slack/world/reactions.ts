/** Reactions to messages, and their events. */
import { emitEvent } from '../delivery/events.ts'
import type { Json } from '../json.ts'
import type { ShownMessage } from '../model.ts'
import { APP } from './seed.ts'
import type { World } from './world.ts'

/** Slack's names of emoji, optionally with a skin tone. */
export const isReactionName = (name: string): boolean => /^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)

/** docs.slack.dev/reference/events/reaction_added, …/reaction_removed */
function tell(world: World, change: 'added' | 'removed', message: ShownMessage, user: string, name: string) {
  const { channel, ts } = message
  if (!world.workspace.channel(channel).members.has(APP.botUser)) return
  const event: Json = {
    type: `reaction_${change}`,
    user,
    reaction: name,
    item: { type: 'message', channel, ts },
    item_user: message.user,
  }
  emitEvent(world, `reaction_${change}`, event)
}

const usersOf = (message: ShownMessage, name: string): readonly string[] =>
  message.reactions?.find((one) => one.name === name)?.users ?? []

/** Returns false if the user already had this reaction. */
export function addReaction(world: World, message: ShownMessage, user: string, name: string): boolean {
  const users = usersOf(message, name)
  if (users.includes(user)) return false
  const added = { name, users: [...users, user] }
  const previous = message.reactions ?? []
  const reactions =
    users.length > 0 ? previous.map((one) => (one.name === name ? added : one)) : [...previous, added]
  world.messages.replace({ ...message, reactions })
  tell(world, 'added', message, user, name)
  return true
}

/** Returns false if the user didn't have this reaction. */
export function removeReaction(world: World, message: ShownMessage, user: string, name: string): boolean {
  if (!usersOf(message, name).includes(user)) return false
  const { reactions: previous = [], ...rest } = message
  const reactions = previous
    .map((one) => (one.name === name ? { name, users: one.users.filter((id) => id !== user) } : one))
    .filter(({ users }) => users.length > 0)
  world.messages.replace(reactions.length > 0 ? { ...rest, reactions } : rest)
  tell(world, 'removed', message, user, name)
  return true
}
