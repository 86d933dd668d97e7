import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAnalyticsApi } from '../src/api/index.ts'
import { systemClock } from '../src/lib/clock.ts'
import { YieldQueue } from '../src/lib/queues.ts'

describe('a thousand callers that wait for one answer', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  it('go on one at a time, and leave the event loop to others in between', async () => {
    const released = Promise.withResolvers<void>()
    const server = createServer(async (request, response) => {
      request.resume()
      if (request.url?.endsWith('/token')) return response.end('{"token":"t"}')
      await released.promise
      return response.end('[]')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    ends.push(() => server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const api = createAnalyticsApi({
      baseUrl: address,
      searchBaseUrl: address,
      apiKey: () => 'sk-test',
      clock: systemClock,
      cacheSeconds: 0,
    })
    ends.push(() => api.close())

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
})

describe('a queue that is never empty', () => {
  it('lets every caller through in order, however long it takes', async () => {
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
})
