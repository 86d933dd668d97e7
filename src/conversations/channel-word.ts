import {
  channelChoice,
  channelChosen,
  channelUnusable,
  noChannels,
} from '../blocks/conversation/channel-choice.ts'
import { channelsToChoose, chooseConversationChannel, isShared } from '../channels/conversation-channel.ts'
import type { Message } from '../model/message.ts'
import { longestText, splitWords, type Word } from '../questions/tokenizer.ts'
import type { Workspace } from '../slack/workspace.ts'

/** At most this many channels' names are looked up. */
const maxNamesRead = 20

export interface RequestedChannel {
  readonly name: Word | undefined
}

/** `null`: the text is about something else. */
export function requestedChannel(text: string): RequestedChannel | null {
  if (text.length > longestText) return null
  const words = splitWords(text.replace(/^(?:change|switch|use)\s+(?:the\s+)?(?=channel\b)/iu, ''))
  const [first, name, ...rest] = words
  if (first === undefined || !/^channel[?!.:]*$/iu.test(first.text) || rest.length > 0) return null
  return { name }
}

/**
 * @returns `null`: the word names no channel, so the text is about something else. @throws {Problem} unknown channels
 */
export async function findRequestedChannel(
  { name }: RequestedChannel,
  user: string,
  workspace: Workspace,
): Promise<Message | null> {
  const { team, store } = workspace
  const channels = await channelsToChoose(workspace, user)
  if (name === undefined) {
    const chosen = await store.conversationChannels.get(team, user)
    return channels.length === 0 ? noChannels() : channelChoice({ channels, chosen, question: '' })
  }
  const channel =
    name.mention?.kind === 'channel' ? name.mention.id : await channelNamed(name.text, channels, workspace)
  if (channel === null && !name.text.startsWith('#')) return null
  if (channel === null || !(await isShared(workspace, user, channel))) return channelUnusable(name.text)
  await chooseConversationChannel(workspace, user, channel)
  return channelChosen(channel)
}

/** The channel with this name; `null`: none of the first twenty. */
export async function channelNamed(
  typed: string,
  channels: readonly string[],
  { directory }: Pick<Workspace, 'directory'>,
): Promise<string | null> {
  const channelName = typed.replace(/^#/u, '').toLowerCase()
  for (const channel of channels.slice(0, maxNamesRead)) {
    const state = await directory.state(channel)
    if (state?.name?.toLowerCase() === channelName) return channel
  }
  return null
}
