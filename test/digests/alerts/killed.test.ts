import { beforeEach, expect, it } from 'vitest'
import { beginWorld, posts, processOn, world } from '../world.ts'
import { crossed, hours, recovered, subscribe } from './world.ts'

/** What happens to a message on its way to Slack is in test/outbox/faults.test.ts, for every kind of message. */

type Call = 'claimChecks' | 'begin' | 'owe' | 'mark'

beforeEach(async () => {
  await beginWorld()
  recovered()
  await subscribe({ sentiment: true })
})

/** A process looks for alerts in the next hour, and is killed before or after this call. The world's goes on. */
async function killInNextHour(when: 'before' | 'after', name: Call): Promise<void> {
  const { clock, slack, api, store } = world
  const reached = Promise.withResolvers<void>()
  const { alerts } = store
  const killed = async (...args: unknown[]) => {
    if (when === 'after') await Reflect.apply(alerts[name], alerts, args)
    reached.resolve()
    return new Promise<never>(() => {})
  }
  const other = processOn({ store: { ...store, alerts: { ...alerts, [name]: killed } }, clock, slack })
  Object.assign(other.api, { reddit: api.reddit })
  clock.advance({ hours: 1 })
  void other.scheduler.wake()
  await clock.until(reached.promise)
}

it.each(['before', 'after'] as const)(
  'what already held at a first look is no news, though its process is killed %s recording it',
  async (when) => {
    crossed()
    await killInNextHour(when, 'begin')
    await hours(1)
    await hours(1)
    expect(posts()).toEqual([])
    recovered()
    await hours(1)
    crossed()
    await hours(1)
    expect(posts()).toHaveLength(1)
  },
)

it.each([
  ['after', 'claimChecks'],
  ['before', 'owe'],
  ['after', 'owe'],
] as const)('an alert whose process is killed %s alerts.%s is posted once', async (when, name) => {
  await world.wake()
  crossed()
  await killInNextHour(when, name)
  await hours(1)
  await hours(1)
  expect(posts()).toEqual([expect.stringContaining('turned to negative')])
})

it.each(['before', 'after'] as const)(
  'an alert is posted again at the next crossing, though a process is killed %s recording the recovery',
  async (when) => {
    await world.wake()
    crossed()
    await hours(1)
    recovered()
    await killInNextHour(when, 'mark')
    await hours(1)
    crossed()
    await hours(1)
    expect(posts()).toHaveLength(2)
  },
)
