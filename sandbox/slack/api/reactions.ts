/** reactions.*: docs.slack.dev/reference/methods?family=reactions */
import type { ShownMessage } from '../model.ts'
import { messageObject } from '../world/posting.ts'
import { addReaction, isReactionName, removeReaction } from '../world/reactions.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { SlackError } from './errors.ts'
import { knownMessage, type Methods, method } from './method.ts'

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
