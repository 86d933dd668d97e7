import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { digestMessageKinds } from '../../../src/digests/kinds.ts'
import { planDue } from '../../../src/digests/schedule/plan.ts'
import { startScheduler } from '../../../src/digests/schedule/schedule.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { createOutbox } from '../../../src/outbox/loop.ts'
import { defaultSettings, StoreError } from '../../../src/store/index.ts'
import { summary } from '../alerts/world.ts'
import { createWorld, fillThread, noTimer, repliesBelow, type World } from '../world.ts'

it('a digest that is being composed on shutdown is released at once, and the next process posts it', async () => {
  const world = await createWorld()
  await world.subscribe()
  world.clock.set('2026-11-09T09:00:00Z')
  const asked = Promise.withResolvers<void>()
  const stuck = {
    ...world.workspace,
    api: {
      ...world.workspace.api,
      allBrands: () => {
        asked.resolve()
        return new Promise<never>(() => {})
      },
    },
  }
  const everywhere = { ...stuck, of: async () => stuck }
  const stopping = new AbortController()
  await planDue(everywhere, () => false)
  const { run } = createOutbox(everywhere, {
    kinds: digestMessageKinds,
    forRun: () => everywhere.of,
    signal: stopping.signal,
    wallClock: systemClock,
  })
  const delivering = run()
  await asked.promise
  stopping.abort(new Error('the scheduler stops'))
  await delivering
  expect(world.slack.posts).toEqual([])
  expect(await world.history()).toMatchObject([{ state: 'pending', reason: 'stopped' }])

  // No time has passed, so no lease has to expire first.
  await world.wake()
  expect(world.slack.posts).toHaveLength(1)
  expect(await world.history()).toMatchObject([{ state: 'posted' }])
})

describe('a stopped scheduler', () => {
  let world: World
  const slot = '2026-11-09T09:00:00Z'
  /** A digest with a thread. */
  const withThread = async (more: Parameters<typeof createWorld>[0] = {}) => {
    world = await createWorld(more)
    await fillThread(world)
    await world.subscribe({ sections: ['visibility', 'actions'] })
    world.clock.set(slot)
  }
  /** Another process on the same database, which continues where this one ended. */
  const another = () =>
    startScheduler({ ...world.workspace, of: async () => world.workspace }, digestMessageKinds, noTimer)
  const replies = () => repliesBelow(world.slack, world.slack.in('C1')[0])
  /** The thread after another process has continued it. */
  const goneOn = async () => {
    const next = another()
    await world.clock.until(next.wake())
    await next.stop()
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(replies().length).toBeGreaterThan(1)
    expect(replies()).toEqual([...replies().keys()].map((index) => index + 1))
    expect(await world.store.outbox.dueAt(), 'nothing is left').toBeNull()
  }

  it('waits for a reply that was sent even if the database fails meanwhile', async () => {
    await withThread()
    const { post } = world.slack.poster
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(world.slack.poster, {
      post: async (...asked: Parameters<typeof post>) => {
        const posted = await post(...asked)
        if (asked[2]?.threadTs === undefined) return posted
        arrived.resolve()
        await answered.promise
        return posted
      },
    })
    const { claim } = world.store.outbox
    let isAway = false
    Object.assign(world.store.outbox, {
      claim: async (...request: Parameters<typeof claim>) => {
        if (isAway) throw new StoreError('unreachable', 'no database')
        return claim(...request)
      },
    })
    const running = world.scheduler.wake()
    await arrived.promise
    isAway = true
    let isOver = false
    const stopped = world.scheduler.stop().finally(() => {
      isOver = true
    })
    await setImmediate()
    expect(isOver, 'the database may be closed now').toBe(false)
    answered.resolve()
    await stopped
    await running
    expect(replies(), 'the reply is recorded').toEqual([1])
    isAway = false
    await goneOn()
  })

  it('releases an alert check while the service does not answer, and the next process posts the alert at once', async () => {
    world = await createWorld()
    world.api.reddit = [summary('positive')]
    await world.subscribe({
      schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
      alerts: { ...defaultSettings.alerts, sentimentNegative: true },
    })
    await world.wake()
    world.api.reddit = [summary('negative')]
    const asked = Promise.withResolvers<void>()
    const { redditSummaries } = world.api.api
    Object.assign(world.api.api, {
      redditSummaries: () => {
        asked.resolve()
        return new Promise<never>(() => {})
      },
    })
    world.clock.set(slot)
    const running = world.scheduler.wake()
    await asked.promise
    await world.scheduler.stop()
    await running
    Object.assign(world.api.api, { redditSummaries })
    const next = another()
    await world.clock.until(next.wake())
    await next.stop()
    expect(world.slack.in('C1').map(({ message }) => message.text)).toEqual([
      expect.stringContaining('Sentiment in r/crm turned'),
    ])
  })
})
