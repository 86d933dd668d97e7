import { expect, it } from 'vitest'
import { YieldQueue } from '../src/lib/async.ts'
import { clientOf } from './api/support.ts'
import { listening } from './listening.ts'

it('a thousand callers of one answer go on one at a time, and leave the event loop to others in between', async () => {
  const released = Promise.withResolvers<void>()
  const address = await listening(async (request, response) => {
    request.resume()
    if (request.url?.endsWith('/token')) return response.end('{"token":"t"}')
    await released.promise
    return response.end('[]')
  })
  const api = clientOf({ url: address })
  // Stands for what Slack waits for: counts its turns of the event loop.
  let turns = 0
  let turning = true
  const turn = () => {
    turns += 1
    if (turning) setImmediate(turn)
  }
  const turnsAtEachCaller: number[] = []
  const callers = Array.from({ length: 1_000 }, async () => {
    await api.organizations()
    turnsAtEachCaller.push(turns)
  })
  setImmediate(turn)
  released.resolve()
  await Promise.all(callers)
  turning = false

  const inOneTurn = Map.groupBy(turnsAtEachCaller, (at) => at)
  const most = Math.max(...inOneTurn.values().map((callersThen) => callersThen.length))
  expect(turnsAtEachCaller).toHaveLength(1_000)
  expect(most).toBeLessThanOrEqual(3)
})

it('a queue that is never empty lets every caller through in order, however long it takes', async () => {
  const yieldQueue = new YieldQueue()
  const passed: number[] = []
  const regular = async (who: number) => {
    for (let round = 0; round < 1_500; round += 1) {
      await yieldQueue.pass()
      passed.push(who)
    }
  }
  await Promise.all([0, 1, 2].map(regular))
  expect(passed).toEqual(Array.from({ length: 4_500 }, (_, index) => index % 3))
})
