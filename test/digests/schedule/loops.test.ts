import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { digestMessageKinds } from '../../../src/digests/kinds.ts'
import {
  type ScheduleOptions,
  type Scheduler,
  startScheduler,
} from '../../../src/digests/schedule/schedule.ts'
import { defaultSettings } from '../../../src/store/index.ts'
import { FakeSlack } from '../slack.ts'
import { createWorld, noTimer, processOn, type World } from '../world.ts'

/** Two workspaces with one schedule. The service doesn't answer requests of the second one. */
const [one, slow] = ['T1', 'T2'] as const
let first: World
let second: World
let scheduler: Scheduler | null
/** The number of requests for the second workspace. */
let asked: number
let answered: PromiseWithResolvers<never>
beforeEach(async () => {
  first = await createWorld()
  second = processOn({ clock: first.clock, store: first.store, slack: new FakeSlack(first.clock) })
  scheduler = null
  // Real minutes pass as well, so no other scheduler may interfere.
  await Promise.all([first.scheduler.stop(), second.scheduler.stop()])
  asked = 0
  answered = Promise.withResolvers()
  answered.promise.catch(() => {})
  Object.assign(second.api.api, {
    allBrands: () => {
      asked += 1
      return answered.promise
    },
  })
})
afterEach(async () => {
  answered.reject(new Error('the end'))
  await scheduler?.stop()
  await second.close()
})

const start = (options?: ScheduleOptions) => {
  const { workspace } = first
  const of = async (team: string) => (team === one ? workspace : team === slow ? second.workspace : null)
  scheduler = startScheduler({ ...workspace, of }, digestMessageKinds, { ...noTimer, ...options })
  return scheduler
}
/** Runs everything until the condition holds. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate)
}
const isPosted = () => first.slack.posts.length > 0

describe('a digest is posted on time', () => {
  it('while 400 alert checks of another workspace wait for the service', async () => {
    for (let number = 0; number < 400; number += 1)
      await first.subscribe({
        team: slow,
        id: `A${number}`,
        channel: `C${number}`,
        schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
        alerts: { ...defaultSettings.alerts, overtaken: true },
      })
    await first.subscribe({ team: one })
    const { wake } = start()
    void wake()
    await until(() => asked > 0)
    first.clock.set('2026-11-09T09:00:00Z')
    void wake()
    await until(isPosted)
    expect(first.slack.posts[0]?.at).toBe(Temporal.Instant.from('2026-11-09T09:00:00Z').epochMilliseconds)
  })

  it('while other upkeep is still running', async () => {
    await first.subscribe({ team: one })
    const { wake, health } = start({ upkeep: { watches: () => answered.promise } })
    void wake()
    first.clock.set('2026-11-09T09:00:00Z')
    void wake()
    await until(isPosted)
    expect(health().watches?.runningSince).not.toBeNull()
  })

  it('while another workspace’s digests occupy all places and get no answer', async () => {
    const schedule = { kind: 'daily', time: '08:30', timeZone: 'UTC' } as const
    for (let number = 0; number < 40; number += 1)
      await first.subscribe({ team: slow, id: `S${number}`, channel: `C${number}`, schedule })
    await first.subscribe({ team: one })
    const slowness: (() => void)[] = []
    const { wake } = start({
      wallClock: {
        sleep: (ms) => (ms > 10_000 ? answered.promise : new Promise((resolve) => slowness.push(resolve))),
      },
    })
    first.clock.set('2026-11-09T08:30:00Z')
    void wake()
    await until(() => slowness.length === 16)
    first.clock.set('2026-11-09T09:00:00Z')
    void wake()
    for (const pass of slowness.splice(0)) pass()
    await until(isPosted)
    const counts = await first.store.outbox.counts()
    expect(counts, 'no more of one workspace are in hand').toMatchObject({ ready: 40 })
    expect(slowness.length, 'and nobody waits for a place').toBeLessThan(16)
  })
})
