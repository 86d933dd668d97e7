import { setImmediate } from 'node:timers/promises'
import { App, type Receiver } from '@slack/bolt'
import { expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import type { Handlers } from '../../src/slack/receive/handlers.ts'
import { InFlight } from '../../src/slack/receive/in-flight.ts'
import { addListeners } from '../../src/slack/receive/listeners.ts'
import { type StepResult, StoreError } from '../../src/store/index.ts'
import { silent, testWorkspace } from '../workspace.ts'

const nothing = async () => {}
const quick: Clock = { now: systemClock.now, sleep: async () => {} }
const done: StepResult = { ok: true, outputs: {} }

/**
 * Delivers one step, and stops.
 * @param stepReported called once Slack has been told
 * @returns the results that Slack got, and the number of attempts
 */
async function stepped(
  step: (attempt: number, ...args: Parameters<Handlers['step']>) => Promise<StepResult | null>,
  stepReported = nothing,
) {
  const results: (StepResult | null)[] = []
  let attempts = 0
  const handlers = {
    step: (...args: Parameters<Handlers['step']>) => {
      attempts += 1
      return step(attempts, ...args)
    },
    stepReported,
  } as Partial<Handlers> as Handlers
  const receiver: Receiver = { init: () => {}, start: nothing, stop: nothing }
  const app = new App({
    token: 'xoxb-test',
    botId: 'B1',
    botUserId: 'U0BOT',
    tokenVerificationEnabled: false,
    receiver,
  })
  const inFlight = new InFlight(systemClock)
  addListeners(app, handlers, {
    of: () => testWorkspace({ steps: { end: async (_, result) => void results.push(result) } }),
    installedIn: 'T1',
    clock: quick,
    log: silent,
    meter: noMeter,
    inFlight,
  })
  await app.processEvent({
    body: {
      type: 'event_callback',
      team_id: 'T1',
      event: {
        type: 'function_executed',
        function: { callback_id: 'get_visibility' },
        function_execution_id: 'Fx1',
        inputs: {},
      },
    },
    ack: nothing,
  })
  await inFlight.drain(60_000)
  return { results, attempts }
}

const away = new StoreError('unreachable', 'no database')

it('a workflow step during a database outage runs when the database is back, or is left to a faster process', async () => {
  const isBackAt = (result: StepResult | null) => async (attempt: number) => {
    if (attempt < 40) throw away
    return result
  }
  expect(await stepped(isBackAt(done))).toEqual({ results: [done], attempts: 40 })
  expect(await stepped(isBackAt(null))).toEqual({ results: [], attempts: 40 })
})

it('a step is reported as failed after a minute of that, and at once if it had begun or fails otherwise', async () => {
  const failed = { ok: false, sentence: expect.stringContaining('can’t reach its own data') }
  const fails = async () => {
    throw away
  }
  expect(await stepped(fails)).toEqual({ results: [failed], attempts: 60 })
  const begun = await stepped(async (_, __, identify) => {
    await identify()
    throw away
  })
  expect(begun).toEqual({ results: [failed], attempts: 1 })
  const broken = await stepped(async () => {
    throw new TypeError('a fault')
  })
  expect(broken.attempts).toBe(1)
})

it('a step ends while work continues beside it, which a stop waits for', async () => {
  const slackIsTold = Promise.withResolvers<void>()
  let isDone = false
  const { results } = await stepped(
    async (_, __, ___, beside) => {
      beside(async () => {
        await slackIsTold.promise
        await setImmediate()
        isDone = true
      })
      return done
    },
    async () => slackIsTold.resolve(),
  )
  expect(results).toEqual([done])
  expect(isDone).toBe(true)
})
