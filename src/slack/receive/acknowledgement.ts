import type { App, Receiver, ReceiverEvent } from '@slack/bolt'
import { type ArrivalKind, type Log, type Meter, withReference } from '../../lib/telemetry.ts'

const kinds: Readonly<Record<string, ArrivalKind>> = {
  block_actions: 'action',
  view_submission: 'submission',
  block_suggestion: 'options',
  shortcut: 'shortcut',
  message_action: 'shortcut',
  event_callback: 'event',
}

function kindOf(body: ReceiverEvent['body']): ArrivalKind {
  if (typeof body.command === 'string') return 'command'
  return kinds[body.type] ?? 'other'
}

/**
 * Records the question in a delivery. @returns answers it; `null`: nothing to answer here
 * @throws if it can't be recorded
 */
export type RecordQuestion = (body: ReceiverEvent['body']) => Promise<(() => void) | null>

/** The question of an event couldn't be recorded in time, so Slack has to bring the event again. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError'
  constructor() {
    super('the question could not be recorded in time')
  }
}

interface Around {
  readonly meter: Meter
  readonly log: Log
  /** Called with every delivery, before its question is recorded. */
  readonly arrived: (body: ReceiverEvent['body']) => void
  readonly record: RecordQuestion
}

/**
 * Gives each delivery a log reference, and measures how long the acknowledgement takes: from the moment the whole
 * request has arrived (and its signature has passed) until the answer is sent.
 *
 * An acknowledgement that fails is logged, not thrown. A closing socket can't send one, but Slack doesn't repeat a
 * command or a click, so the work still has to be done.
 *
 * A question is recorded before its event is acknowledged: another process can then answer it, whenever this one ends.
 * While it can't be recorded the event is not acknowledged, so that Slack brings it again
 * (https://docs.slack.dev/apis/events-api). Bolt itself acknowledges events before their listeners run.
 */
export function watchDeliveries(receiver: Receiver, { meter, log, arrived, record }: Around): Receiver {
  const receive = async (app: App, event: ReceiverEvent) => {
    const arrivedAt = performance.now()
    const ack: ReceiverEvent['ack'] = async (...response) => {
      try {
        await event.ack(...response)
      } catch (error) {
        log.warn('a delivery could not be acknowledged', { action: kindOf(event.body), error })
        return
      }
      meter.acknowledged(kindOf(event.body), (performance.now() - arrivedAt) / 1_000)
    }
    arrived(event.body)
    const answer = await record(event.body)
    await app.processEvent({ ...event, ack })
    answer?.()
  }
  return {
    // A receiver only calls `processEvent`, so that is the one method replaced.
    init: (app) => {
      const value = (event: ReceiverEvent) => withReference(() => receive(app, event))
      receiver.init(Object.create(app, { processEvent: { value } }))
    },
    start: (...how) => receiver.start(...how),
    stop: (...how) => receiver.stop(...how),
  }
}
