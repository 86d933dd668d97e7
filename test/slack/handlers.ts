import { App, type AppOptions, type Receiver, type ReceiverEvent } from '@slack/bolt'
import { systemClock } from '../../src/lib/clock.ts'
import { noMeter } from '../../src/lib/telemetry.ts'
import { InFlight, type RecordQuestion, watchDeliveries } from '../../src/slack/receive/deliveries.ts'
import type { Handlers } from '../../src/slack/receive/handlers.ts'
import { addListeners } from '../../src/slack/receive/listeners.ts'
import { silent, withParts } from '../workspace.ts'

const nothing = async () => {}

const unused = async (): Promise<never> => {
  throw new Error('the test gave no handler for this')
}

/** Handlers that ignore events. They fail on any other delivery that the test gave no handler for. */
export function testHandlers(given: Partial<Handlers>): Handlers {
  const handlers: Partial<Handlers> = {
    plan: () => ({ kind: 'work', verb: 'visibility', who: 'readers', run: unused }),
    errorToReport: async (_team, error) => error,
    refusals: async () => new Map(),
    questionArrived: async () => null,
    ...given,
  }
  return withParts(handlers, (name) =>
    /^(?:home|agent|removed|invited|channel)/.test(name) ? nothing : unused,
  )
}

/** An event as Slack sends it. */
export const eventBody = (event: object) => ({
  type: 'event_callback',
  team_id: 'T1',
  event_time: 1,
  authorizations: [{ team_id: 'T1', user_id: 'U0BOT', is_bot: true, is_enterprise_install: false }],
  event,
})

/** A receiver without any connection. */
export const idleReceiver: Receiver = { init: () => {}, start: nothing, stop: nothing }

type ListenerOptions = Parameters<typeof addListeners>[2]

/** Bolt with our listeners, to which the test delivers what Slack sends. */
export function testDeliveries(
  handlers: Handlers,
  more: Pick<ListenerOptions, 'of'> & Partial<ListenerOptions>,
  boltOptions: AppOptions = {},
) {
  const inFlight = new InFlight(systemClock)
  const parts = { installedIn: 'T1', clock: systemClock, log: silent, meter: noMeter, inFlight, ...more }
  let record: RecordQuestion = async () => null
  let listener: Pick<App, 'processEvent'> | null = null
  const receiver = watchDeliveries(
    {
      ...idleReceiver,
      init: (inner) => {
        listener = inner
      },
    },
    { meter: noMeter, log: parts.log, arrived: nothing, record: (body) => record(body) },
  )
  // It calls no method of Slack as it starts.
  const identity = { token: 'xoxb-test', botId: 'B1', botUserId: 'U0BOT', tokenVerificationEnabled: false }
  record = addListeners(new App({ ...identity, ...boltOptions, receiver }), handlers, parts)
  const deliver = async (delivery: ReceiverEvent) => void (await listener?.processEvent(delivery))
  return { inFlight, deliver }
}
