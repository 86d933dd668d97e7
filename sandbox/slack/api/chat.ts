/** chat.*: docs.slack.dev/reference/methods?family=chat */

import type { Json } from '../json.ts'
import type { ShownMessage, SlackChannel } from '../model.ts'
import { type Content, contentFields, readContent } from '../world/content.ts'
import { addMessage, changeMessage, messageObject, removeMessage } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { SlackError } from './errors.ts'
import { knownChannel, type Methods, method } from './method.ts'

/** chat.update accepts a tenth of the length that chat.postMessage accepts. */
const LONGEST_UPDATE = 4000

/** The channel to post to: an id, a name, or a user id (the direct messages). Throws if the app can't post there. */
export function postingChannel(world: World, args: Arguments): SlackChannel {
  const wanted = args.required('channel')
  const channel = world.workspace.users.has(wanted)
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

/** A message of the app that can be changed. Throws `message_not_found`, or `refusal` if someone else wrote it. */
function ownMessage(world: World, args: Arguments, refusal: string) {
  const channel = knownChannel(world, args.required('channel'))
  const message = world.messages.find(channel.id, args.required('ts'))
  if (!message || message.ephemeralFor) throw new SlackError('message_not_found')
  if (message.user !== APP.botUser) throw new SlackError(refusal)
  if (channel.archived) throw new SlackError('is_archived')
  return message
}

/** Blocks and attachments stay unless new ones are given. An empty list removes them. */
function keptContent(old: ShownMessage, fields: Json): Partial<Content> {
  const given = fields.blocks !== undefined || fields.markdown_text !== undefined
  return {
    ...(given ? {} : { blocks: old.blocks }),
    ...(fields.attachments === undefined && old.attachments ? { attachments: old.attachments } : {}),
  }
}

/** Drops empty lists, which need no validation here. */
const withoutEmptyLists = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  )

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
    const old = ownMessage(world, args, 'cant_update_message')
    const fields = contentFields(args)
    if (String(fields.text ?? '').length > LONGEST_UPDATE) throw new SlackError('msg_too_long')
    const content = readContent(withoutEmptyLists(fields), world.rights)
    const message = changeMessage(world, old, { ...content, ...keptContent(old, fields) })
    const { channel, ts, text } = message
    return { channel, ts, text, message: messageObject(world, message, true) }
  }),
  'chat.delete': method('tier3', 'chat:write', (args, world) => {
    const message = ownMessage(world, args, 'cant_delete_message')
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
