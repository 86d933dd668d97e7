/** Adds, changes and removes anyone's messages, and sends the events. */
import { SlackError } from '../api/call.ts'
import { type Json, text } from '../json.ts'
import type { ShownMessage } from '../model.ts'
import type { ResponseTarget } from '../responses.ts'
import { type Content, readContent } from './content.ts'
import { announceChanged, announceDeleted, announcePosted, tellMetadata } from './message-events.ts'
import { APP } from './seed.ts'
import type { World } from './world.ts'

export interface Sending {
  readonly channel: string
  readonly user?: string
  readonly thread_ts?: string
  readonly ephemeralFor?: string
  readonly files?: readonly Json[]
  readonly client_msg_id?: string
  /** Fields that appear only in the message's event. */
  readonly eventFields?: Json
}

/** Adds a message to its channel. The app is the author unless `user` is given. */
export function addMessage(world: World, content: Content, sending: Sending): ShownMessage {
  const { text, blocks, attachments, metadata } = content
  const { channel, thread_ts: thread, ephemeralFor } = sending
  const message: ShownMessage = {
    ts: world.messages.nextTs(),
    user: sending.user ?? APP.botUser,
    channel,
    text,
    blocks,
    ...(attachments ? { attachments } : {}),
    ...(metadata ? { metadata } : {}),
    ...(thread ? { thread_ts: thread } : {}),
    ...(ephemeralFor ? { ephemeralFor } : {}),
    ...(sending.files ? { files: sending.files } : {}),
    ...(sending.client_msg_id ? { client_msg_id: sending.client_msg_id } : {}),
  }
  // In a thread without replies nobody sees it: docs.slack.dev/reference/methods/chat.postEphemeral#arguments
  const isHidden = ephemeralFor && thread && world.messages.replies(channel, thread).length === 0
  if (!isHidden) world.messages.add(message)
  if (message.user === APP.botUser) world.assistant.clearStatus(channel, thread)
  if (!ephemeralFor)
    announcePosted(world, message, { ...messageObject(world, message), ...sending.eventFields })
  tellMetadata(world, message, undefined, message.metadata)
  return message
}

/** Replaces a message's content. Its channel, `ts` and author stay. */
export function changeMessage(world: World, old: ShownMessage, content: Content): ShownMessage {
  const { attachments: _attachments, metadata: oldMetadata, ...rest } = old
  const metadata = content.metadata === undefined ? oldMetadata : content.metadata
  const message: ShownMessage = {
    ...rest,
    text: content.text,
    blocks: content.blocks,
    ...(content.attachments ? { attachments: content.attachments } : {}),
    ...(metadata ? { metadata } : {}),
    ...(old.ephemeralFor ? {} : { edited: { ts: world.messages.nextTs() } }),
  }
  replaceMessage(world, old, message)
  // Only sent if metadata was given again.
  if (content.metadata !== undefined) tellMetadata(world, message, oldMetadata, message.metadata)
  return message
}

/** Replaces a message and sends the event. */
export function replaceMessage(world: World, old: ShownMessage, message: ShownMessage): void {
  const before = messageObject(world, old)
  world.messages.replace(message)
  if (!old.ephemeralFor) announceChanged(world, message, messageObject(world, message), before)
}

/** Removes a message and sends the event. */
export function removeMessage(world: World, message: ShownMessage): void {
  const before = messageObject(world, message)
  world.messages.remove(message.channel, message.ts)
  if (!message.ephemeralFor) announceDeleted(world, message, before)
  tellMetadata(world, message, message.metadata, undefined)
}

/** docs.slack.dev/reference/objects/bot-object, in the form used in messages */
const botProfile = (world: World): Json => ({
  id: APP.botId,
  deleted: false,
  name: world.workspace.user(APP.botUser).realName,
  updated: 1_700_000_000,
  app_id: APP.id,
  user_id: APP.botUser,
  icons: {},
  team_id: world.team.id,
})

/** The message in the format of the Web API, payloads and events. */
export function messageObject(world: World, message: ShownMessage, withMetadata = false): Json {
  const { channel, ephemeralFor, metadata, reactions, stream: _, ...shown } = message
  const replies = world.messages.replies(channel, message.ts)
  const byApp = message.user === APP.botUser && message.subtype === undefined
  const inThread = message.thread_ts !== undefined && message.thread_ts !== message.ts
  const parent = inThread ? world.messages.find(channel, message.thread_ts) : undefined
  return {
    type: 'message',
    ...shown,
    team: world.team.id,
    ...(byApp ? { bot_id: APP.botId, app_id: APP.id, bot_profile: botProfile(world) } : {}),
    ...(parent ? { parent_user_id: parent.user } : {}),
    ...(message.edited ? { edited: { user: message.user, ts: message.edited.ts } } : {}),
    ...(withMetadata && metadata ? { metadata } : {}),
    ...(reactions ? { reactions: reactions.map((one) => ({ ...one, count: one.users.length })) } : {}),
    ...(replies.length > 0
      ? {
          thread_ts: message.ts,
          reply_count: replies.length,
          reply_users: [...new Set(replies.map((reply) => reply.user))],
          latest_reply: replies.at(-1)?.ts,
        }
      : {}),
  }
}

/**
 * Applies what the app sent to a response_url or in the acknowledgement of a slash command: a new message (ephemeral
 * unless `in_channel`), or a replaced or deleted original. Only an interaction's response_url has an original;
 * messages from a command's response_url stay. Throws like `readContent`.
 */
export function showResponse(world: World, target: ResponseTarget, body: Json): void {
  const original = target.original ? world.messages.find(target.channel, target.original) : undefined
  if (body.delete_original === true) {
    if (original) removeMessage(world, original)
    if (!text(body.text) && body.blocks === undefined) return
  }
  const content = readContent(body, world.rights)
  if (body.replace_original === true && original) {
    changeMessage(world, original, content)
    return
  }
  const thread = text(body.thread_ts)
  if (thread && !world.messages.find(target.channel, thread)) throw new SlackError('cannot_reply_to_message')
  addMessage(world, content, {
    channel: target.channel,
    ...(thread ? { thread_ts: thread } : {}),
    ...(body.response_type === 'in_channel' ? {} : { ephemeralFor: target.user }),
  })
}
