import { workingMessage } from '../blocks/working.ts'
import type { Clock } from '../clock.ts'
import type { Answer } from './port.ts'

/** After this long without an answer the person is told that it is being looked up. */
const lookingAfterMs = 800

/** The line is the same for everybody. */
const looking = workingMessage()

/**
 * An answer whose first message, the result or what went wrong, may take its time: meanwhile "Looking…" is shown, and
 * the message then takes that place.
 */
export function patientAnswer(clock: Clock, answer: Answer): Answer {
  let answered = false
  let shown: Promise<boolean> | null = null
  // Not cancelled: with thousands of commands waiting, a bare timer is far cheaper than an abort signal for each.
  void clock.sleep(lookingAfterMs).then(() => {
    if (answered) return
    shown = answer.privately(looking).then(
      () => true,
      () => false,
    )
  })
  return {
    ...answer,
    privately: async (message, options) => {
      answered = true
      const instead = shown !== null && (await shown)
      shown = null
      await answer.privately(message, instead ? { replace: true } : options)
    },
  }
}
