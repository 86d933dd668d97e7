/** Answers what people write to Sightline: mentions in channels, and direct messages. */

import { channelChoice } from '../blocks/conversation/channel-choice.ts'
import { withLead } from '../blocks/conversation/lead.ts'
import { conversationChannel } from '../channels/conversation-channel.ts'
import { type Answered, answerQuestion, planText } from '../commands/free-text/ask.ts'
import { forEveryone } from '../lib/day-order.ts'
import type { Caller } from '../slack/plan.ts'
import type { Reply, WrittenMessage } from '../slack/port.ts'
import type { MessageOutcome, MessageReply } from '../slack/receive/handlers.ts'
import type { Identity } from '../slack/receive/identity.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import { startSession } from './agent-view.ts'
import { findRequestedChannel, requestedChannel } from './channel-word.ts'
import { rememberRecommendations } from './remember-recommendations.ts'
import { progressLine } from './unanswered.ts'

/**
 * @returns `null` if the message was answered before, perhaps by another process, or the person stopped its answer
 * @throws {Problem} if the person isn't allowed to ask, or the message can't be answered
 */
export async function answerMessage(
  message: Placed<WrittenMessage>,
  reply: MessageReply,
  workspace: Workspace,
  identify: () => Promise<Pick<Identity, 'outside'>>,
): Promise<MessageOutcome | null> {
  const { team, channel, user, ts, kind, owner } = message
  // The same key for every event about this message, on every replica.
  if (!(await workspace.first({ team, triggerId: `${channel} ${ts}`, owner }))) return null
  const { outside } = await identify()
  const caller: Caller = { team, channel, user, outside, presence: { channel, isMember: true } }
  // Checked before anything is posted for everyone, so that only the person sees a refusal.
  await workspace.access.require('readers', caller, kind)
  const session = startSession(message, workspace)
  try {
    const readers = readersOf(kind, kind === 'mention' && (await workspace.isShared(channel)))
    if (readers === 'asker') reply.keepPrivate()
    // The agent view already shows that an answer is coming.
    if (message.viewing === null) reply.working(progressLine(workspace))
    const answered = await answerFor(readers, message, caller, workspace)
    if (await session.isStopped()) return null
    if (readers === 'asker') await reply.ephemeral(answered.message)
    else await say(answered, reply, workspace)
    return answered
  } catch (error) {
    // The person has stopped the answer, or knows that none is coming, so they aren't told what failed.
    if (await session.isStopped()) return null
    throw error
  } finally {
    session.end()
  }
}

/**
 * Who may read the answer to a message.
 * @param isShared whether other companies are in the channel; `null`: unknown
 */
export function readersOf(kind: WrittenMessage['kind'], isShared: boolean | null): 'everybody' | 'asker' {
  return kind === 'mention' && isShared !== false ? 'asker' : 'everybody'
}

async function answerFor(
  readers: ReturnType<typeof readersOf>,
  message: Placed<WrittenMessage>,
  caller: Caller,
  workspace: Workspace,
): Promise<Answered> {
  const { kind, text, channel } = message
  if (readers === 'asker') {
    const answered = await answerQuestion(text, { ...caller, outsidersRead: true }, workspace)
    return { ...answered, message: withLead(answered.message, { onlyFor: channel }) }
  }
  const inConversation = { ...caller, inConversation: true }
  return kind === 'mention'
    ? forEveryone(() => answerQuestion(text, inConversation, workspace))
    : answerDirectly(message, inConversation, workspace)
}

/** Posts an answer for everyone in the conversation. */
export async function say({ message }: Answered, reply: Reply, workspace: Workspace): Promise<void> {
  await rememberRecommendations(workspace, await reply.say(message))
}

/** Answers about the channel that direct messages are about. If there are several, the person chooses once. */
async function answerDirectly(
  { text, user, viewing }: Placed<WrittenMessage>,
  caller: Caller,
  workspace: Workspace,
): Promise<Answered> {
  const asked = requestedChannel(text)
  const chosen = asked === null ? null : await findRequestedChannel(asked, user, workspace)
  if (chosen !== null) return aboutChannels(chosen)
  const plan = planText(text)
  if (plan.kind === 'instant' && plan.understood) return answerQuestion(text, caller, workspace)
  const about = await conversationChannel(workspace, user, viewing ?? [])
  if (about.kind === 'several')
    return aboutChannels(channelChoice({ channels: about.channels, chosen: null, question: text }))
  return about.kind === 'none'
    ? answerQuestion(text, caller, workspace)
    : answerAbout(about.channel, text, caller, workspace)
}

function aboutChannels(message: Answered['message']): Answered {
  return { message, verb: 'channel', understood: true }
}

/** Answers a direct message about a channel. The answer names the channel. */
export async function answerAbout(
  channel: string,
  text: string,
  caller: Caller,
  workspace: Workspace,
): Promise<Answered> {
  const answered = await answerQuestion(text, { ...caller, channel }, workspace)
  return { ...answered, message: withLead(answered.message, { about: channel }) }
}
