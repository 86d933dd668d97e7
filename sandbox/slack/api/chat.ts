/** chat.*: docs.slack.dev/reference/methods?family=chat */

import { randomBytes } from 'node:crypto'
import type { Json } from '../json.ts'
import type { ShownMessage, SlackChannel } from '../model.ts'
import { type Content, contentFields, readContent } from '../world/content.ts'
import { addMessage, changeMessage, messageObject, removeMessage } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError } from './call.ts'
import { knownChannel, type Methods, method, page } from './method.ts'

/** chat.update accepts a tenth of the length that chat.postMessage accepts. */
const LONGEST_UPDATE = 4000

/** The channel to post to: an id, a name, or a user id (the direct messages). Throws if the app can't post there. */
export function postingChannel(world: World, args: Arguments): SlackChannel {
  const wanted = args.required('channel')
  const channel =
    world.workspace.users.get(wanted)?.isBot === false
      ? world.workspace.dm(wanted)
      : world.workspace.findChannel(wanted)
  if (!channel) throw new SlackError('channel_not_found')
  const member = channel.members.has(APP.botUser)
  if (!member && channel.kind !== 'public') throw new SlackError('channel_not_found')
  if (channel.archived) throw new SlackError('is_archived')
  if (!member && !world.scopes.has('chat:write.public')) throw new SlackError('not_in_channel')
  if (channel.kind === 'im' && world.manifest && !world.manifest.messagesTab) {
    throw new SlackError('messages_tab_disabled')
  }
  return channel
}

/** The thread to post in. Its root must exist in this channel. Throws `cannot_reply_to_message`. */
export function threadOf(world: World, channel: string, args: Arguments): { thread_ts?: string } {
  const thread_ts = args.string('thread_ts')
  if (!thread_ts) return {}
  const parent = world.messages.find(channel, thread_ts)
  const isReply = parent?.thread_ts !== undefined && parent.thread_ts !== parent.ts
  if (!parent || isReply || parent.ephemeralFor) throw new SlackError('cannot_reply_to_message')
  return { thread_ts }
}

/** A message of the app that can be changed. Throws `message_not_found`, or the given errors. */
function ownMessage(world: World, args: Arguments, notOwn: string, inArchive: string) {
  const channel = knownChannel(world, args.required('channel'))
  const message = world.messages.find(channel.id, args.required('ts'))
  if (!message || message.ephemeralFor) throw new SlackError('message_not_found')
  if (message.user !== APP.botUser) throw new SlackError(notOwn)
  if (channel.archived) throw new SlackError(inArchive)
  return message
}

/** Slack ends a stream by itself after a while. */
export const isStreaming = (world: World, { stream }: ShownMessage): boolean =>
  stream?.isOver === false && now(world) * 1000 <= stream.endsAt

const isEmpty = (value: unknown) => typeof value === 'object' && Object.keys(value ?? {}).length === 0

/** Attachments stay unless new ones are given, blocks unless new ones or a text are. Empty ones remove them. */
function keptContent(old: ShownMessage, fields: Json): Partial<Content> {
  const given = [fields.text, fields.blocks, fields.markdown_text].some((one) => one !== undefined)
  return {
    ...(given ? {} : { blocks: old.blocks }),
    ...(fields.attachments === undefined && old.attachments ? { attachments: old.attachments } : {}),
    ...(isEmpty(fields.metadata) ? { metadata: null } : {}),
  }
}

/** Drops empty lists and objects, which need no validation here. */
const withoutEmpty = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))

export const chat: Methods = {
  'chat.postMessage': method('special', 'chat:write', (args, world) => {
    const channel = postingChannel(world, args)
    const { truncated, ...content } = readContent(contentFields(args), world.rights, true)
    const message = addMessage(world, content, { channel: channel.id, ...threadOf(world, channel.id, args) })
    const warning = truncated ? 'message_truncated' : undefined
    return { channel: channel.id, ts: message.ts, message: messageObject(world, message, true), warning }
  }),
  'chat.postEphemeral': method('tier4', 'chat:write', (args, world) => {
    const channel = postingChannel(world, args)
    const user = args.required('user')
    if (!channel.members.has(user)) throw new SlackError('user_not_in_channel')
    const content = readContent(contentFields(args), world.rights)
    const sending = { channel: channel.id, ephemeralFor: user, ...threadOf(world, channel.id, args) }
    return { message_ts: addMessage(world, content, sending).ts }
  }),
  'chat.update': method('tier3', 'chat:write', (args, world) => {
    const old = ownMessage(world, args, 'cant_update_message', 'is_inactive')
    if (isStreaming(world, old)) throw new SlackError('streaming_state_conflict')
    const fields = contentFields(args)
    if (String(fields.text ?? '').length > LONGEST_UPDATE) throw new SlackError('msg_too_long')
    const content = readContent(withoutEmpty(fields), world.rights)
    const message = changeMessage(world, old, { ...content, ...keptContent(old, fields) })
    const { channel, ts, text } = message
    return { channel, ts, text, message: messageObject(world, message, true) }
  }),
  'chat.delete': method('tier3', 'chat:write', (args, world) => {
    const message = ownMessage(world, args, 'cant_delete_message', 'is_archived')
    removeMessage(world, message)
    return { channel: message.channel, ts: message.ts }
  }),
  'chat.getPermalink': method('special', [], (args, world) => {
    const channel = knownChannel(world, args.required('channel'))
    const message = world.messages.find(channel.id, args.required('message_ts'))
    if (!message || message.ephemeralFor) throw new SlackError('message_not_found')
    const thread = message.thread_ts ? `?thread_ts=${message.thread_ts}&cid=${channel.id}` : ''
    const place = `${channel.id}/p${message.ts.replace('.', '')}`
    return { channel: channel.id, permalink: `${world.origin}/archives/${place}${thread}` }
  }),
}

// Scheduled messages: docs.slack.dev/messaging/sending-and-scheduling-messages#scheduling

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
