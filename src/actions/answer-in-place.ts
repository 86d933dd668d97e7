import type { Message } from '../model/message.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Puts the answer in the place of the question, for everybody who sees it; the one who clicked is told in any case. */
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
