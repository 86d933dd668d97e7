import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { digestMessageKinds } from '../../../src/digests/kinds.ts'
import { startScheduler } from '../../../src/digests/schedule/schedule.ts'
import { StoreError } from '../../../src/store/index.ts'
import { subscribeAndCross } from '../alerts/world.ts'
import { beginWorld, fillThread, noTimer, posts, repliesBelow, world } from '../world.ts'

describe('a stopped scheduler', () => {
  beforeEach(() => beginWorld())

  const slot = '2026-11-09T09:00:00Z'
  /** Another process on the same database continues where this one ended. */
  const continued = async () => {
    const everywhere = { ...world.workspace, of: async () => world.workspace }
    const next = startScheduler(everywhere, digestMessageKinds, noTimer)
    await world.clock.until(next.wake())
    await next.stop()
  }

  it('waits for a reply that was sent even if the database fails meanwhile', async () => {
    await fillThread(world)
    await world.subscribe({ sections: ['visibility', 'actions'] })
    world.clock.set(slot)
    const replies = () => repliesBelow(world.slack, world.slack.in('C1')[0])
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
    await continued()
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(replies()).toEqual([1, 2])
    expect(await world.store.outbox.dueAt(), 'nothing is left').toBeNull()
  })

  /** The scheduler is stopped at the slot, while it waits for the service's answer to this. */
  const stoppedDuring = async (call: 'allBrands' | 'redditSummaries') => {
    const asked = Promise.withResolvers<void>()
    const { api } = world.api
    const answering = { ...api }
    const silence = () => {
      asked.resolve()
      return new Promise<never>(() => {})
    }
    Object.assign(api, { [call]: silence })
    world.clock.set(slot)
    const running = world.scheduler.wake()
    await asked.promise
    await world.scheduler.stop()
    await running
    Object.assign(api, answering)
  }

  it('releases a digest that is being composed, and the next process posts it at once', async () => {
    await world.subscribe()
    await stoppedDuring('allBrands')
    expect(world.slack.posts).toEqual([])
    expect(await world.history()).toMatchObject([{ state: 'pending', reason: 'stopped' }])
    // No time has passed, so no lease has to expire first.
    await continued()
    expect(world.slack.posts).toHaveLength(1)
  })

  it('releases an alert check, and the next process posts the alert at once', async () => {
    await subscribeAndCross()
    await stoppedDuring('redditSummaries')
    await continued()
    expect(posts()).toEqual([expect.stringContaining('Sentiment in r/crm turned')])
  })
})
