import { closedFormAnswered, closedFormRefused } from '../../blocks/forms/closed-form.ts'
import { doneModal, problemModal } from '../../blocks/kit/modal.ts'
import { Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { withTimeout } from '../../lib/timeout.ts'
import type { Message, ModalView } from '../../model/message.ts'
import type { Submission, SubmissionAnswer } from '../port.ts'
import type { SlackPorts } from '../send/ports.ts'
import type { InFlight } from './in-flight.ts'
import type { Placed } from './payloads.ts'

/** Slack waits 3 seconds for what becomes of a modal; a form that takes longer is answered by rewriting it. */
const ackWithinMs = 2_200
/** Deliveries of the same submission that may still come again. */
const remembered = 1_000

type Ack = (
  response?:
    | { response_action: 'errors'; errors: Record<string, string> }
    | { response_action: 'update'; view: never }
    | { response_action: 'clear' },
) => Promise<void>

type Told = (
  error: unknown,
  fields: { team: string; channel: string; user: string; action: string },
) => { readonly sentence: string; readonly reference: string }

/**
 * Answers submissions: within Slack's time in the acknowledgement itself (errors then stand at their fields), else
 * with "Checking…" first and the answer in its place. The same submission delivered again gets the same answer.
 */
export function answerSubmissions(
  {
    clock,
    inFlight,
    log,
    of,
  }: {
    readonly clock: Clock
    readonly inFlight: InFlight
    readonly log: Log
    readonly of: (team: string) => Pick<SlackPorts, 'modals' | 'poster'>
  },
  told: Told,
): (
  submission: Placed<Submission>,
  submit: () => Promise<SubmissionAnswer>,
  checking: ModalView,
  ack: Ack,
) => Promise<void> {
  const answers = new Cache<Promise<SubmissionAnswer>>({ clock, ttlMs: null, max: remembered })

  const answerOnce = (
    submission: Placed<Submission>,
    submit: () => Promise<SubmissionAnswer>,
    title: string,
  ) => {
    const known = answers.get(submission.triggerId)
    if (known !== undefined) return { answer: known, first: false }
    const answer = submit().catch((error: unknown): SubmissionAnswer => {
      const { sentence, reference } = told(error, fieldsOf(submission))
      return { kind: 'show', view: problemModal(title, sentence, reference) }
    })
    answers.set(submission.triggerId, answer)
    return { answer, first: true }
  }

  const workAfter = (submission: Placed<Submission>, answer: SubmissionAnswer) => {
    if (answer.kind === 'errors' || answer.after === undefined) return
    const { after } = answer
    inFlight.run(async () => {
      await after().catch((error: unknown) => {
        told(error, fieldsOf(submission))
      })
    })
  }

  const rewrite = async (submission: Placed<Submission>, answer: SubmissionAnswer, title: string) => {
    const view =
      answer.kind === 'errors'
        ? answer.again
        : answer.kind === 'show'
          ? answer.view
          : doneModal(title, 'Done. You can close this.')
    const { modals, poster } = of(submission.team)
    try {
      await modals.update(submission.view.id, view)
    } catch (error) {
      // The person has closed it meanwhile: what was to be done is done, or they have to know that it is not.
      log.info('a form was closed before its answer', { ...fieldsOf(submission), error })
      const message = closedForm(answer, title)
      // Said to that person alone, since no form and no channel is left to say it in.
      if (message !== null) await poster.post(submission.user, message)
    }
  }

  return async (submission, submit, checking, ack) => {
    const title = checking.title.text
    const { answer, first } = answerOnce(submission, submit, title)
    const inTime = await withTimeout(clock, ackWithinMs, () => answer)
    if (inTime !== null) {
      await ack(acknowledgement(inTime))
      if (first) workAfter(submission, inTime)
      return
    }
    await ack({ response_action: 'update', view: checking as never })
    if (!first) return
    inFlight.run(async () => {
      const atLast = await answer
      await rewrite(submission, atLast, title).catch((error: unknown) => {
        log.warn('a form could not be answered', { ...fieldsOf(submission), error })
      })
      workAfter(submission, atLast)
    })
  }
}

/** `null`: what the form was for shows elsewhere. */
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
