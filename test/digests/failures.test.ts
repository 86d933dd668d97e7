import { beforeEach, describe, expect, it } from 'vitest'
import { beginWorld, blocksOf, daily, owner, posts, team, world } from './world.ts'

beforeEach(() => beginWorld())

const slot = '2026-11-09T09:00:00Z'

it('a digest that Slack asks to delay is posted right after that, without the timer, and the others now', async () => {
  const ids = ['S1', 'S2', 'S3']
  for (const id of ids) await world.subscribe({ id, channel: id })
  world.slack.next({ retryAfter: 7 })
  await world.goTo(slot)
  expect(world.slack.posts).toHaveLength(2)
  world.clock.set('2026-11-09T09:00:07Z')
  await expect.poll(() => world.slack.posts.map(({ channel }) => channel).sort()).toEqual(ids)
  expect(await Promise.all(ids.map((id) => world.state(id)))).toEqual(Array(3).fill('active'))
})

it('a digest that can’t be planned is paused, its owner is notified, and other digests are not delayed', async () => {
  await world.subscribe({ schedule: { ...daily, timeZone: 'Mars/Olympus' } })
  await world.subscribe({ channel: 'C2' })
  await world.goTo(slot)
  expect(world.slack.in('C2')).toHaveLength(1)
  expect(await world.store.subscriptions.get(team, 'S1')).toMatchObject({
    state: 'paused',
    pausedReason: 'schedule_unreadable',
  })
  await world.goTo('2026-11-09T09:01:00Z')
  expect(posts(owner)).toEqual([expect.stringMatching(/is paused.*schedule can’t be read/s)])
})

describe('when Slack refuses', () => {
  it.each([
    ['is_archived', 'The channel is archived.'],
    ['not_in_channel', '/invite @Sightline'],
    ['channel_not_found', '/invite @Sightline'],
    ['restricted_action', 'Only some people may post'],
  ])('with %s, only that digest is paused, and its owner is notified once', async (code, sentence) => {
    await world.subscribe()
    await world.subscribe({ channel: 'C2' })
    world.slack.next({ refuse: code })
    await world.goTo(slot)
    const [paused = '', other] = (await world.state('S1')) === 'paused' ? ['S1', 'S2'] : ['S2', 'S1']
    expect([await world.state(paused), await world.state(other)]).toEqual(['paused', 'active'])
    await world.goTo('2026-11-16T09:00:00Z')
    expect(await world.history(paused)).toMatchObject([{ state: 'failed', reason: code }])
    const [notice, ...more] = world.slack.in(owner)
    expect(more).toEqual([])
    expect(blocksOf(notice)).toContain(sentence)
    expect(blocksOf(notice)).toContain('/sightline digest resume')
  })

  it('for another reason, the digest stays active, and its owner is notified about this slot', async () => {
    await world.subscribe()
    world.slack.next({ refuse: 'msg_too_long' })
    await world.goTo(slot)
    expect(await world.delivery()).toMatchObject({ state: 'failed', reason: 'msg_too_long' })
    expect(posts(owner)[0]).toContain('was not posted')
    await world.goTo('2026-11-16T09:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
  })
})
