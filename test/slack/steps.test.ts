import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import type { Handlers } from '../../src/slack/receive/handlers.ts'
import { StoreError } from '../../src/store/index.ts'
import { testWorkspace } from '../workspace.ts'
import { eventBody, testDeliveries, testHandlers } from './handlers.ts'

const quick: Clock = { now: systemClock.now, sleep: async () => {} }

/**
 * Delivers one step, and stops.
 * @returns the failures that Slack was told, the attempts to record the step, and whether it was acknowledged
 */
async function stepped(
  step: (attempt: number, ...args: Parameters<Handlers['step']>) => Promise<void>,
  stopMs = 60_000,
) {
  const failures: (string | null)[] = []
  let attempts = 0
  let isAcknowledged = false
  const handlers = testHandlers({
    step: (...args: Parameters<Handlers['step']>) => {
      attempts += 1
      expect(isAcknowledged).toBe(false)
      return step(attempts, ...args)
    },
  })
  // Slack takes the end of a step from the app's own client, with the token of that step.
  const toSlack: typeof fetch = async (_, init) => {
    const told = new URLSearchParams(String(init?.body))
    expect(told.get('function_execution_id')).toBe('Fx1')
    failures.push(told.get('error'))
    return Response.json({ ok: true })
  }
  const parts = { of: () => testWorkspace({}), clock: quick }
  const { inFlight, deliver } = testDeliveries(handlers, parts, { clientOptions: { fetch: toSlack } })
  await deliver({
    body: eventBody({
      type: 'function_executed',
      function: { callback_id: 'get_visibility' },
      function_execution_id: 'Fx1',
      inputs: {},
    }),
    ack: async () => {
      isAcknowledged = true
    },
  })
  await inFlight.drain(stopMs)
  return { failures, attempts, isAcknowledged }
}

const away = new StoreError('unreachable', 'no database')

it('a workflow step during a database outage is acknowledged once it is recorded', async () => {
  const outage = await stepped(async (attempt, _, { recorded }) => {
    if (attempt < 6) throw away
    recorded()
  })
  expect(outage).toEqual({ failures: [], attempts: 6, isAcknowledged: true })
})

it('a step fails after a minute of that, and at once if it fails otherwise', async () => {
  const failed = expect.stringContaining('can’t reach its own data')
  const outage = await stepped(() => Promise.reject(away))
  expect(outage).toEqual({ failures: [failed], attempts: 8, isAcknowledged: true })
  const broken = await stepped(() => Promise.reject(new Error('a fault')))
  expect(broken).toMatchObject({
    attempts: 1,
    isAcknowledged: true,
    failures: [expect.stringContaining('went wrong')],
  })
})

it('a step that couldn’t be recorded when its process stops is left to Slack, which brings it again', async () => {
  const stopped = await stepped((_, __, { late }) => late.catch(() => Promise.reject(away)), 3_000)
  expect(stopped).toMatchObject({ failures: [], isAcknowledged: false })
})

it('a step that is recorded is never reported as failed beside its own report', async () => {
  const recorded = await stepped(async (_, __, delivery) => {
    delivery.recorded()
    throw away
  })
  expect(recorded).toEqual({ failures: [], attempts: 1, isAcknowledged: true })
})

it('a step ends while work continues beside it, which a stop waits for', async () => {
  const ended = Promise.withResolvers<void>()
  let isDone = false
  await stepped(async (_, __, { recorded, inBackground }) => {
    recorded()
    inBackground(async () => {
      await ended.promise
      await setImmediate()
      isDone = true
    })
    ended.resolve()
  })
  expect(isDone).toBe(true)
})
