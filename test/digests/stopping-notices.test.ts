import { afterEach, describe, expect, it } from 'vitest'
import { startScheduler } from '../../src/digests/schedule.ts'
import { createWorld, owner, team, textOf, type World } from './world.ts'

/** Slack asks to wait for so long before it takes a word to a person. */
const hour = 3_600
const slot = '2026-11-09T09:00:00Z'
const page = { limit: 10, offset: 0 }

interface Notice {
  readonly title: string
  readonly subscribe?: Partial<Parameters<World['subscribe']>[0]>
  /** Brings the world to where the next pass tells somebody. */
  readonly before?: (world: World) => Promise<unknown>
  /** What comes before the word to the person: for this process, and for the next one. */
  readonly meets?: { readonly refuse: string }
  readonly told: RegExp
  /** Who is told, where it isn't the owner. */
  readonly to?: string
}

const lost = async (world: World) => {
  world.slack.next({ lost: 'nothing' })
  await world.goTo(slot)
}

const notices: readonly Notice[] = [
  {
    title: 'that a digest is paused since Slack refuses it',
    before: async ({ clock }) => clock.set(slot),
    meets: { refuse: 'not_in_channel' },
    told: /“Weekly brand visibility” is paused/,
  },
  {
    title: 'that Slack refused one digest',
    before: async ({ clock }) => clock.set(slot),
    meets: { refuse: 'msg_too_long' },
    told: /was not posted/,
  },
  {
    title: 'that a digest was given up after the grace time',
    before: async (world) => {
      world.api.trouble = new Error('down')
      await world.goTo(slot)
      world.clock.set('2026-11-09T21:30:00Z')
    },
    told: /was not posted.*tried for 12 hours/,
  },
  {
    title: 'that nobody knows whether a digest arrived',
    before: async (world) => {
      await lost(world)
      world.slack.mayLook = false
      world.clock.advance({ minutes: 1 })
    },
    told: /Did “Weekly brand visibility” arrive/,
  },
  {
    title: 'that a digest did not arrive, and is too late by now',
    before: async (world) => {
      await lost(world)
      world.clock.set('2026-11-09T21:30:00Z')
    },
    told: /was not posted.*too late/,
  },
  {
    title: 'whom a channel is asked for in the place of an owner who is gone',
    before: async (world) => {
      await world.goTo(slot)
      world.slack.left.add(owner)
      await world.store.subscriptions.checkOwner(team, 'S1', world.clock.now())
    },
    told: /Who looks after “Weekly brand visibility”/,
    to: 'C1',
  },
  {
    title: 'whether digests come again after Sightline was back',
    before: async ({ store, clock }) => {
      await store.subscriptions.stopAll(team, clock.now())
      await store.disconnections.lost(team, 'app_uninstalled', clock.now())
    },
    told: /Should its digests come again/,
  },
]

describe('what a person is told while Slack asks to wait, when Sightline is stopped', () => {
  let world: World
  afterEach(() => world.close())

  const toldTo = (to: string, words: RegExp) =>
    world.slack
      .in(to)
      .map(textOf)
      .filter((text) => words.test(text.replaceAll('\n', ' ')))

  /** Stops Sightline while a word to a person waits for Slack. */
  const stopWhileItWaits = async () => {
    const waits = Promise.withResolvers<void>()
    const { sleep } = world.clock
    Object.assign(world.clock, {
      sleep: (ms: number, signal?: AbortSignal) => {
        if (ms === hour * 1_000) waits.resolve()
        return sleep.call(world.clock, ms, signal)
      },
    })
    const running = world.scheduler.wake()
    await waits.promise
    // No time passes from here on: whoever waited for it would wait for good.
    await world.scheduler.stop()
    await running
  }
  /** Another process on the same database, until it has nothing to do. */
  const goOn = async () => {
    const deps = { ...world.deps, stopping: new AbortController().signal }
    const next = startScheduler(
      { ...deps, of: async () => deps },
      async () => {},
      () => {},
    )
    await world.clock.until(next.wake())
    await world.clock.until(next.wake())
    await next.stop()
  }

  it.each(notices)('$title: it ends at once, and the next process tells, once', async (notice) => {
    const { told, to = owner, meets } = notice
    const before = meets === undefined ? [] : [meets]
    world = await createWorld()
    await world.subscribe()
    await notice.before?.(world)
    world.slack.next(...before, { retryAfter: hour })
    await stopWhileItWaits()
    expect(toldTo(to, told)).toEqual([])

    world.slack.next(...before)
    await goOn()
    expect(toldTo(to, told)).toHaveLength(1)
    expect(await world.store.deliveries.waitsUntil(), 'nothing is left').toBeNull()
  })

  it('leaves a digest that Slack refuses as it was until its owner is told: then it is paused', async () => {
    world = await createWorld()
    await world.subscribe()
    world.clock.set(slot)
    world.slack.next({ refuse: 'not_in_channel' }, { retryAfter: hour })
    await stopWhileItWaits()
    expect(await world.store.subscriptions.get(team, 'S1')).toMatchObject({ state: 'active' })
    expect(await world.store.deliveries.history({ team, channel: 'C1' }, page)).toMatchObject([
      { state: 'pending', reason: 'not_in_channel' },
    ])
    expect(world.log.map(({ event }) => event)).toContain(
      'Sightline stops before it could tell somebody about a digest: the next process does',
    )

    world.slack.next({ refuse: 'not_in_channel' })
    await goOn()
    expect(toldTo(owner, /is paused/)).toHaveLength(1)
    expect(await world.store.subscriptions.get(team, 'S1')).toMatchObject({ state: 'paused' })
    expect(await world.store.deliveries.history({ team, channel: 'C1' }, page)).toMatchObject([
      { state: 'failed', reason: 'not_in_channel' },
    ])
  })
})
