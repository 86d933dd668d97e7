import { expect, it } from 'vitest'
import type { Store } from '../../../src/store/index.ts'
import {
  after,
  click,
  first,
  newTeam,
  newWorkspace,
  recommendation,
  start,
  type TheDatabase,
  text,
  watch,
} from './world.ts'

export function disconnectionSuite(database: TheDatabase) {
  it('are noticed by one of many callers, and restored by one of many', async () => {
    const { disconnections, team, won } = newWorkspace(database)
    expect(await disconnections.get(team)).toBeNull()
    const lose = (store: Store) => store.disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await won(20, lose)).toHaveLength(1)
    expect(await disconnections.markDisconnected(team, 'invalid_auth', after(5)), 'it is known').toBe(false)
    const lost = { code: 'token_revoked', since: text(start) }
    expect(await disconnections.get(team)).toEqual(lost)
    expect(await disconnections.get(newTeam())).toBeNull()
    expect(await disconnections.list()).toContainEqual({ team, ...lost })
    const restored = await won(20, (store) => store.disconnections.markReconnected(team, start, () => []))
    expect(restored).toEqual([lost])
    expect(await disconnections.get(team)).toBeNull()
  })

  it('keep planned digests until they are restored', async () => {
    const { disconnections, subscriptions, team, subscribe, mine } = newWorkspace(database)
    const { id: subscriptionId, revision } = await subscribe()
    // Earlier than anything of other tests, so that it is due first.
    const long = Temporal.Instant.from('0001-01-01T00:00:00Z')
    const slots = { deliver: null, lateAt: null, skip: [], nextSlot: long, zoneData: '' } as const
    await subscriptions.plan([{ ...slots, team, subscriptionId, channel: 'C1', revision }], start)
    const due = async () => mine(await subscriptions.due(start, 1_000, '')).length
    const isFirstDue = async () => String(await subscriptions.dueAt()) === String(long)
    await disconnections.markDisconnected(team, 'token_revoked', start)
    expect([await due(), await isFirstDue()]).toEqual([0, false])
    await disconnections.markReconnected(team, start, () => [])
    expect([await due(), await isFirstDue()]).toEqual([1, true])
    await subscriptions.stopAll(team, start)
  })

  it('are restored with the notices about the digests that had stopped, once', async () => {
    const { store, team, subscribe, owedNotice, raced } = newWorkspace(database)
    await subscribe()
    expect(await store.subscriptions.stopAll(team, start)).toBe(1)
    await store.disconnections.markDisconnected(team, 'app_uninstalled', start)
    const asked: (readonly string[])[] = []
    await raced(8, ({ disconnections }) =>
      disconnections.markReconnected(team, start, (stopped) => {
        asked.push(stopped.map(({ id }) => id))
        return stopped.map(({ id, owner }) => owedNotice(owner ?? '', id, { kind: 'restore', oldest: id }))
      }),
    )
    expect(asked).toEqual([['S1']])
    const notices = await store.outbox.list({ team, subject: 'S1' }, ['notice'], { limit: 9, offset: 0 })
    expect(notices).toMatchObject([{ channel: 'U1', state: 'ready' }])
  })

  it('suspend checks of owners and evaluations, and updates of messages', async () => {
    const { disconnections, subscriptions, tasks, watches, team, ref, subscribe, mine } =
      newWorkspace(database)
    await subscribe()
    await subscriptions.checkOwner(team, 'S1', start)
    await watches.start(watch(team), 'C1', start)
    await tasks.claim(ref, click)
    await tasks.expireCreating(after(1), start, 1_000)
    const due = async () => {
      const taken = [
        await subscriptions.takeOwnerChecks(after(2), after(3), 10_000),
        await watches.claimDue(after(2), after(3), 10_000),
        await tasks.takeOutdated(after(2), after(2), 10_000),
      ]
      return taken.map((rows) => mine<{ readonly team: string }>(rows).length)
    }
    await disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await due()).toEqual([0, 0, 0])
    await disconnections.markReconnected(team, start, () => [])
    expect(await due()).toEqual([1, 1, 1])
  })

  it('once restored, a workspace’s postponed updates are due, and no other workspace’s', async () => {
    const { disconnections, tasks } = first(database)
    const [team, other] = [newTeam(), newTeam()]
    for (const ref of [recommendation(team), recommendation(other)]) {
      await tasks.claim(ref, click)
      await tasks.expireCreating(after(1), start, 1_000)
      await tasks.postponeUpdate(ref, (await tasks.outdatedSince(ref)) ?? '', after(9_999))
    }
    await disconnections.markDisconnected(team, 'token_revoked', start)
    await disconnections.markReconnected(team, start, () => [])
    const due = (await tasks.takeOutdated(after(2), after(2), 10_000)).map((one) => one.team)
    expect([team, other].filter((one) => due.includes(one))).toEqual([team])
  })
}
