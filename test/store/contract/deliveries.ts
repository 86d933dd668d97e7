import { expect, it } from 'vitest'
import type { LedgerEntry } from '../../../src/store/index.ts'
import {
  after,
  claimed,
  first,
  leaseMs,
  newTeam,
  raced,
  start,
  subscribe,
  type TheDatabase,
  text,
} from './world.ts'

const entry = (summaryId: string, sentiment: string | null, creationDate: string | null): LedgerEntry => ({
  summaryId,
  subreddit: 'r/a',
  sentiment,
  creationDate,
})

export function deliverySuite(database: TheDatabase) {
  it('is claimed by exactly one of many, and not again while the lease holds', async () => {
    const team = newTeam()
    const { id } = await subscribe(first(database), team)
    const request = { team, subscriptionId: id, slot: start, channel: 'C1', leaseMs, now: start }
    const claims = await raced(database, 40, (store) => store.deliveries.claim(request))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
    expect(await first(database).deliveries.claim({ ...request, now: after(leaseMs - 1) })).toBeNull()
  })

  it('is taken over once its lease has run out, and the first claim is void then', async () => {
    const store = first(database)
    const { request, claim } = await claimed(store, newTeam())
    const late = { ...request, now: after(leaseMs) }
    const claims = await raced(database, 40, ({ deliveries }) => deliveries.claim(late))
    const [second, ...more] = claims.filter((taken) => taken !== null)
    expect(more).toEqual([])
    expect(second).toEqual({ ...claim, attempt: 2 })
    expect(await store.deliveries.beginPost(claim, after(leaseMs))).toBe(false)
    expect(await store.deliveries.failed(claim, 'x', after(leaseMs))).toBe(false)
    expect(await store.deliveries.skipped(claim, 'x', after(leaseMs))).toBe(false)
    expect(await store.deliveries.release(claim, { retryAt: start, reason: 'x' }, start)).toBe(false)
    expect(second && (await store.deliveries.beginPost(second, after(leaseMs)))).toBe(true)
    expect(await store.deliveries.posted(claim, { messageTs: '9.9', ledger: [] }, start)).toBe(false)
    expect(await store.deliveries.unknown(claim, 'x', start)).toBe(false)
    expect(second && (await store.deliveries.posted(second, { messageTs: '1.1', ledger: null }, start))).toBe(
      true,
    )
  })

  it('begins to post once, even where one claim is used twice', async () => {
    const { claim } = await claimed(first(database), newTeam())
    const begun = await raced(database, 20, ({ deliveries }) => deliveries.beginPost(claim, start))
    expect(begun.filter((may) => may)).toHaveLength(1)
  })

  it('is never claimed again once its post may have left', async () => {
    const { deliveries } = first(database)
    const { request, claim } = await claimed(first(database), newTeam())
    await deliveries.beginPost(claim, start)
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) })).toBeNull()
  })

  it('is “posted” with Slack’s ts in the history, and can be reported twice', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim, subscription } = await claimed(first(database), team)
    const posted = { messageTs: '1.1', ledger: null }
    expect(await deliveries.posted(claim, posted, start), 'before it began').toBe(false)
    await deliveries.beginPost(claim, after(1))
    expect(await deliveries.posted(claim, posted, after(2))).toBe(true)
    expect(await deliveries.posted(claim, posted, after(3))).toBe(true)
    expect(await deliveries.posted(claim, { ...posted, messageTs: '2.2' }, after(3))).toBe(false)
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) })).toBeNull()
    expect(await deliveries.history(team, 'C1', 10)).toEqual([
      {
        team,
        id: claim.id,
        subscriptionId: subscription.id,
        slot: text(start),
        channel: 'C1',
        state: 'posted',
        attempt: 1,
        leaseUntil: text(after(leaseMs + 1)),
        reason: null,
        messageTs: '1.1',
        createdAt: text(start),
        updatedAt: text(after(2)),
        finishedAt: text(after(2)),
      },
    ])
  })

  it('can be tried again, not before it should, after Slack surely refused', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, start)
    expect(await deliveries.release(claim, { retryAt: after(30), reason: 'ratelimited' }, start)).toBe(true)
    expect(await deliveries.history(team, 'C1', 1)).toMatchObject([
      { state: 'pending', reason: 'ratelimited' },
    ])
    expect(await deliveries.claim({ ...request, now: after(29) })).toBeNull()
    expect(await deliveries.claim({ ...request, now: after(30) })).toEqual({ ...claim, attempt: 2 })
  })

  it('becomes unknown when its process died while posting; each is told to one caller', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, after(10))
    const mine = async (now: Temporal.Instant) =>
      (await raced(database, 8, (store) => store.deliveries.expirePosting(now)))
        .flat()
        .filter((delivery) => delivery.team === team)
    expect(await mine(after(leaseMs + 9)), 'its lease began anew').toEqual([])
    const told = await mine(after(leaseMs + 10))
    expect(told).toMatchObject([{ id: claim.id, state: 'unknown', messageTs: null }])
    expect(await deliveries.history(team, 'C1', 1)).toEqual(told)
  })

  it('leaves “unknown” by one deliberate claim, or by Slack’s late answer', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, start)
    expect(await deliveries.unknown(claim, 'timed out', start)).toBe(true)
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) }), 'never by itself').toBeNull()
    const again = await raced(database, 20, (store) =>
      store.deliveries.claimUnknown({ team, id: claim.id, leaseMs, now: after(5) }),
    )
    const [winner, ...more] = again.filter((answer) => answer.won)
    expect(more).toEqual([])
    expect(winner).toEqual({ won: true, claim: { ...claim, attempt: 2 } })
    expect(again.find((answer) => !answer.won)).toMatchObject({
      delivery: { id: claim.id, state: 'posting' },
    })
    expect(await deliveries.posted(claim, { messageTs: '1.1', ledger: [] }, after(6))).toBe(false)
    // Its process dies before it knows more: nobody posts it by themselves then.
    const lost = await deliveries.expirePosting(after(leaseMs + 5))
    expect(lost.filter((delivery) => delivery.team === team)).toMatchObject([
      { state: 'unknown', attempt: 2 },
    ])
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) })).toBeNull()

    const other = newTeam()
    const { claim: slow } = await claimed(first(database), other)
    await deliveries.beginPost(slow, start)
    await deliveries.unknown(slow, 'timed out', start)
    expect(await deliveries.posted(slow, { messageTs: '3.3', ledger: [] }, after(7))).toBe(true)
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

  it('shows the newest slots first, and knows the newest of each running subscription', async () => {
    const { deliveries, subscriptions } = first(database)
    const team = newTeam()
    const { request, subscription, claim } = await claimed(first(database), team)
    await deliveries.skipped(claim, 'too late', after(1))
    const newer = await deliveries.claim({ ...request, slot: after(1_000) })
    expect(newer && (await deliveries.failed(newer, 'channel_not_found', after(2)))).toBe(true)
    const history = await deliveries.history(team, 'C1', 10)
    expect(history.map(({ slot, state, reason }) => [slot, state, reason])).toEqual([
      [text(after(1_000)), 'failed', 'channel_not_found'],
      [text(start), 'skipped', 'too late'],
    ])
    expect(await deliveries.history(team, 'C1', 1)).toEqual([history[0]])
    expect(await deliveries.history(team, 'C2', 10)).toEqual([])
    expect((await deliveries.newest()).get(subscription.id)).toEqual(history[0])
    await subscriptions.pause(team, subscription.id, 'x', after(3))
    expect((await deliveries.newest()).has(subscription.id)).toBe(false)
  })

  it('records the reddit ledger with the post, or not at all', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, request, claim } = await claimed(first(database), team)
    const seen = () => ledger.seen(team, subscription.id)
    expect(await seen()).toEqual({ ids: new Set(), lastSentiments: new Map(), isBaseline: true })

    // The first digest could not read reddit: the next one is still the baseline.
    await deliveries.beginPost(claim, start)
    await deliveries.posted(claim, { messageTs: '1.1', ledger: null }, start)
    expect((await seen()).isBaseline).toBe(true)

    // A void claim leaves nothing behind.
    const entries = [entry('S1', 'positive', '2026-03-01'), entry('S2', 'negative', '2026-02-01')]
    expect(await deliveries.posted(claim, { messageTs: '2.2', ledger: entries }, start)).toBe(false)
    expect((await seen()).ids).toEqual(new Set())

    const second = await deliveries.claim({ ...request, slot: after(1_000) })
    if (second === null) throw new Error('a new slot could not be claimed')
    await deliveries.beginPost(second, start)
    await deliveries.posted(second, { messageTs: '2.2', ledger: [...entries, ...entries] }, start)
    expect(await seen()).toEqual({
      ids: new Set(['S1', 'S2']),
      lastSentiments: new Map([['r/a', 'positive']]),
      isBaseline: false,
    })

    const third = await deliveries.claim({ ...request, slot: after(2_000) })
    if (third === null) throw new Error('a new slot could not be claimed')
    await deliveries.beginPost(third, start)
    const changed = [
      entry('S1', 'mixed', '2026-03-01'),
      entry('S3', null, '2026-03-09'),
      entry('S4', 'bad', null),
    ]
    await deliveries.posted(third, { messageTs: '3.3', ledger: changed }, after(1))
    expect(await seen()).toEqual({
      ids: new Set(['S1', 'S2', 'S3', 'S4']),
      lastSentiments: new Map([['r/a', 'mixed']]),
      isBaseline: false,
    })
  })

  it('knows its baseline although there was nothing on reddit yet', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, start)
    await deliveries.posted(claim, { messageTs: '1.1', ledger: [] }, start)
    expect(await ledger.seen(team, subscription.id)).toMatchObject({ ids: new Set(), isBaseline: false })
  })

  it('takes a long ledger', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, start)
    const many = Array.from({ length: 12_000 }, (_, index) => entry(`S${index}`, 'good', '2026-01-01'))
    await deliveries.posted(claim, { messageTs: '1.1', ledger: many }, start)
    expect((await ledger.seen(team, subscription.id)).ids.size).toBe(12_000)
  })
}
