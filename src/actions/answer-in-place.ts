import type { Message } from '../model/message.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Replaces the clicked question with the answer, for everybody. If that fails, only the person who clicked gets it. */
export async function answerInPlace(
  { poster, log }: Pick<Workspace, 'poster' | 'log'>,
  { team, message }: Click,
  answer: Answer,
  content: Message,
): Promise<void> {
  if (message !== null && !message.ephemeral) {
    try {
      await poster.update(message, content)
      return
    } catch (error) {
      log.warn('could not replace a question with its answer', { team, channel: message.channel, error })
    }
  }
  await answer.ephemeral(content)
}
