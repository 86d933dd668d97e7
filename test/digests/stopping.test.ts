import { expect, it } from 'vitest'
import { deliverWaiting, planDue } from '../../src/digests/run.ts'
import { createWorld, team } from './world.ts'

it('hands a digest back at once that is being composed when Sightline stops, for the next process to post', async () => {
  const world = await createWorld()
  await world.subscribe()
  world.clock.set('2026-11-09T09:00:00Z')
  const asked = Promise.withResolvers<void>()
  const stuck = {
    ...world.deps,
    api: {
      ...world.deps.api,
      allBrands: () => {
        asked.resolve()
        return new Promise<never>(() => {})
      },
    },
  }
  const everywhere = { ...stuck, of: async () => stuck }
  const stopping = new AbortController()
  await planDue(everywhere, () => false)
  const delivering = deliverWaiting(everywhere, stopping.signal)
  await asked.promise
  stopping.abort(new Error('the scheduler stops'))
  await delivering
  expect(world.slack.posts).toEqual([])
  const page = { limit: 10, offset: 0 }
  expect(await world.store.deliveries.history({ team, channel: 'C1' }, page)).toMatchObject([
    { state: 'pending', reason: 'Sightline was stopped', attempt: 1 },
  ])

  // No time has passed: nothing has to run out first.
  await world.wake()
  expect(world.slack.posts).toHaveLength(1)
  expect(await world.store.deliveries.history({ team, channel: 'C1' }, page)).toMatchObject([
    { state: 'posted', attempt: 2 },
  ])
  await world.close()
})
