import { expect, it } from 'vitest'
import type { Store } from '../../../../src/store/index.ts'
import { after, claimed, first, leaseMs, newTeam, nothing, raced, start, type TheDatabase } from '../world.ts'

export function threadSuite(database: TheDatabase) {
  /** A posted digest with replies still to come. */
  async function posted(store: Store, thread: string | null = 'two replies') {
    const team = newTeam()
    const { claim } = await claimed(store, team)
    await store.deliveries.beginPost(claim, { ...nothing, thread }, start)
    const of = { team, id: claim.id, leaseMs }
    const mine = async (now: Temporal.Instant) =>
      (await store.deliveries.threadsWaiting(now, 1_000)).filter((one) => one.team === team)
    return { team, claim, of, mine }
  }

  it('wait from the post of their digest on, and are taken by one of many', async () => {
    const store = first(database)
    const { team, claim, of, mine } = await posted(store)
    expect(await mine(after(leaseMs)), 'it may never arrive').toEqual([])
    expect(await store.deliveries.takeThread({ ...of, now: start })).toBeNull()
    await store.deliveries.posted(claim, '1.1', start)
    expect(await mine(start)).toEqual([{ team, id: claim.id }])
    const taken = await raced(database, 20, ({ deliveries }) => deliveries.takeThread({ ...of, now: start }))
    const [winner, ...more] = taken.filter((one) => one !== null)
    expect(more).toEqual([])
    expect(winner).toMatchObject({
      thread: 'two replies',
      channel: 'C1',
      ts: '1.1',
      next: 0,
      mayBeSent: false,
    })
    expect(await mine(after(leaseMs - 1))).toEqual([])
    expect(await mine(after(leaseMs)), 'its process may have ended').toHaveLength(1)
  })

  it('continue where they stopped, and an overtaken process changes nothing', async () => {
    const { deliveries } = first(database)
    const { claim, of, mine } = await posted(first(database))
    await deliveries.posted(claim, '1.1', start)
    const one = await deliveries.takeThread({ ...of, now: start })
    if (one === null) throw new Error('nothing to take')
    expect(await deliveries.beginReply(one, leaseMs, start)).toBe(true)
    expect(await deliveries.replied(one, 1, start)).toBe(true)
    expect(await deliveries.beginReply(one, leaseMs, after(5))).toBe(true)
    const two = await deliveries.takeThread({ ...of, now: after(leaseMs + 5) })
    if (two === null) throw new Error('nothing to take')
    expect(two).toMatchObject({ next: 1, mayBeSent: true })
    const late = after(leaseMs + 6)
    expect(await deliveries.beginReply(one, leaseMs, late)).toBe(false)
    expect(await deliveries.replied(one, 'all', late)).toBe(false)
    expect(await deliveries.releaseThread(one, { at: start, mayBeSent: false })).toBe(false)

    expect(await deliveries.releaseThread(two, { at: after(leaseMs * 5), mayBeSent: true })).toBe(true)
    expect(await mine(after(leaseMs * 5 - 1))).toEqual([])
    const three = await deliveries.takeThread({ ...of, now: after(leaseMs * 5) })
    expect(three).toMatchObject({ next: 1, mayBeSent: true })
    expect(three && (await deliveries.replied(three, 'all', late))).toBe(true)
    expect(await mine(after(leaseMs * 50))).toEqual([])
    expect(await deliveries.takeThread({ ...of, now: after(leaseMs * 50) })).toBeNull()
  })

  it('do not exist if nothing follows', async () => {
    const { deliveries } = first(database)
    const { claim, of, mine } = await posted(first(database), null)
    await deliveries.posted(claim, '1.1', start)
    expect(await mine(start)).toEqual([])
    expect(await deliveries.takeThread({ ...of, now: start })).toBeNull()
  })
}
