import { beforeEach, describe, expect, it } from 'vitest'
import type { PostOutcome } from '../slack.ts'
import { beginWorld, blocksOf, channel, clickPostAgain, owner, posts, team, world } from '../world.ts'
import {
  alertsOff,
  change,
  crossed,
  history,
  hours,
  recovered,
  subscribe,
  subscribeAndCross,
} from './world.ts'

/** Monday, 9 November 2026, 08:00: an hour before the weekly digest. */
beforeEach(() => beginWorld())

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:00' }

  it('hold alerts until they end', async () => {
    recovered()
    await subscribe({ sentiment: true, quietHours: night })
    await world.wake()
    await world.goTo('2026-11-09T21:59:00Z')
    crossed()
    const before = world.api.asked.redditSummaries
    for (const time of ['2026-11-09T22:00:00Z', '2026-11-10T03:00:00Z', '2026-11-10T06:59:59Z']) {
      await world.goTo(time)
      expect(posts()).toEqual([])
    }
    expect(world.api.asked.redditSummaries, 'nobody has asked at night').toBe(before)
    await world.goTo('2026-11-10T07:00:00Z')
    expect(posts()).toHaveLength(1)
    expect(blocksOf(world.slack.posts[0])).toContain('held from 22:00 to 07:00, ')
  })

  it('hold an alert that Slack postponed into them', async () => {
    await subscribeAndCross({ quietHours: night })
    world.slack.next({ retryAfter: 600 })
    await world.goTo('2026-11-09T21:55:00Z')
    await world.goTo('2026-11-09T22:06:00Z')
    expect(posts()).toEqual([])
    expect((await history())[0]).toMatchObject({ state: 'pending', reason: 'quiet_hours' })
    await world.goTo('2026-11-10T07:00:00Z')
    await world.goTo('2026-11-10T07:01:00Z')
    expect(posts()).toHaveLength(1)
    await hours(1)
    expect(posts()).toHaveLength(1)
  })
})

describe('an alert whose post fails', () => {
  const cross = async (fate: PostOutcome) => {
    await subscribeAndCross()
    world.slack.next(fate)
    await hours(1)
  }

  /** A person posts again what is newest in the history. */
  const postedAgain = async () => {
    const [entry] = await history()
    await clickPostAgain(entry?.deliveryId ?? '')
    expect(posts()).toEqual([expect.stringContaining('Sentiment in r/crm turned')])
  }

  it('becomes unknown if the bot may not look it up; its owner is asked, and it is not repeated automatically', async () => {
    world.slack.mayLook = false
    await cross({ lost: 'nothing' })
    await hours(1)
    await hours(24)
    expect(posts()).toEqual([])
    expect(posts(owner)).toEqual([expect.stringContaining('Did “Weekly brand visibility, an alert” arrive?')])
    const alert = expect.stringContaining('Sentiment in r/crm')
    expect(await history()).toMatchObject([{ alert, state: 'unknown' }])
    await postedAgain()
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['in quiet hours', (id) => change(id, { sentiment: true, quietHours: { from: '00:00', to: '23:59' } })],
    [
      'while its digest is paused',
      (id) => world.store.subscriptions.pause(team, id, 'paused_by_hand', world.clock.now()),
    ],
  ])('is posted again by a person %s', async (_, stand) => {
    world.slack.mayLook = false
    await cross({ lost: 'nothing' })
    await hours(1)
    await stand('S1')
    await postedAgain()
  })

  it('is found again an hour later if Slack refused it', async () => {
    await cross({ refuse: 'msg_too_long' })
    expect(posts()).toEqual([])
    await hours(1)
    expect(posts()).toHaveLength(1)
    expect((await history()).map(({ state }) => state)).toEqual(['posted', 'failed'])
    expect(world.slack.in(owner), 'the history says it').toEqual([])
  })

  it('is dropped if its alerts were turned off in the meantime', async () => {
    await cross({ retryAfter: 60 })
    await change('S1', {})
    await hours(1)
    expect(posts()).toEqual([])
    expect(await history()).toMatchObject([{ state: 'skipped', reason: 'alerts_off' }])
  })
})

it('alerts next to digests don’t change what digests remember', async () => {
  recovered()
  await world.subscribe({ alerts: { ...alertsOff, sentiment: true } })
  await world.wake()
  crossed()
  await world.goTo('2026-11-09T08:59:00Z')
  await world.goTo('2026-11-09T09:00:00Z')
  await world.goTo('2026-11-09T09:00:30Z')
  const shown = world.slack.in(channel).map(blocksOf)
  expect(shown).toHaveLength(2)
  expect(shown.filter((text) => text.includes('Posted because alerts are on'))).toHaveLength(1)
  expect(shown.filter((text) => text.includes('This is the first digest here'))).toHaveLength(1)
})
