import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { resumeThreads } from '../../../src/digests/deliver/thread.ts'
import { planDue, waitingDeliveries } from '../../../src/digests/schedule/run.ts'
import { startScheduler } from '../../../src/digests/schedule/schedule.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { defaultSettings, StoreError } from '../../../src/store/index.ts'
import { mine, row } from '../../insights/service.ts'
import { createWorld, mondays, noTimer, team, type World } from '../world.ts'

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
  const delivering = waitingDeliveries(everywhere, stopping.signal, systemClock).run()
  await asked.promise
  stopping.abort(new Error('the scheduler stops'))
  await delivering
  expect(world.slack.posts).toEqual([])
  const page = { limit: 10, offset: 0 }
  expect(await world.store.deliveries.history({ team, channel: 'C1' }, page)).toMatchObject([
    { state: 'pending', reason: 'stopped', attempt: 1 },
  ])

  // No time has passed, so no lease has to expire first.
  await world.wake()
  expect(world.slack.posts).toHaveLength(1)
  expect(await world.store.deliveries.history({ team, channel: 'C1' }, page)).toMatchObject([
    { state: 'posted', attempt: 2 },
  ])
  await world.close()
})

describe('a stopped scheduler', () => {
  let world: World
  afterEach(() => world.close())

  const slot = '2026-11-09T09:00:00Z'
  /** A digest with a thread. */
  const withThread = async (more: Parameters<typeof createWorld>[0] = {}) => {
    world = await createWorld(more)
    world.api.brands = [
      row('Northwind', [55, 45], [9, 9], mine),
      ...Array.from({ length: 30 }, (_, number) => row(`Brand ${number}`, [50 - number, 50], [10, 10])),
    ]
    for (let number = 1; number <= 8; number += 1)
      await world.store.channels.track(team, 'C1', `result-${number}`, 'U1', world.clock.now())
    const brief = { id: 'b1', task_id: null, title: 'Write', body: 'Why.', created_at: '', updated_at: '' }
    Object.assign(world.api.api, { briefs: async () => [brief] })
    await world.subscribe({ sections: ['visibility', 'actions'] })
    world.clock.set(slot)
  }
  /** Another process on the same database, which continues where this one ended. */
  const another = () => startScheduler({ ...world.workspace, of: async () => world.workspace }, noTimer)
  const replies = () =>
    world.slack.posts.filter(({ threadTs }) => threadTs !== null).map(({ reply }) => reply)
  /** The thread after another process has continued it. */
  const goneOn = async () => {
    const next = another()
    await world.clock.until(next.wake())
    await next.stop()
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(replies().length).toBeGreaterThan(1)
    expect(replies()).toEqual([...replies().keys()])
    expect(await world.store.deliveries.nextDueAt(), 'nothing is left').toBeNull()
  }

  it('releases replies that wait for their turn at once, and the next process posts them', async () => {
    const hour = 3_600_000
    await withThread({
      paces: { workspace: { everyMs: 0, burst: 1 }, channel: { everyMs: hour, burst: 1 } },
    })
    const waits = Promise.withResolvers<void>()
    const { sleep } = world.clock
    Object.assign(world.clock, {
      sleep: (ms: number, signal?: AbortSignal) => {
        if (ms >= hour / 2) waits.resolve()
        return sleep.call(world.clock, ms, signal)
      },
    })
    const running = world.scheduler.wake()
    await waits.promise
    // No time passes from here on, so waiting for it would never end.
    await world.scheduler.stop()
    await running
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(replies()).toEqual([])
    expect(await world.store.deliveries.threadsWaiting(world.clock.now(), 10)).toHaveLength(1)
    await goneOn()
  })

  it('waits for the answer to the reply that was sent, and for no other', async () => {
    await withThread()
    const arrived = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const { post } = world.slack.poster
    Object.assign(world.slack.poster, {
      post: async (...asked: Parameters<typeof post>) => {
        const posted = await post(...asked)
        if (asked[2]?.reply === 0) {
          arrived.resolve()
          await answered.promise
        }
        return posted
      },
    })
    const running = world.scheduler.wake()
    await arrived.promise
    const stopped = world.scheduler.stop()
    answered.resolve()
    await stopped
    await running
    expect(replies()).toEqual([0])
    await goneOn()
  })

  it('waits for a reply that was sent even if another thread could not be read from the database', async () => {
    await withThread()
    await world.subscribe({ channel: 'C2', schedule: { ...mondays, time: '09:01' } })
    world.clock.advance({ minutes: 1 })
    const { post } = world.slack.poster
    let dies = true
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(world.slack.poster, {
      post: async (...asked: Parameters<typeof post>) => {
        const isReply = asked[2]?.threadTs !== undefined
        if (isReply && dies) throw new Error('the process ends here')
        const posted = await post(...asked)
        if (isReply) arrived.resolve()
        if (isReply) await answered.promise
        return posted
      },
    })
    await world.wake()
    await world.scheduler.stop()
    dies = false
    world.clock.advance({ minutes: 5 })
    const { workspace, store } = world
    const [, there] = await store.deliveries.threadsWaiting(world.clock.now(), 10)
    const deliveries = {
      ...store.deliveries,
      takeThread: async (...asked: Parameters<typeof store.deliveries.takeThread>) => {
        if (asked[0].id === there?.id) throw new StoreError('unreachable', 'no database')
        return store.deliveries.takeThread(...asked)
      },
    }
    const partly = { ...workspace, store: { ...store, deliveries } }
    let isOver = false
    const resuming = resumeThreads({ ...partly, of: async () => partly }, new AbortController().signal)
    const over = resuming
      .catch(() => {})
      .finally(() => {
        isOver = true
      })
    await arrived.promise
    await setImmediate()
    expect(isOver, 'the database may be closed now').toBe(false)
    answered.resolve()
    await over
    await expect(resuming).rejects.toThrow('no database')
    const left = await store.deliveries.threadsWaiting(world.clock.now(), 10)
    expect(left, 'the reply is recorded').toMatchObject([{ id: there?.id ?? '' }])
  })

  it('releases an alert check while the service does not answer, and the next process posts the alert at once', async () => {
    world = await createWorld()
    const northwind = row('Northwind', [45, 45], [9, 9], mine)
    world.api.brands = [row('Acme', [40, 50], [10, 10]), northwind]
    await world.subscribe({
      schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
      alerts: { ...defaultSettings.alerts, overtaken: true },
    })
    await world.wake()
    world.api.brands = [row('Acme', [50, 40], [10, 10]), northwind]
    const asked = Promise.withResolvers<void>()
    const { allBrands } = world.api.api
    Object.assign(world.api.api, {
      allBrands: () => {
        asked.resolve()
        return new Promise<never>(() => {})
      },
    })
    world.clock.set(slot)
    const running = world.scheduler.wake()
    await asked.promise
    await world.scheduler.stop()
    await running
    Object.assign(world.api.api, { allBrands })
    const next = another()
    await world.clock.until(next.wake())
    await next.stop()
    expect(world.slack.in('C1').map(({ message }) => message.text)).toEqual([
      expect.stringContaining('Acme overtook Northwind'),
    ])
  })
})
