import { expect, it } from 'vitest'
import type { Claim, Store } from '../../../../src/store/index.ts'
import {
  after,
  claimed,
  first,
  leaseMs,
  monday,
  newTeam,
  nothing,
  raced,
  start,
  subscribe,
  type TheDatabase,
  text,
} from '../world.ts'

const page = { limit: 10, offset: 0 }

/** Takes from the queue until it is empty. Tests share it, so other tests' deliveries are released. */
async function takeAll(store: Store, team: string, now: Temporal.Instant): Promise<Claim[]> {
  const taken: Claim[] = []
  for (;;) {
    const claim = await store.deliveries.next({ leaseMs, now })
    if (claim === null) return taken
    if (claim.team === team) taken.push(claim)
  }
}

export function deliveryQueueSuite(database: TheDatabase) {
  it('holds a delivery from its plan on, and hands it out once', async () => {
    const { deliveries, subscriptions } = first(database)
    const team = newTeam()
    const { id, revision } = await subscribe(first(database), team)
    const plan = {
      team,
      subscriptionId: id,
      channel: 'C1',
      revision,
      deliver: after(2_000),
      skip: [after(0), after(1_000)],
      skipReason: 'missed' as const,
      nextSlot: after(9_000),
      zoneData: '2026a',
    }
    await raced(database, 10, (store) => store.deliveries.plan([plan], after(2_500)))
    const states = async () =>
      (await deliveries.history({ team, channel: 'C1' }, page)).map(({ slot, state }) => [slot, state])
    const planned = [
      [text(after(2_000)), 'pending'],
      [text(after(1_000)), 'skipped'],
      [text(after(0)), 'skipped'],
    ]
    expect(await states()).toEqual(planned)
    expect(await subscriptions.get(team, id)).toMatchObject({ plannedUntil: text(after(2_500)) })
    const due = async (now: Temporal.Instant, zoneData = '2026a') =>
      (await subscriptions.due(now, 10_000, zoneData)).filter((one) => one.team === team)
    expect(await due(after(8_999))).toEqual([])
    expect(await due(after(3_000), '2025c'), 'a replica with older zone data skips it').toEqual([])
    expect(await due(after(3_000), '2026b'), 'newer zone data may move its next slot').toHaveLength(1)
    expect(await due(after(9_000))).toHaveLength(1)

    const taken = await raced(database, 10, (store) => takeAll(store, team, after(2_500)))
    expect(taken.flat()).toMatchObject([{ subscriptionId: id, slot: text(after(2_000)), attempt: 1 }])
    expect(await takeAll(first(database), team, after(2_499 + leaseMs)), 'while its lease holds').toEqual([])
    expect(await takeAll(first(database), team, after(2_500 + leaseMs))).toMatchObject([{ attempt: 2 }])
  })

  it('gets no plan from an outdated schedule, nor a backward one', async () => {
    const { deliveries, subscriptions } = first(database)
    const team = newTeam()
    const { id, revision } = await subscribe(first(database), team)
    const plan = (nextSlot: Temporal.Instant, of = revision) => ({
      team,
      subscriptionId: id,
      channel: 'C1',
      revision: of,
      deliver: null,
      skip: [],
      skipReason: 'missed' as const,
      nextSlot,
      zoneData: '',
    })
    await deliveries.plan([plan(after(9_000))], after(3))
    await deliveries.plan([plan(after(5_000))], after(2))
    expect(await subscriptions.get(team, id)).toMatchObject({ plannedUntil: text(after(3)) })
    const moved = await subscriptions.update(team, id, { schedule: { ...monday, time: '10:00' } }, after(4))
    expect(moved).toMatchObject({ plannedUntil: null })
    await deliveries.plan([plan(after(20_000))], after(5))
    expect(await subscriptions.get(team, id)).toMatchObject({ plannedUntil: null })
    await deliveries.plan([plan(after(20_000), moved?.revision)], after(5))
    expect(await subscriptions.get(team, id)).toMatchObject({ plannedUntil: text(after(5)) })
  })

  it('counts unfinished deliveries, and says since when the first one waits', async () => {
    const { deliveries } = first(database)
    const before = await deliveries.waiting()
    const { claim } = await claimed(first(database), newTeam())
    const { claim: other } = await claimed(first(database), newTeam())
    const pending = await deliveries.waiting()
    expect(pending).toMatchObject({ pending: before.pending + 2, posting: before.posting })
    expect(pending.oldestSlot?.epochMilliseconds).toBeLessThanOrEqual(
      Temporal.Instant.from(claim.slot).epochMilliseconds,
    )
    await deliveries.beginPost(claim, nothing, start)
    await deliveries.beginPost(other, nothing, start)
    await deliveries.unknown(other, { reason: 'no_answer', checkAt: after(30) }, start)
    expect(await deliveries.waiting()).toMatchObject({
      pending: before.pending,
      posting: before.posting + 1,
      unknown: before.unknown + 1,
    })
    await deliveries.posted(claim, '1.1', start)
    await deliveries.posted(other, '1.2', start)
    expect(await deliveries.waiting()).toEqual(before)
  })

  it('says when the next delivery is due', async () => {
    const { deliveries } = first(database)
    const far = Temporal.Instant.from('0001-01-01T00:00:00Z')
    const { claim } = await claimed(first(database), newTeam())
    await deliveries.release(claim, { retryAt: far.add({ seconds: 9 }), reason: 'no_answer' }, start)
    expect(String(await deliveries.nextDueAt())).toBe('0001-01-01T00:00:09Z')
    const { claim: second } = await claimed(first(database), newTeam())
    await deliveries.beginPost(second, nothing, start)
    await deliveries.unknown(second, { reason: 'no_answer', checkAt: far }, start)
    expect(String(await deliveries.nextDueAt())).toBe('0001-01-01T00:00:00Z')
    await deliveries.posted(second, '1.1', start)
    await deliveries.failed(claim, 'no_answer', start)
  })

  it('is separate for each workspace', async () => {
    const store = first(database)
    const { deliveries } = store
    const teams = [newTeam(), newTeam()]
    for (const [index, team] of teams.entries())
      for (const minute of [2, 0, 1].slice(index)) {
        const { claim } = await claimed(store, team, after(minute * 60_000))
        await deliveries.release(claim, { retryAt: after(minute), reason: 'ratelimited' }, start)
      }
    const lost = newTeam()
    const { claim } = await claimed(store, lost)
    await deliveries.release(claim, { retryAt: start, reason: 'token_revoked' }, start)
    await store.disconnections.markDisconnected(lost, 'token_revoked', start)

    const waiting = async (now: Temporal.Instant) =>
      (await deliveries.teamsWithPending(now)).filter((team) => [...teams, lost].includes(team))
    expect(await waiting(after(-1))).toEqual([])
    expect(await waiting(after(10))).toHaveLength(2)
    expect(new Set(await waiting(after(10)))).toEqual(new Set(teams))

    const [many = '', few = ''] = teams
    const oldest = await deliveries.next({ leaseMs, now: after(10), team: many })
    expect(oldest).toMatchObject({ team: many, slot: text(start) })
    const rest = await raced(database, 20, (replica) =>
      replica.deliveries.next({ leaseMs, now: after(10), team: many }),
    )
    expect(rest.flatMap((one) => one?.slot ?? []).toSorted()).toEqual([
      text(after(60_000)),
      text(after(120_000)),
    ])
    expect(await waiting(after(10))).toEqual([few])
    await raced(database, 20, (replica) => replica.deliveries.next({ leaseMs, now: after(10), team: few }))
    expect(await waiting(after(10))).toEqual([])
    expect(await deliveries.next({ leaseMs, now: after(10), team: lost })).toBeNull()
    await store.disconnections.markReconnected(lost, after(10), () => [])
    expect(await deliveries.next({ leaseMs, now: after(10), team: lost })).toMatchObject({ team: lost })
  })
}
