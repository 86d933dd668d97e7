import { describe, expect, it } from 'vitest'
import type { ModalView } from '../../src/blocks/message.ts'
import { doneModal, loadingModal } from '../../src/blocks/modal.ts'
import { systemClock } from '../../src/clock.ts'
import { createLog } from '../../src/log.ts'
import { InFlight } from '../../src/slack/in-flight.ts'
import type { Submission, SubmissionAnswer } from '../../src/slack/port.ts'
import { answerSubmissions } from '../../src/slack/submissions.ts'

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

/** A form whose answer the test gives, and a clock whose waits the test ends. */
function house() {
  const answer = Promise.withResolvers<SubmissionAnswer>()
  const waits: (() => void)[] = []
  const acks: unknown[] = []
  const updates: ModalView[] = []
  const handled: Submission[] = []
  const updated = Promise.withResolvers<void>()
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
  const receive = answerSubmissions(
    {
      command: () => ({ kind: 'instant', message: { text: '', blocks: [] } }),
      click: async () => {},
      suggest: async () => [],
      homeOpened: async () => {},
      removed: async () => {},
      submit: (given) => {
        handled.push(given)
        return answer.promise
      },
    },
    {
      clock,
      inFlight,
      log: createLog('silent', { write: () => {} }),
      of: () => ({
        answerAt: () => {
          throw new Error('a form is answered in its place')
        },
        modals: {
          open: async () => 'V1',
          push: async () => 'V2',
          update: async (_id, view) => {
            updates.push(view)
            updated.resolve()
          },
        },
      }),
    },
    () => ({ sentence: 'The service is down. Try again in a minute.', reference: 'ABCD-EFGH' }),
  )
  const deliver = () => receive(submission, checking, async (response) => void acks.push(response))
  return { answer, waits, acks, updates, updated, handled, deliver }
}

describe('a form that is sent off', () => {
  it('in time: errors stand at their fields, in the acknowledgement', async () => {
    const { answer, acks, updates, deliver } = house()
    answer.resolve({ kind: 'errors', errors: { workspace: 'Not known.' }, again })
    await deliver()
    expect(acks).toEqual([{ response_action: 'errors', errors: { workspace: 'Not known.' } }])
    expect(updates).toEqual([])
  })

  it('in time: another view takes its place, or all of them close', async () => {
    const shown = house()
    shown.answer.resolve({ kind: 'show', view: saved })
    await shown.deliver()
    expect(shown.acks).toEqual([{ response_action: 'update', view: saved }])
    const closed = house()
    closed.answer.resolve({ kind: 'close' })
    await closed.deliver()
    expect(closed.acks).toEqual([{ response_action: 'clear' }])
  })

  it('too late for Slack: “Checking…” first, then the form again with its errors in words', async () => {
    const { answer, waits, acks, updates, updated, deliver } = house()
    const delivered = deliver()
    waits[0]?.()
    await delivered
    expect(acks).toEqual([{ response_action: 'update', view: checking }])
    answer.resolve({ kind: 'errors', errors: { workspace: 'Not known.' }, again })
    await updated.promise
    expect(updates).toEqual([again])
  })

  it('delivered twice: handled once, answered alike', async () => {
    const { answer, acks, handled, deliver } = house()
    answer.resolve({ kind: 'show', view: saved })
    await Promise.all([deliver(), deliver()])
    expect(handled).toHaveLength(1)
    expect(acks).toEqual([
      { response_action: 'update', view: saved },
      { response_action: 'update', view: saved },
    ])
  })

  it('a failure is told in the modal, with its reference', async () => {
    const { answer, acks, deliver } = house()
    answer.reject(new Error('down'))
    await deliver()
    expect(JSON.stringify(acks)).toContain('The service is down. Try again in a minute.')
    expect(JSON.stringify(acks)).toContain('ABCD-EFGH')
  })

  it('work that goes on afterwards starts once Slack has its answer', async () => {
    const { answer, acks, deliver } = house()
    const started = Promise.withResolvers<number>()
    answer.resolve({ kind: 'close', after: async () => started.resolve(acks.length) })
    await deliver()
    expect(await started.promise).toBe(1)
  })
})
