/** The word `channel` in direct messages: shows or changes the channel that they are about. */
import { channelChoice, channelChosen, channelUnusable, noChannels } from '../blocks/conversation/replies.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { channelsOf, channelsToChoose, chooseConversationChannel } from '../channels/conversation-channel.ts'
import type { Message } from '../model/message.ts'
import { longestText, splitWords, type Word } from '../questions/tokenizer.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { questionOwed } from './question.ts'

const maxNamesRead = 20

/** The word after `channel`; `undefined`: none; `null`: the text is about something else. */
export function requestedChannel(text: string): Word | undefined | null {
  if (text.length > longestText) return null
  const words = splitWords(text.replace(/^(?:change|switch|use)\s+(?:the\s+)?(?=channel\b)/iu, ''))
  const [first, name, ...rest] = words
  if (first === undefined || !/^channel[?!.:]*$/iu.test(first.text) || rest.length > 0) return null
  return name
}

/** @returns `null`: the word names no channel. @throws {Problem} `channels_unknown` */
export async function findRequestedChannel(
  name: Word | undefined,
  user: string,
  workspace: Workspace,
): Promise<Message | null> {
  const { team, store } = workspace
  const [channels, shared] = [await channelsToChoose(workspace, user), await channelsOf(workspace, user)]
  if (name === undefined) {
    const chosen = await store.conversationChannels.get(team, user)
    return channels.length === 0 ? noChannels() : channelChoice({ channels, chosen, question: '' })
  }
  const channel =
    name.mention?.kind === 'channel'
      ? name.mention.id
      : await channelNamed(name.text, channels, shared, workspace)
  if (channel === null && !name.text.startsWith('#')) return null
  if (channel === null || !shared.has(channel)) return channelUnusable(name.text)
  await chooseConversationChannel(workspace, user, channel)
  return channelChosen(channel)
}

/** The channel with this name; `null`: none of the first twenty. @param likely those of the shared ones to try first */
export async function channelNamed(
  typed: string,
  likely: readonly string[],
  shared: ReadonlySet<string>,
  { channelState }: Pick<Workspace, 'channelState'>,
): Promise<string | null> {
  const channelName = typed.replace(/^#/u, '').toLowerCase()
  for (const channel of [...new Set([...likely, ...shared])].slice(0, maxNamesRead)) {
    const state = await channelState(channel)
    if (state?.name?.toLowerCase() === channelName) return channel
  }
  return null
}

/** “Use this channel” in direct messages: stores the choice, and answers the question that led to it. */
export async function useChannelAction(
  { channel, question: text }: Extract<Action, { kind: 'use_channel' }>,
  {
    click: { team, user, message },
    answer,
    workspace,
  }: { readonly click: Click; readonly answer: Answer; readonly workspace: Workspace },
): Promise<void> {
  await chooseConversationChannel(workspace, user, channel)
  if (message === null || message.ephemeral || !message.channel.startsWith('D'))
    return answer.ephemeral(channelChosen(channel))
  await workspace.poster.update(message, channelChosen(channel))
  if (text === '') return
  const { store, clock, outbox } = workspace
  const asked = { ...message, team, user, text, kind: 'direct', viewing: null, enterprise: null } as const
  await store.outbox.enqueue([questionOwed(asked, clock.now(), channel)], clock.now())
  outbox.wake()
}
