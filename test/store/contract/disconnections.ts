import { expect, it } from 'vitest'
import {
  after,
  claimed,
  first,
  leaseMs,
  newTeam,
  nothing,
  raced,
  start,
  subscribe,
  type TheDatabase,
  text,
} from './world.ts'

export function disconnectionSuite(database: TheDatabase) {
  it('are noticed by one of many callers, and restored by one of many', async () => {
    const team = newTeam()
    const { disconnections } = first(database)
    expect(await disconnections.get(team)).toBeNull()
    const noticed = await raced(database, 20, (store) =>
      store.disconnections.markDisconnected(team, 'token_revoked', start),
    )
    expect(noticed.filter((first) => first)).toHaveLength(1)
    expect(await disconnections.markDisconnected(team, 'invalid_auth', after(5)), 'it is known').toBe(false)
    const lost = { code: 'token_revoked', since: text(start) }
    expect(await disconnections.get(team)).toEqual(lost)
    expect(await disconnections.get(newTeam())).toBeNull()
    expect(await disconnections.list()).toContainEqual({ team, ...lost })
    const restored = await raced(database, 20, (store) =>
      store.disconnections.markReconnected(team, start, () => []),
    )
    expect(restored.filter((was) => was !== null)).toEqual([lost])
    expect(await disconnections.get(team)).toBeNull()
  })

  it('keep everything that waits until they are restored', async () => {
    const team = newTeam()
    const { disconnections, deliveries, subscriptions } = first(database)
    const { claim } = await claimed(first(database), team)
    await deliveries.release(claim, { retryAt: start, reason: 'token_revoked' }, start)
    const other = { ...(await claimed(first(database), team, after(60_000))).claim }
    await deliveries.beginPost(other, nothing, start)
    await deliveries.unknown(other, { reason: 'no_answer', checkAt: start }, start)
    const { revision } = await subscribe(first(database), team, 'C1', 'S2')
    // Earlier than anything of other tests, so that it is due first.
    const long = Temporal.Instant.from('0001-01-01T00:00:00Z')
    const slot = {
      team,
      subscriptionId: 'S2',
      channel: 'C1',
      revision,
      deliver: null,
      skip: [],
      zoneData: '',
    }
    await deliveries.plan([{ ...slot, nextSlot: long, skipReason: 'missed' }], start)
    const followed = (await claimed(first(database), team, after(120_000))).claim
    await deliveries.beginPost(followed, { ...nothing, thread: 'a reply' }, start)
    await deliveries.posted(followed, '1.1', start)
    const late = (await claimed(first(database), team, after(180_000))).claim
    const release = (retryAt: Temporal.Instant) =>
      deliveries.release(late, { retryAt, reason: 'token_revoked' }, start)

    const waiting = async () => {
      const claims = []
      for (;;) {
        const next = await deliveries.next({ leaseMs, now: start })
        if (next === null) break
        if (next.team === team) claims.push(next)
      }
      const mine = <T extends { readonly team: string }>(all: readonly T[]) =>
        all.filter((one) => one.team === team).length
      return {
        claims: claims.length,
        unknown: mine(await deliveries.toCheck(start, 1_000)),
        due: mine(await subscriptions.due(start, 1_000, '')),
        threads: mine(await deliveries.threadsWaiting(start, 1_000)),
      }
    }
    const isFirstDue = async () =>
      [await subscriptions.dueAt(), await deliveries.nextDueAt()].map((at) => String(at) === String(long))
    await disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await waiting()).toEqual({ claims: 0, unknown: 0, due: 0, threads: 0 })
    await release(long)
    expect(await isFirstDue()).toEqual([false, false])
    await disconnections.markReconnected(team, start, () => [])
    expect(await isFirstDue()).toEqual([true, true])
    expect(await waiting()).toEqual({ claims: 2, unknown: 1, due: 2, threads: 1 })
    await subscriptions.stopAll(team, start)
  })

  it('suspend checks of owners and evaluations, and updates of messages', async () => {
    const team = newTeam()
    const { disconnections, subscriptions, tasks, watches } = first(database)
    await subscribe(first(database), team)
    await subscriptions.checkOwner(team, 'S1', start)
    const place = { team, organizationId: 'O1', workspaceId: 'W1' }
    await watches.start({ ...place, evaluationId: 'E1', user: 'U1' }, 'C1', start)
    const by = { by: 'U1', channel: 'C1', messageTs: null, now: start, reference: 'first' }
    await tasks.claim({ ...place, resultId: 'R1' }, { ...by, input: { kind: 'first' } })
    await tasks.expireCreating(after(1), start, 1_000)
    const due = async () => {
      const taken = [
        await subscriptions.takeOwnerChecks(after(2), after(3), 10_000),
        await watches.claimDue(after(2), after(3), 10_000),
        await tasks.takeOutdated(after(2), after(2), 10_000),
      ]
      return taken.map((rows) => rows.filter((row) => row.team === team).length)
    }
    await disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await due()).toEqual([0, 0, 0])
    await disconnections.markReconnected(team, start, () => [])
    expect(await due()).toEqual([1, 1, 1])
  })
}
