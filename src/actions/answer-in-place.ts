import type { Message } from '../model/message.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Replaces the question by the answer, for everybody who sees it; the person who clicked always gets the answer. */
export async function answerInPlace(
  { poster, log }: Pick<Workspace, 'poster' | 'log'>,
  { team, message }: Click,
  answer: Answer,
  said: Message,
): Promise<void> {
  if (message !== null && !message.ephemeral) {
    try {
      await poster.update(message, said)
      return
    } catch (error) {
      log.warn('a question could not be replaced by its answer', { team, channel: message.channel, error })
    }
  }
  await answer.ephemeral(said)
}
