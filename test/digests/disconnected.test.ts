import { beforeEach, describe, expect, it } from 'vitest'
import { beginWorld, daily, team, textOf, world } from './world.ts'

beforeEach(() => beginWorld())

const slot = '2026-11-09T09:00:00Z'

describe('when Slack disconnects the workspace', () => {
  const rejections = () => world.log.filter(({ event }) => event.includes('rejects the bot token'))

  it.each([
    { token: 'its own', of: team, works: true },
    { token: 'another workspace’s', of: 'T2', works: false },
  ])('with $token token that works again, digests continue: $works', async ({ of, works }) => {
    await world.subscribe({ id: 'S1', channel: 'S1' })
    world.slack.rejects = 'token_revoked'
    await world.goTo(slot)
    Object.assign(world.slack, { rejects: null, team: of })
    await world.goTo('2026-11-09T09:01:00Z')
    expect(world.slack.posts.map(({ channel }) => channel)).toEqual(works ? ['S1'] : [])
    expect(await world.store.disconnections.get(team)).toEqual(works ? null : expect.anything())
  })

  it.each(['token_revoked', 'account_inactive', 'invalid_auth', 'app_uninstalled'])(
    'with %s, no digest is tried or paused, and the log says once what to do',
    async (code) => {
      for (const id of ['S1', 'S2', 'S3']) await world.subscribe({ id, channel: id })
      world.slack.rejects = code
      await world.goTo(slot)
      const states = await Promise.all(['S1', 'S2', 'S3'].map((id) => world.state(id)))
      expect(states).toEqual(Array(3).fill('active'))
      expect(rejections()).toEqual([
        { event: expect.any(String), fields: { team, code, detail: expect.stringContaining('Install') } },
      ])
      expect(await world.store.disconnections.get(team)).toEqual({ code, since: '2026-11-09T09:00:00.000Z' })

      const start = Temporal.Instant.from('2026-11-09T09:00:00Z')
      const tried: number[] = []
      for (const minutes of [1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 247, 248, 360]) {
        const before = world.slack.calls
        await world.goTo(`${start.add({ minutes })}`)
        if (world.slack.calls > before) tried.push(minutes)
      }
      expect(tried, 'only the token, less and less often').toEqual([1, 2, 4, 8, 16, 32, 64, 128, 248])
      expect(rejections()).toHaveLength(1)

      world.slack.rejects = null
      await world.goTo('2026-11-09T15:08:00Z')
      expect(world.slack.posts.map(({ channel }) => channel).sort()).toEqual(['S1', 'S2', 'S3'])
      expect(await world.store.disconnections.get(team)).toBeNull()
    },
  )

  it('for longer than the grace time, missed slots are recorded and the newest one is posted', async () => {
    await world.subscribe({ schedule: daily })
    world.slack.rejects = 'token_revoked'
    for (const day of ['09', '10', '11']) await world.goTo(`2026-11-${day}T09:00:00Z`)
    world.slack.rejects = null
    await world.goTo('2026-11-12T10:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect((await world.history()).map(({ slot, reason }) => [slot.slice(8, 10), reason])).toEqual([
      ['12', null],
      ['11', 'missed'],
      ['10', 'missed'],
      ['09', { code: 'given_up', cause: 'token_revoked' }],
    ])
  })

  const removed = async () => {
    for (const [index, by] of ['UANA', 'UBEN', 'UBEN'].entries())
      await world.subscribe({ by, channel: `C${index}` })
    const { subscriptions, disconnections } = world.store
    await subscriptions.stopAll(team, world.clock.now())
    await disconnections.markDisconnected(team, 'app_uninstalled', world.clock.now())
  }

  it('which removed Sightline, each owner of its digests is asked once whether to restore them', async () => {
    await removed()
    const { disconnections } = world.store
    await world.goTo('2026-11-09T08:01:00Z')
    await world.goTo('2026-11-09T08:02:00Z')
    // Slack refuses the token again for a moment.
    await disconnections.markDisconnected(team, 'invalid_auth', world.clock.now())
    await world.goTo('2026-11-09T08:03:00Z')
    expect(await disconnections.get(team)).toBeNull()
    await world.goTo('2026-11-09T08:04:00Z')
    expect(world.slack.posts.map(({ channel }) => channel).sort()).toEqual(['UANA', 'UBEN'])
    for (const post of world.slack.posts) expect(textOf(post)).toContain('3 digests stopped')
  })

  it('which removed Sightline, a channel is asked once for all owners that can’t be reached', async () => {
    await removed()
    world.slack.next({ refuse: 'user_not_found' }, { refuse: 'user_not_found' })
    for (const minute of [1, 2, 9]) await world.goTo(`2026-11-09T08:0${minute}:00Z`)
    expect(world.slack.posts.map(({ channel }) => channel)).toEqual(['C0'])
  })
})
