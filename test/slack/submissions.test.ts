import { describe, expect, it } from 'vitest'
import { doneModal, loadingModal } from '../../src/blocks/forms/modal.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import type { Message, ModalView } from '../../src/model/message.ts'
import { PostError, type Submission, type SubmissionAnswer } from '../../src/slack/port.ts'
import { InFlight } from '../../src/slack/receive/deliveries.ts'
import { answerSubmissions } from '../../src/slack/receive/submissions.ts'

const submission: Submission = {
  team: 'T1',
  user: 'U1',
  outside: false,
  triggerId: '1.2.three',
  view: { id: 'V1', callbackId: 'sl1.setup', privateMetadata: '', values: {} },
}
const checking = loadingModal('Set up', 'Checking…')
const saved = doneModal('Set up', 'Saved.')
const again = doneModal('Set up', 'The id is not known. Mend it, and send it again.')

/** A form whose answer the test provides, and a clock whose waits the test ends. */
function runtime() {
  const answer = Promise.withResolvers<SubmissionAnswer>()
  const waits: (() => void)[] = []
  const acks: unknown[] = []
  const updates: ModalView[] = []
  const handled: Submission[] = []
  const updated = Promise.withResolvers<void>()
  const isClosed = { yes: false }
  const unsent: PostError[] = []
  const posted = Promise.withResolvers<{ user: string; message: Message }>()
  const clock = {
    now: systemClock.now,
    sleep: (_ms: number, signal?: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waits.push(resolve)
      signal?.addEventListener('abort', () => reject(signal.reason))
      return promise
    },
  }
  const inFlight = new InFlight(clock)
  const receive = answerSubmissions({
    clock,
    inFlight,
    log: createLog('silent'),
    of: () => ({
      poster: {
        post: async (user, message) => {
          posted.resolve({ user, message })
          return { channel: user, ts: '1.1', message }
        },
        update: async () => {},
        remove: async () => {},
      },
      modals: {
        show: async () => 'answered',
        update: async (_id, view) => {
          const failure = unsent.shift()
          if (failure !== undefined) throw failure
          if (isClosed.yes) throw new PostError('refused', 'not_found')
          updates.push(view)
          updated.resolve()
        },
      },
    }),
    reportFailure: () => ({
      sentence: 'The service is down. Try again in a minute.',
      ...{ reference: 'ABCD-EFGH', from: 'fault', isPassing: true, usage: null, suggestion: null, ask: [] },
    }),
    inBackground: (_fields, work) => inFlight.run(async () => void (await work())),
  })
  const submit = () => {
    handled.push(submission)
    return answer.promise
  }
  const deliver = () => receive(submission, submit, checking, async (response) => void acks.push(response))
  /** Delivers it, and Slack can wait no longer. */
  const deliverLate = async () => {
    const delivered = deliver()
    waits[0]?.()
    await delivered
  }
  const shown = { inFlight, waits, acks, updates, updated, isClosed, unsent, posted: posted.promise }
  return { ...shown, answer, handled, deliver, deliverLate }
}

describe('a submitted form', () => {
  it('shows errors at their fields, in the acknowledgement, if they are in time', async () => {
    const { answer, acks, updates, deliver } = runtime()
    answer.resolve({ kind: 'errors', errors: { workspace: 'Not known.' }, again })
    await deliver()
    expect(acks).toEqual([{ response_action: 'errors', errors: { workspace: 'Not known.' } }])
    expect(updates).toEqual([])
  })

  it('is replaced by another view, or all views close, if the answer is in time', async () => {
    const shown = runtime()
    shown.answer.resolve({ kind: 'show', view: saved })
    await shown.deliver()
    expect(shown.acks).toEqual([{ response_action: 'update', view: saved }])
    const closed = runtime()
    closed.answer.resolve({ kind: 'close' })
    await closed.deliver()
    expect(closed.acks).toEqual([{ response_action: 'clear' }])
  })

  it('shows “Checking…” if the answer is too late for Slack, then the form again with errors in words', async () => {
    const { answer, acks, updates, updated, deliverLate } = runtime()
    await deliverLate()
    expect(acks).toEqual([{ response_action: 'update', view: checking }])
    answer.resolve({ kind: 'errors', errors: { workspace: 'Not known.' }, again })
    await updated.promise
    expect(updates).toEqual([again])
  })

  it.each([
    ['once Slack can be reached again', new PostError('not_sent', 'token_not_renewed')],
    ['again if Slack doesn’t say whether it took it', new PostError('unknown', 'http_503')],
  ])('shows its answer %s', async (_, error) => {
    const { answer, waits, updates, updated, unsent, deliverLate } = runtime()
    await deliverLate()
    unsent.push(error)
    answer.resolve({ kind: 'show', view: saved })
    await expect.poll(() => waits.length).toBe(2)
    expect(updates).toEqual([])
    waits[1]?.()
    await updated.promise
    expect(updates).toEqual([saved])
  })

  it('doesn’t stay at “Checking…” when Sightline stops before it has an answer', async () => {
    const { inFlight, waits, updates, updated, deliverLate } = runtime()
    await deliverLate()
    void inFlight.drain(5_000)
    waits.at(-1)?.()
    await updated.promise
    expect(JSON.stringify(updates)).toContain('The service is down.')
  })

  it('is answered in a direct message if the person closed it before', async () => {
    for (const [outcome, words] of [
      [{ kind: 'show', view: saved }, ['You closed “Set up” before it finished.', 'Saved.']],
      [
        { kind: 'errors', errors: { workspace: 'Not known.' }, again },
        ['Nothing was saved.', 'Not known.', 'Reopen the form'],
      ],
    ] as const) {
      const { answer, isClosed, posted, deliverLate } = runtime()
      await deliverLate()
      isClosed.yes = true
      answer.resolve(outcome)
      const { user, message } = await posted
      expect(user).toBe('U1')
      for (const word of words) {
        expect(message.text).toContain(word)
        expect(JSON.stringify(message.blocks)).toContain(word)
      }
    }
  })

  it('is handled once when delivered twice, with the same answer', async () => {
    const { answer, acks, handled, deliver } = runtime()
    answer.resolve({ kind: 'show', view: saved })
    await Promise.all([deliver(), deliver()])
    expect(handled).toHaveLength(1)
    expect(acks).toEqual(Array(2).fill({ response_action: 'update', view: saved }))
  })

  it('shows a failure in the modal, with its reference', async () => {
    const { answer, acks, deliver } = runtime()
    answer.reject(new Error('down'))
    await deliver()
    expect(JSON.stringify(acks)).toContain('The service is down. Try again in a minute.')
    expect(JSON.stringify(acks)).toContain('ABCD-EFGH')
  })

  it('starts follow-up work once Slack has its answer', async () => {
    const { answer, acks, deliver } = runtime()
    const started = Promise.withResolvers<number>()
    answer.resolve({ kind: 'close', after: async () => started.resolve(acks.length) })
    await deliver()
    expect(await started.promise).toBe(1)
  })
})
