/** Scheduled messages: docs.slack.dev/messaging/sending-and-scheduling-messages#scheduling */
import { randomBytes } from 'node:crypto'
import { contentFields, readContent } from '../world/content.ts'
import { addMessage } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { postingChannel, threadOf } from './chat.ts'
import { SlackError } from './errors.ts'
import { knownChannel, type Methods, method, page } from './method.ts'

const MOST_DAYS = 120
/** At most this many messages per channel within this many seconds. */
const MOST = { messages: 30, seconds: 300 }
/** In the last seconds before it is posted, a message can't be cancelled. */
const TOO_LATE_SECONDS = 60

const now = (world: World) => world.clock.now().epochMilliseconds / 1000

/** The time to post at. Throws `invalid_time`, `time_in_past` or `time_too_far`. */
function postAt(world: World, args: Arguments): number {
  const at = Number(args.required('post_at'))
  if (!Number.isInteger(at) || at <= 0) throw new SlackError('invalid_time')
  if (at <= now(world)) throw new SlackError('time_in_past')
  if (at > now(world) + MOST_DAYS * 86_400) throw new SlackError('time_too_far')
  return at
}

export const scheduled: Methods = {
  'chat.scheduleMessage': method('tier3', 'chat:write', (args, world) => {
    const channel = postingChannel(world, args)
    const post_at = postAt(world, args)
    const thread = threadOf(world, channel.id, args)
    const { truncated: _, ...content } = readContent(contentFields(args), world.rights)
    const near = [...world.scheduled.values()].filter(
      (one) => one.channel_id === channel.id && Math.abs(one.post_at - post_at) < MOST.seconds,
    )
    if (near.length >= MOST.messages) throw new SlackError('restricted_too_many')
    const id = `Q0${randomBytes(5).toString('hex').toUpperCase()}`
    const date_created = Math.trunc(now(world))
    world.scheduled.set(id, { id, channel_id: channel.id, post_at, date_created, text: content.text })
    world.timers.after(post_at * 1000 - world.clock.now().epochMilliseconds, () => {
      // The message may have been deleted.
      if (world.scheduled.delete(id) && !channel.archived)
        addMessage(world, content, { channel: channel.id, ...thread })
    })
    const { text, blocks } = content
    const message = { type: 'delayed_message', subtype: 'bot_message', bot_id: APP.botId, text, blocks }
    return { channel: channel.id, scheduled_message_id: id, post_at, message }
  }),
  'chat.scheduledMessages.list': method('tier3', [], (args, world) => {
    const channel = args.string('channel')
    if (channel && !world.workspace.channels.has(channel)) throw new SlackError('invalid_channel')
    const oldest = Number(args.string('oldest') ?? 0)
    const latest = Number(args.string('latest') ?? Number.POSITIVE_INFINITY)
    const meant = [...world.scheduled.values()]
      .filter((one) => !channel || one.channel_id === channel)
      .filter((one) => one.post_at >= oldest && one.post_at <= latest)
    const { items, cursor } = page(meant, args, 100)
    return { scheduled_messages: items, response_metadata: { next_cursor: cursor } }
  }),
  'chat.deleteScheduledMessage': method('tier3', 'chat:write', (args, world) => {
    const channel = knownChannel(world, args.required('channel'))
    const id = args.required('scheduled_message_id')
    const scheduled = world.scheduled.get(id)
    if (scheduled?.channel_id !== channel.id || scheduled.post_at - now(world) < TOO_LATE_SECONDS)
      throw new SlackError('invalid_scheduled_message_id')
    world.scheduled.delete(id)
  }),
}
