import { beforeEach, describe, expect, it } from 'vitest'
import { postNow } from '../../../src/digests/manage/post-now.ts'
import { failure } from '../../insights/service.ts'
import { beginWorld, owner, still, team, world } from '../world.ts'

beforeEach(() => beginWorld())

const slot = '2026-11-09T09:00:00Z'
const slots = async () => (await world.history()).map(({ slot: at, state }) => [at, state])

describe('a slot that new zone data moves', () => {
  /** A digest planned earlier, when the zone's rules put the next slot at another time. */
  const plannedFor = async (nextSlot: string) => {
    const { id, channel, revision } = await world.subscribe()
    const nothing = { deliver: null, lateAt: null, skip: [] }
    const plan = { team, subscriptionId: id, channel, revision, ...nothing, zoneData: '2020a' }
    await world.store.subscriptions.plan(
      [{ ...plan, nextSlot: Temporal.Instant.from(nextSlot) }],
      world.clock.now(),
    )
  }

  it.each([
    ['from later', '2026-11-09T10:00:00Z'],
    ['from much later', '2026-11-09T21:00:00Z'],
    ['from earlier', '2026-11-09T08:30:00Z'],
  ])('%s is posted once at its new time', async (_, before) => {
    await plannedFor(before)
    for (const minute of ['08:30', '09:00', '10:00', '21:00']) await world.goTo(`2026-11-09T${minute}:00Z`)
    expect(await slots()).toEqual([[slot, 'posted']])
    expect(world.slack.posts[0]?.at).toBe(Temporal.Instant.from(slot).epochMilliseconds)
  })

  it('is not lost if the new data arrives after it', async () => {
    await plannedFor('2026-11-09T10:00:00Z')
    await world.goTo('2026-11-09T09:30:00Z')
    await world.goTo('2026-11-09T10:00:00Z')
    expect(await slots()).toEqual([[slot, 'posted']])
  })
})

describe('a digest requested in the minute of its slot', () => {
  const asker = { team, channel: 'C1', user: owner }
  const down = failure('timeout', 'It is down.')
  const ask = (id: string) => world.clock.until(postNow(world.workspace, asker, id))
  /** A scheduled one waited for the service, which is back. */
  const waiting = async () => {
    const { id } = await world.subscribe()
    world.api.failure = down
    await world.goTo(slot)
    world.api.failure = null
    return id
  }

  it('counts as the scheduled one, which is retried if it fails', async () => {
    const { id } = await world.subscribe()
    world.clock.set('2026-11-09T09:00:00.200Z')
    world.api.failure = down
    await expect(ask(id)).rejects.toThrow('It is down.')
    world.api.failure = null
    await world.goTo('2026-11-09T09:01:30Z')
    expect(await slots()).toEqual([[slot, 'posted']])
  })

  it('is not posted a second time by the schedule', async () => {
    const { id } = await world.subscribe()
    world.clock.set('2026-11-09T09:00:00.200Z')
    let woken = 0
    Object.assign(world.workspace, { outbox: { wake: () => (woken += 1) } })
    await ask(id)
    expect(woken, 'its thread follows at once').toBe(1)
    await world.goTo('2026-11-09T09:01:30Z')
    expect(world.slack.in('C1')).toHaveLength(1)
  })

  it('is posted once by two clicks, even if it had waited for long', async () => {
    const id = await waiting()
    world.clock.set('2026-11-09T09:05:00Z')
    await ask(id)
    world.clock.set('2026-11-09T09:05:02Z')
    await expect(ask(id)).rejects.toThrow('just now')
    expect(world.slack.in('C1')).toHaveLength(1)
  })

  it('doesn’t use up a slot that isn’t planned yet', async () => {
    const { id } = await world.subscribe()
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', world.clock.now())
    world.clock.set('2026-11-09T09:00:10Z')
    world.api.failure = down
    await expect(ask(id)).rejects.toThrow('It is down.')
    expect(await slots()).toEqual([['2026-11-09T09:00:00.002Z', 'failed']])
  })

  it('is posted although it replaces a scheduled one that was just paused, or came too late', async () => {
    const id = await waiting()
    world.clock.set('2026-11-09T09:00:20Z')
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', world.clock.now())
    await ask(id)
    expect(world.slack.in('C1')).toHaveLength(1)
    expect((await slots()).map(([, state]) => state)).toEqual(['posted', 'skipped'])
  })

  it('is posted although the scheduled one is left out, because nothing changed', async () => {
    world.api.brands = still
    const { id } = await world.subscribe({ onlyWhenChanged: true })
    await world.goTo(slot)
    world.api.failure = down
    await world.goTo('2026-11-16T09:00:00Z')
    world.api.failure = null
    world.clock.set('2026-11-16T09:05:00Z')
    await ask(id)
    expect(world.slack.in('C1')).toHaveLength(2)
    expect((await slots()).map(([, state]) => state)).toEqual(['posted', 'skipped', 'posted'])
  })
})
