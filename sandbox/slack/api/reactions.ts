/** reactions.*: docs.slack.dev/reference/methods?family=reactions */
import type { ShownMessage } from '../model.ts'
import { messageObject } from '../world/posting.ts'
import { addReaction, isReactionName, removeReaction } from '../world/reactions.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError } from './call.ts'
import { joinedChannel, knownMessage, type Methods, method } from './method.ts'

/** The message to react to. Throws `no_item_specified`, or like `knownMessage`. */
function reactedTo(world: World, args: Arguments): ShownMessage {
  const channel = args.string('channel')
  const ts = args.string('timestamp')
  if (!channel || !ts) throw new SlackError('no_item_specified')
  return knownMessage(world, channel, ts)
}

function reactionName(args: Arguments): string {
  const name = args.required('name')
  if (!isReactionName(name)) throw new SlackError('invalid_name')
  return name
}

export const reactions: Methods = {
  'reactions.add': method('tier3', 'reactions:write', (args, world) => {
    const message = reactedTo(world, args)
    if (world.workspace.channel(message.channel).archived) throw new SlackError('is_archived')
    const name = reactionName(args)
    if (!addReaction(world, message, APP.botUser, name)) throw new SlackError('already_reacted')
  }),
  'reactions.remove': method('tier2', 'reactions:write', (args, world) => {
    const message = reactedTo(world, args)
    const name = reactionName(args)
    if (!removeReaction(world, message, APP.botUser, name)) throw new SlackError('no_reaction')
  }),
  'reactions.get': method('tier3', 'reactions:read', (args, world) => {
    const message = reactedTo(world, args)
    return { type: 'message', channel: message.channel, message: messageObject(world, message) }
  }),
}

// pins.*: docs.slack.dev/reference/methods?family=pins

/** The message to pin or unpin. Throws `no_item_specified`, or like `knownMessage`. */
function pinned(world: World, args: Arguments): ShownMessage {
  const channel = args.required('channel')
  const ts = args.string('timestamp')
  if (!ts) throw new SlackError('no_item_specified')
  return knownMessage(world, channel, ts)
}

const created = (world: World) => Math.trunc(world.clock.now().epochMilliseconds / 1000)

export const pins: Methods = {
  'pins.add': method('tier2', 'pins:write', (args, world) => {
    const { channel, ts } = pinned(world, args)
    const pinsOf = world.pins.get(channel) ?? new Map()
    if (pinsOf.has(ts)) throw new SlackError('already_pinned')
    world.pins.set(channel, pinsOf.set(ts, created(world)))
  }),
  'pins.remove': method('tier2', 'pins:write', (args, world) => {
    const { channel, ts } = pinned(world, args)
    if (!world.pins.get(channel)?.delete(ts)) throw new SlackError('no_pin')
  }),
  'pins.list': method('tier2', 'pins:read', (args, world) => {
    const channel = joinedChannel(world, args.required('channel'))
    const items = [...(world.pins.get(channel.id) ?? [])].reverse().flatMap(([ts, at]) => {
      const message = world.messages.find(channel.id, ts)
      if (!message) return []
      const shown = { ...messageObject(world, message), pinned_to: [channel.id] }
      return [{ type: 'message', channel: channel.id, created: at, created_by: APP.botUser, message: shown }]
    })
    return { items }
  }),
}
