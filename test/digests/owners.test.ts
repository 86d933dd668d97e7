import { beforeEach, describe, expect, it } from 'vitest'
import { adopt } from '../../src/digests/deliver/owners.ts'
import { beginWorld, owner, posts, still, team, world } from './world.ts'

beforeEach(() => beginWorld())

const page = { limit: 50, offset: 0 }
const slot = '2026-11-09T09:00:00Z'

describe('a digest’s owner who is gone', () => {
  const leave = () => world.slack.left.add(owner)

  it('is replaced by the first person to click, after the next run has asked the channel once', async () => {
    await world.subscribe()
    await world.goTo(slot)
    expect(world.slack.in('C1')).toHaveLength(1)
    leave()
    await world.goTo('2026-11-16T09:00:00Z')
    await world.goTo('2026-11-23T09:00:00Z')
    expect(posts().filter((text) => text.startsWith('Who will own'))).toHaveLength(1)

    const taken = await Promise.all(['U2', 'U3'].map((user) => adopt(world.workspace, { team, user }, 'S1')))
    const now = (await world.store.subscriptions.get(team, 'S1'))?.owner
    expect(['U2', 'U3']).toContain(now)
    for (const { text } of taken) {
      expect(text).toContain(`<@${now}> now owns`)
      expect(text).toContain('Every Monday at 9:00 (UTC)')
      expect(text).toMatch(/Next: .*Nov 30.*, then .*Dec 7/)
    }
    expect(await world.store.audit.forChannel(team, 'C1', page)).toContainEqual(
      expect.objectContaining({ action: 'digest.adopt', outcome: 'adopted', user: now }),
    )
  })

  it('is not replaced if still there after all', async () => {
    await world.subscribe()
    const { text } = await adopt(world.workspace, { team, user: 'U2' }, 'S1')
    expect(text).toContain(`<@${owner}>`)
    expect(await world.store.subscriptions.get(team, 'S1')).toMatchObject({ owner })
  })

  it('is noticed even by a quiet run', async () => {
    world.api.brands = still
    await world.subscribe({ onlyWhenChanged: true })
    await world.goTo(slot)
    leave()
    await world.goTo('2026-11-16T09:00:00Z')
    expect(await world.history()).toMatchObject([{ state: 'skipped', reason: 'quiet' }, { state: 'posted' }])
    const question = expect.stringContaining('Who will own “Weekly brand visibility”')
    expect(posts()).toEqual([expect.anything(), question])
  })
})
