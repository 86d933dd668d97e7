import { closedFormAnswered, closedFormRefused, doneModal, problemModal } from '../../blocks/forms/modal.ts'
import { withRetry, withTimeout } from '../../lib/async.ts'
import { AnswerCache } from '../../lib/cache.ts'
import type { Message, ModalView } from '../../model/message.ts'
import type { Submission, SubmissionAnswer } from '../port.ts'
import { retryPauseMs, untilReceived } from '../send/calls.ts'
import type { SlackPorts } from '../send/ports.ts'
import type { ListenerTools } from './deliveries.ts'
import type { Placed } from './payloads.ts'

/** Slack waits 3 seconds for the answer to a form; a slower answer replaces the form's view later. */
const ackWithinMs = 2_200
const maxAnswers = 1_000

type Ack = (
  response?:
    | { response_action: 'errors'; errors: Record<string, string> }
    | { response_action: 'update'; view: never }
    | { response_action: 'clear' },
) => Promise<void>

/**
 * Answers a form in the acknowledgement if it is ready in time, so that errors appear at their fields. Otherwise shows
 * "Checking…" and replaces it later. A repeated delivery gets the same answer.
 */
export function answerSubmissions(
  tools: Pick<ListenerTools, 'clock' | 'inFlight' | 'log' | 'reportFailure' | 'inBackground'> & {
    readonly of: (team: string) => Pick<SlackPorts, 'modals' | 'poster'>
  },
) {
  const { clock, inFlight, log, of, reportFailure, inBackground } = tools
  const answers = new AnswerCache<SubmissionAnswer>({ clock, ttlMs: null, max: maxAnswers })

  const failed =
    (submission: Placed<Submission>, title: string) =>
    (error: unknown): SubmissionAnswer => ({
      kind: 'show',
      view: problemModal(title, reportFailure(error, fieldsOf(submission))),
    })

  const workAfter = (submission: Placed<Submission>, answer: SubmissionAnswer) => {
    if (answer.kind === 'errors' || answer.after === undefined) return
    inBackground(fieldsOf(submission), answer.after)
  }

  const rewrite = async (
    submission: Placed<Submission>,
    answer: SubmissionAnswer,
    title: string,
    late: Promise<never>,
  ) => {
    const view =
      answer.kind === 'errors'
        ? answer.again
        : answer.kind === 'show'
          ? answer.view
          : doneModal(title, 'Done. You can close this.')
    const { modals, poster } = of(submission.team)
    try {
      // Also repeated if Slack may have shown it, which does no harm.
      const until = { ...untilReceived(late), leastMs: retryPauseMs }
      await withRetry(clock, () => modals.update(submission.view.id, view), until)
    } catch (error) {
      // The person has closed the form, but still has to learn the result.
      log.info('a form was closed before its answer', { ...fieldsOf(submission), error })
      const message = closedForm(answer, title)
      // A direct message, since the form is gone and belongs to no channel.
      if (message !== null) await poster.post(submission.user, message)
    }
  }

  return async (
    submission: Placed<Submission>,
    submit: () => Promise<SubmissionAnswer>,
    checking: ModalView,
    ack: Ack,
  ): Promise<void> => {
    const title = checking.title.text
    let isFirst = false
    const answer = answers.get(submission.triggerId, () => {
      isFirst = true
      return submit().catch(failed(submission, title))
    })
    const inTime = await withTimeout(clock, ackWithinMs, () => answer)
    if (inTime !== null) {
      await ack(acknowledgement(inTime))
      if (isFirst) workAfter(submission, inTime)
      return
    }
    await ack({ response_action: 'update', view: checking as never })
    if (!isFirst) return
    inFlight.run(async (late) => {
      const lateAnswer = await Promise.race([answer, late]).catch(failed(submission, title))
      await rewrite(submission, lateAnswer, title, late).catch((error: unknown) => {
        log.warn('a form could not be answered', { ...fieldsOf(submission), error })
      })
      workAfter(submission, lateAnswer)
    })
  }
}

/** `null`: the result shows elsewhere. */
function closedForm(answer: SubmissionAnswer, title: string): Message | null {
  if (answer.kind === 'errors') return closedFormRefused(title, Object.values(answer.errors))
  return answer.kind === 'show' ? closedFormAnswered(title, answer.view) : null
}

function acknowledgement(answer: SubmissionAnswer): Parameters<Ack>[0] {
  if (answer.kind === 'errors') return { response_action: 'errors', errors: { ...answer.errors } }
  if (answer.kind === 'show') return { response_action: 'update', view: answer.view as never }
  return { response_action: 'clear' }
}

function fieldsOf({ team, user, view }: Placed<Submission>) {
  return { team, user, channel: '', action: view.callbackId }
}
