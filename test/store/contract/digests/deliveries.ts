import { expect, it } from 'vitest'
import {
  after,
  claimed,
  first,
  leaseMs,
  newTeam,
  nothing,
  raced,
  slotRequest,
  start,
  subscribe,
  type TheDatabase,
  text,
} from '../world.ts'

const later = { reason: 'no_answer', checkAt: null } as const
const page = { limit: 10, offset: 0 }
const one = { limit: 1, offset: 0 }

export function deliverySuite(database: TheDatabase) {
  it('are claimed by exactly one of many, and not again during the lease', async () => {
    const team = newTeam()
    const { id } = await subscribe(first(database), team)
    const request = slotRequest(team, id)
    const claims = await raced(database, 40, (store) => store.deliveries.claim(request))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
    expect(await first(database).deliveries.claim({ ...request, now: after(leaseMs - 1) })).toBeNull()
  })

  it('are taken over when the lease has run out, which voids the first claim', async () => {
    const store = first(database)
    const { request, claim } = await claimed(store, newTeam())
    const late = { ...request, now: after(leaseMs) }
    const claims = await raced(database, 40, ({ deliveries }) => deliveries.claim(late))
    const [second, ...more] = claims.filter((taken) => taken !== null)
    expect(more).toEqual([])
    expect(second).toEqual({ ...claim, attempt: 2 })
    expect(await store.deliveries.beginPost(claim, nothing, after(leaseMs))).toBe(false)
    expect(await store.deliveries.failed(claim, 'no_answer', after(leaseMs))).toBe(false)
    expect(await store.deliveries.skipped(claim, 'no_answer', after(leaseMs))).toBe(false)
    expect(await store.deliveries.release(claim, { retryAt: start, reason: 'no_answer' }, start)).toBe(false)
    expect(second && (await store.deliveries.beginPost(second, nothing, after(leaseMs)))).toBe(true)
    expect(await store.deliveries.posted(claim, '9.9', start)).toBe(false)
    expect(await store.deliveries.unknown(claim, later, start)).toBe(false)
    expect(second && (await store.deliveries.posted(second, '1.1', start))).toBe(true)
  })

  it('begin to post once, even if a claim is used twice', async () => {
    const { claim } = await claimed(first(database), newTeam())
    const begun = await raced(database, 20, ({ deliveries }) => deliveries.beginPost(claim, nothing, start))
    expect(begun.filter((may) => may)).toHaveLength(1)
  })

  it('are never claimed again once their post may have been sent', async () => {
    const { deliveries } = first(database)
    const { request, claim } = await claimed(first(database), newTeam())
    await deliveries.beginPost(claim, nothing, start)
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) })).toBeNull()
  })

  it('are “posted” with Slack’s ts in the history, which can be reported twice', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim, subscription } = await claimed(first(database), team)
    expect(await deliveries.posted(claim, '1.1', start), 'before it began').toBe(false)
    await deliveries.beginPost(claim, nothing, after(1))
    expect(await deliveries.posted(claim, '1.1', after(2))).toBe(true)
    expect(await deliveries.posted(claim, '1.1', after(3))).toBe(true)
    expect(await deliveries.posted(claim, '2.2', after(3))).toBe(false)
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) })).toBeNull()
    const posted = {
      team,
      id: claim.id,
      subscriptionId: subscription.id,
      slot: text(start),
      channel: 'C1',
      alert: null,
      notice: null,
      askedBy: null,
      state: 'posted',
      attempt: 1,
      leaseUntil: text(after(leaseMs + 1)),
      reason: null,
      messageTs: '1.1',
      checkAt: null,
      createdAt: text(start),
      startedAt: text(start),
      updatedAt: text(after(2)),
      finishedAt: text(after(2)),
    }
    expect(await deliveries.history({ team, channel: 'C1' }, page)).toEqual([posted])
    expect(await deliveries.get(team, claim.id)).toEqual(posted)
    expect(await deliveries.get(newTeam(), claim.id)).toBeNull()
  })

  it('can be retried after a definite refusal from Slack, but not too early', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, nothing, start)
    expect(await deliveries.release(claim, { retryAt: after(30), reason: 'ratelimited' }, start)).toBe(true)
    expect(await deliveries.history({ team, channel: 'C1' }, one)).toMatchObject([
      { state: 'pending', reason: 'ratelimited' },
    ])
    expect(await deliveries.claim({ ...request, now: after(29) })).toBeNull()
    const again = { ...claim, attempt: 2, reason: 'ratelimited' }
    expect(await deliveries.claim({ ...request, now: after(30) })).toEqual(again)
  })

  it('become unknown when their process is killed while posting; each is reported to one caller', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, nothing, after(10))
    const mine = async (now: Temporal.Instant) =>
      (await raced(database, 8, (store) => store.deliveries.expirePosting(now, 1_000)))
        .flat()
        .filter((delivery) => delivery.team === team)
    expect(await mine(after(leaseMs + 9)), 'its lease began anew').toEqual([])
    const expired = await mine(after(leaseMs + 10))
    expect(expired).toMatchObject([
      { id: claim.id, state: 'unknown', messageTs: null, checkAt: expired[0]?.updatedAt },
    ])
    expect(await deliveries.history({ team, channel: 'C1' }, one)).toEqual(expired)
  })

  it('remember how far the look-up has come, until they are posted again', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { claim } = await claimed(first(database), team)
    expect(claim.searchedUpTo).toBeNull()
    await deliveries.beginPost(claim, nothing, start)
    const look = async () => {
      const made = await deliveries.claimUnknown({ team, id: claim.id, leaseMs, now: start })
      if (!made.won) throw new Error('an unknown delivery could not be claimed')
      return made.claim
    }
    await deliveries.unknown(claim, { ...later, searchedUpTo: '7.5' }, start)
    const second = await look()
    expect(second.searchedUpTo).toBe('7.5')
    await deliveries.unknown(second, later, start)
    const third = await look()
    expect(third.searchedUpTo, 'nothing was reported').toBe('7.5')
    await deliveries.release(third, { retryAt: start, reason: 'not_arrived' }, start)
    const again = await deliveries.next({ leaseMs, now: start, team })
    if (again === null) throw new Error('a released delivery was not free')
    await deliveries.beginPost(again, nothing, start)
    await deliveries.unknown(again, later, start)
    expect((await look()).searchedUpTo).toBeNull()
  })

  it('stop being “unknown” by one deliberate claim, or by Slack’s late answer', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, nothing, start)
    expect(await deliveries.unknown(claim, later, start)).toBe(true)
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) }), 'never by itself').toBeNull()
    const again = await raced(database, 20, (store) =>
      store.deliveries.claimUnknown({ team, id: claim.id, leaseMs, now: after(5) }),
    )
    const [winner, ...more] = again.filter((answer) => answer.won)
    expect(more).toEqual([])
    expect(winner).toEqual({ won: true, claim: { ...claim, attempt: 2, reason: 'no_answer' } })
    expect(again.find((answer) => !answer.won)).toMatchObject({
      delivery: { id: claim.id, state: 'posting' },
    })
    expect(await deliveries.posted(claim, '1.1', after(6))).toBe(false)
    // Its process is killed before it knows more: then it isn't posted automatically.
    const lost = await deliveries.expirePosting(after(leaseMs + 5), 1_000)
    expect(lost.filter((delivery) => delivery.team === team)).toMatchObject([
      { state: 'unknown', attempt: 2 },
    ])
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) })).toBeNull()

    const other = newTeam()
    const { claim: slow } = await claimed(first(database), other)
    await deliveries.beginPost(slow, nothing, start)
    await deliveries.unknown(slow, later, start)
    expect(await deliveries.posted(slow, '3.3', after(7))).toBe(true)
    expect(await deliveries.claimUnknown({ team: other, id: slow.id, leaseMs, now: after(8) })).toMatchObject(
      {
        won: false,
        delivery: { state: 'posted', messageTs: '3.3' },
      },
    )
    expect(await deliveries.claimUnknown({ team: newTeam(), id: slow.id, leaseMs, now: after(8) })).toEqual({
      won: false,
      delivery: null,
    })
  })

  it('are in the history of their channel and digest, newest slot first, in pages', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim } = await claimed(first(database), team)
    await deliveries.skipped(claim, 'missed', after(1))
    const newer = await deliveries.claim({ ...request, slot: after(1_000), askedBy: 'U7' })
    expect(newer && (await deliveries.failed(newer, 'channel_not_found', after(2)))).toBe(true)
    await subscribe(first(database), team, 'C1', 'S2')
    await deliveries.claim({ ...request, subscriptionId: 'S2', slot: after(500) })
    const history = await deliveries.history({ team, channel: 'C1' }, page)
    expect(history.map(({ slot, state, reason, askedBy }) => [slot, state, reason, askedBy])).toEqual([
      [text(after(1_000)), 'failed', 'channel_not_found', 'U7'],
      [text(after(500)), 'pending', null, null],
      [text(start), 'skipped', 'missed', null],
    ])
    expect(await deliveries.history({ team, channel: 'C1' }, { limit: 1, offset: 1 })).toEqual([history[1]])
    expect(await deliveries.history({ team, subscriptionId: 'S1' }, page)).toEqual([history[0], history[2]])
    expect(await deliveries.history({ team, channel: 'C2' }, page)).toEqual([])
  })

  it('are looked up while they are unknown, until one process has done so', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, nothing, start)
    await deliveries.unknown(claim, { reason: 'no_answer', checkAt: after(30) }, start)
    const mine = async (now: Temporal.Instant) =>
      (await deliveries.toCheck(now, 10_000)).filter((delivery) => delivery.team === team)
    expect(await mine(after(29))).toEqual([])
    expect(await mine(after(30))).toMatchObject([{ id: claim.id, checkAt: text(after(30)) }])
    const again = await deliveries.claimUnknown({ team, id: claim.id, leaseMs, now: after(31) })
    expect(await mine(after(31))).toEqual([])
    if (!again.won) throw new Error('nobody else has it')
    await deliveries.unknown(again.claim, { reason: 'stopped', checkAt: null }, after(32))
    expect(await mine(after(leaseMs * 100))).toEqual([])
    // A process that listed it earlier finds it settled.
    const late = { team, id: claim.id, leaseMs, now: after(33), onlyDue: true }
    expect(await deliveries.claimUnknown(late)).toMatchObject({ won: false })
    expect(await deliveries.get(team, claim.id)).toMatchObject({ state: 'unknown', reason: 'stopped' })
  })
}
