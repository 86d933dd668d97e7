/** The channel whose analysis a tool call is about. */
import { channelsOf, channelsToChoose, conversationChannel } from '../channels/conversation-channel.ts'
import { channelNamed } from '../conversations/channel-word.ts'
import { Problem } from '../lib/problem.ts'
import { shortened } from '../questions/tokenizer.ts'
import type { Workspace } from '../slack/workspace.ts'

/** More names would be too many to choose from. */
const offered = 10

/**
 * The named channel, or else the one that the person's direct messages are about.
 * @param name as typed, or Slack's id
 * @returns empty: no channel has settings of its own, so the workspace's defaults apply
 * @throws {Problem} if the person isn't in it, or has to choose
 */
export async function channelOf(
  name: string | undefined,
  user: string,
  workspace: Workspace,
): Promise<string> {
  if (name !== undefined && name !== '') return named(name, user, workspace)
  const about = await conversationChannel(workspace, user)
  if (about.kind === 'channel') return about.channel
  if (about.kind === 'none') return ''
  throw new Problem(
    'which_channel',
    `Several channels have an analysis, and nobody said which one is meant. Ask the person, then call the tool again with one of them as “channel”: ${await namesOf(about.channels, workspace)}.`,
  )
}

async function named(name: string, user: string, workspace: Workspace): Promise<string> {
  const shared = await channelsOf(workspace, user)
  const [, id = name] = /^<#([A-Z0-9]+)(?:\|[^>]*)?>$/.exec(name) ?? []
  if (shared.has(id)) return id
  const likely = await channelsToChoose(workspace, user)
  const channel = await channelNamed(name, [...new Set([...likely, ...shared])], workspace)
  if (channel !== null) return channel
  const others =
    likely.length === 0 ? '' : ` Channels that can be asked about: ${await namesOf(likely, workspace)}.`
  throw new Problem(
    'channel_unusable',
    `The person who asks and Sightline aren’t both in a channel called “${shortened(name)}”.${others}`,
  )
}

async function namesOf(
  channels: readonly string[],
  { channelState }: Pick<Workspace, 'channelState'>,
): Promise<string> {
  const states = await Promise.all(channels.slice(0, offered).map((channel) => channelState(channel)))
  return states.map((state, index) => state?.name ?? channels[index]).join(', ')
}
