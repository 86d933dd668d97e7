import type { App, Receiver, ReceiverEvent } from '@slack/bolt'
import { type Log, underReference } from '../../lib/log.ts'
import type { ArrivalKind, Meter } from '../../lib/metrics.ts'

/**
 * The receiver, with each delivery under a reference of its own from here on, and the time until its acknowledgement
 * measured: from when it had arrived as a whole (and its signature was found good) until the answer was sent.
 *
 * An acknowledgement that can't be sent is logged and not thrown: a socket that is closing takes none, but the delivery
 * is here, and Slack doesn't repeat a command or a click.
 */
export function timeAcknowledgements(receiver: Receiver, meter: Meter, log: Log): Receiver {
  return {
    init: (app) => receiver.init(withProcessEvent(app, meter, log)),
    start: (...how) => receiver.start(...how),
    stop: (...how) => receiver.stop(...how),
  }
}

/** The app as a receiver sees it: it hands over what has arrived, and asks for nothing else. */
function withProcessEvent(app: App, meter: Meter, log: Log): App {
  const processEvent = (event: ReceiverEvent) => {
    const arrived = performance.now()
    const ack: ReceiverEvent['ack'] = async (...response) => {
      try {
        await event.ack(...response)
      } catch (error) {
        log.warn('a delivery could not be acknowledged', { action: kindOf(event.body), error })
        return
      }
      meter.acknowledged(kindOf(event.body), (performance.now() - arrived) / 1_000)
    }
    return underReference(() => app.processEvent({ ...event, ack }))
  }
  return Object.create(app, { processEvent: { value: processEvent } })
}

const kinds: Readonly<Record<string, ArrivalKind>> = {
  block_actions: 'action',
  view_submission: 'submission',
  block_suggestion: 'options',
  event_callback: 'event',
}

function kindOf(body: ReceiverEvent['body']): ArrivalKind {
  if (typeof body.command === 'string') return 'command'
  return kinds[body.type] ?? 'other'
}
