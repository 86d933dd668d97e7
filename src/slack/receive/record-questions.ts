import type { App, Receiver, ReceiverEvent } from '@slack/bolt'

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

/**
 * A receiver that records each question before its event is acknowledged: another process can then answer it, whenever
 * this one ends. While it can't be recorded the event is not acknowledged, so that Slack brings it again
 * (https://docs.slack.dev/apis/events-api). Bolt itself acknowledges events before their listeners run.
 */
export function recordsQuestions(receiver: Receiver, record: RecordQuestion): Receiver {
  const withRecord = (app: App): App => {
    const processEvent = async (event: ReceiverEvent) => {
      const answer = await record(event.body)
      await app.processEvent(event)
      answer?.()
    }
    return Object.create(app, { processEvent: { value: processEvent } })
  }
  return {
    init: (app) => receiver.init(withRecord(app)),
    start: (...how) => receiver.start(...how),
    stop: (...how) => receiver.stop(...how),
  }
}
