/** Messages coming into being, whoever sends them, and the events that the app hears of it. */
import { SlackError } from '../api/errors.ts'
import { emitEvent } from '../delivery/events.ts'
import { type Json, text } from '../json.ts'
import type { ShownMessage } from '../model.ts'
import type { ResponseTarget } from '../responses.ts'
import { type Content, readContent } from './content.ts'
import { APP } from './seed.ts'
import type { World } from './world.ts'

export interface Sending {
  readonly channel: string
  readonly user?: string
  readonly thread_ts?: string
  readonly ephemeralFor?: string
  readonly files?: readonly Json[]
}

/** Puts a message into its channel; by the app unless `user` says otherwise. */
export function addMessage(world: World, content: Content, sending: Sending): ShownMessage {
  const { text, blocks, attachments, metadata } = content
  const message: ShownMessage = {
    ts: world.messages.nextTs(),
    user: sending.user ?? APP.botUser,
    channel: sending.channel,
    text,
    blocks,
    ...(attachments ? { attachments } : {}),
    ...(metadata ? { metadata } : {}),
    ...(sending.thread_ts ? { thread_ts: sending.thread_ts } : {}),
    ...(sending.ephemeralFor ? { ephemeralFor: sending.ephemeralFor } : {}),
    ...(sending.files ? { files: sending.files } : {}),
  }
  world.messages.add(message)
  if (!sending.ephemeralFor) announce(world, message)
  return message
}

/** What a message says from now on; its place, `ts` and author stay. */
export function changeMessage(world: World, old: ShownMessage, content: Content): ShownMessage {
  const { attachments: _attachments, metadata: oldMetadata, ...kept } = old
  const metadata = content.metadata ?? oldMetadata
  const message: ShownMessage = {
    ...kept,
    text: content.text,
    blocks: content.blocks,
    ...(content.attachments ? { attachments: content.attachments } : {}),
    ...(metadata ? { metadata } : {}),
    ...(old.ephemeralFor ? {} : { edited: { ts: world.messages.nextTs() } }),
  }
  world.messages.replace(message)
  return message
}

const CHANNEL_TYPES = { public: 'channel', private: 'group', im: 'im' } as const
const MESSAGE_EVENTS = { public: 'message.channels', private: 'message.groups', im: 'message.im' } as const

function announce(world: World, message: ShownMessage) {
  const channel = world.workspace.channel(message.channel)
  if (!channel.members.has(APP.botUser)) return
  const about = { ...messageObject(world, message), channel: message.channel, event_ts: message.ts }
  emitEvent(world, MESSAGE_EVENTS[channel.kind], { ...about, channel_type: CHANNEL_TYPES[channel.kind] })
  const mentioned = message.text.includes(`<@${APP.botUser}>`)
  if (mentioned && message.user !== APP.botUser)
    emitEvent(world, 'app_mention', { ...about, type: 'app_mention' })
}

/** The message as the Web API, payloads and events show it. */
export function messageObject(world: World, message: ShownMessage, withMetadata = false): Json {
  const { channel, ephemeralFor, metadata, reactions, ...shown } = message
  const replies = world.messages.replies(channel, message.ts)
  const byApp = message.user === APP.botUser
  return {
    type: 'message',
    ...shown,
    team: world.team.id,
    ...(byApp ? { bot_id: APP.botId, app_id: APP.id } : {}),
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
 * Carries out what the app sent to a response_url, or as the acknowledgement of a slash command: a new message
 * (ephemeral unless `in_channel`), a replaced or a deleted original. Only an interaction's address has an original: what a
 * command's address has shown stays. Throws as `readContent` does.
 */
export function showResponse(world: World, target: ResponseTarget, body: Json): void {
  const original = target.original ? world.messages.find(target.channel, target.original) : undefined
  if (body.delete_original === true) {
    if (original) world.messages.remove(target.channel, original.ts)
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
