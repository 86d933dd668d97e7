import { channelChosen } from '../blocks/conversation/channel-choice.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { chooseConversationChannel } from '../channels/conversation-channel.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { questionOwed } from './question.ts'

export async function useChannelAction(
  { channel, question: text }: Extract<Action, { kind: 'use_channel' }>,
  { team, user, message }: Click,
  answer: Answer,
  workspace: Workspace,
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
