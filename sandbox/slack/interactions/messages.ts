/** What users do with messages: write, edit, delete, react. */
import { randomUUID } from 'node:crypto'
import { escapeText } from '../markup/entities.ts'
import type { MessageInput, PostInput, ShownMessage, SlackChannel } from '../model.ts'
import { addMessage, removeMessage, replaceMessage } from '../world/posting.ts'
import { addReaction, isReactionName, removeReaction } from '../world/reactions.ts'
import { richTextOf } from '../world/rich-text.ts'
import type { World } from '../world/world.ts'
import { eventContext } from './assistant.ts'
import { seenMessage } from './click.ts'
import { identify } from './elements.ts'

/** What Slack shows instead of the composer if users can't write there. */
function closedBecause({ manifest }: World, channel: SlackChannel): string | undefined {
  if (channel.archived) return `${channel.id} is archived`
  // The threads of `assistant_view` are separate from the Messages tab.
  if (channel.kind !== 'im' || manifest === undefined || manifest.assistant?.view === 'assistant_view')
    return undefined
  const open = manifest.messagesTab && !manifest.messagesReadOnly
  return open ? undefined : 'Sending messages to this app has been turned off.'
}

/** A channel that this user may write in. Throws if they may not. */
function writable(world: World, user: string, id: string): SlackChannel {
  const channel = world.workspace.channel(id)
  if (!channel.members.has(user)) throw new Error(`${user} is not in ${id}`)
  const closed = closedBecause(world, channel)
  if (closed !== undefined) throw new Error(closed)
  return channel
}

const blocksOf = (text: string) => identify([richTextOf(text)])

/** Posts a message as a user. Throws if they are not in the channel or if users may not write there. */
export function postAsPerson(world: World, { user, channel: id, text, thread_ts }: PostInput): string {
  const channel = writable(world, user, id)
  const eventFields = eventContext(world, user, channel, thread_ts)
  if (channel.kind === 'im') world.assistant.wrote(user, thread_ts)
  const sending = {
    channel: id,
    user,
    client_msg_id: randomUUID(),
    eventFields,
    ...(thread_ts ? { thread_ts } : {}),
  }
  return addMessage(world, { text, blocks: blocksOf(text) }, sending).ts
}

/** Presses a suggested prompt of the open assistant. Throws if no prompt has that title. */
export function choosePrompt(world: World, user: string, title: string): string {
  const shown = world.assistant.shown(user)
  const prompt = shown?.prompts.find((one) => one.title === title)
  if (shown === undefined || prompt === undefined) {
    const offered = shown?.prompts.map((one) => `"${one.title}"`).join(', ')
    throw new Error(`no prompt "${title}"; offered: ${offered || 'none'}`)
  }
  const { channel, thread_ts } = shown
  const text = escapeText(prompt.message)
  return postAsPerson(world, { user, channel, text, ...(thread_ts ? { thread_ts } : {}) })
}

/** The message, if this user may change things in its channel. Throws if they may not. */
function reachable(world: World, { user, channel, ts }: MessageInput): ShownMessage {
  writable(world, user, channel)
  return seenMessage(world, user, channel, ts)
}

/** Edits a user's message. Throws if someone else wrote it. */
export function editAsPerson(world: World, input: MessageInput & { readonly text: string }): void {
  const old = reachable(world, input)
  const { user, text } = input
  if (old.user !== user) throw new Error(`${user} did not write ${old.ts}`)
  if (old.text === text) return
  const edited = { ts: world.messages.nextTs() }
  replaceMessage(world, old, { ...old, text, blocks: blocksOf(text), edited })
}

/** Deletes a message. Users may delete their own; owners and admins may delete any. Throws otherwise. */
export function removeAsPerson(world: World, input: MessageInput): void {
  const message = reachable(world, input)
  const { id, role } = world.workspace.user(input.user)
  if (message.user !== id && role !== 'owner' && role !== 'admin') {
    throw new Error(`${id} did not write ${message.ts} and may not delete it`)
  }
  removeMessage(world, message)
}

/** Adds or removes a reaction. Throws if the emoji name is invalid, or if only this user sees the message. */
export function reactAsPerson(
  world: World,
  input: MessageInput & { readonly reaction: string; readonly on?: boolean },
): void {
  const { user, reaction, on = true } = input
  const message = reachable(world, input)
  if (message.ephemeralFor !== undefined) throw new Error(`only ${message.ephemeralFor} sees ${message.ts}`)
  if (!isReactionName(reaction)) throw new Error(`"${reaction}" is not an emoji name`)
  if (on) addReaction(world, message, user, reaction)
  else removeReaction(world, message, user, reaction)
}
