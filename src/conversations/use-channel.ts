import { channelChosen } from '../blocks/conversation/channel-choice.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { chooseConversationChannel } from '../channels/conversation-channel.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { answerAbout, say } from './answer-message.ts'
import { progressLine } from './unanswered.ts'

/** “Use this channel” in direct messages: stores the choice, and answers the question that led to it. */
export async function useChannelAction(
  { channel, question }: Extract<Action, { kind: 'use_channel' }>,
  { team, user, outside, message }: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  await chooseConversationChannel(workspace, user, channel)
  if (message === null || message.ephemeral || !message.channel.startsWith('D'))
    return answer.ephemeral(channelChosen(channel))
  await workspace.poster.update(message, channelChosen(channel))
  if (question === '') return
  const reply = workspace.replyTo({ channel: message.channel, user, threadTs: message.threadTs })
  reply.working(progressLine(workspace))
  const caller = { team, channel, user, outside, inConversation: true }
  const answered = await answerAbout(channel, question, caller, workspace).catch(async (error: unknown) => {
    // The person who clicked is told what failed, in place of the “Looking it up…” line.
    await reply.removeLine()
    throw error
  })
  await say(answered, reply, workspace)
}
