import { workingMessage } from '../blocks/working.ts'
import type { Clock } from '../clock.ts'
import type { Answer } from './port.ts'

/** After this long without an answer the person is told that it is being looked up. */
const lookingAfterMs = 800

/** The line is the same for everybody. */
const looking = workingMessage()

/**
 * An answer whose first message, the result or what went wrong, may take its time: meanwhile the person reads that it
 * is being looked up. Slack lets nobody replace what a command's response address has shown, so the line stays above.
 */
export function patientAnswer(clock: Clock, answer: Answer): Answer {
  let answered = false
  // Not cancelled: with thousands of commands waiting, a bare timer is far cheaper than an abort signal for each.
  void clock.sleep(lookingAfterMs).then(() => {
    if (!answered) answer.privately(looking).catch(() => {})
  })
  return {
    ...answer,
    privately: (message, options) => {
      answered = true
      return answer.privately(message, options)
    },
  }
}
