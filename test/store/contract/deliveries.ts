import { expect, it } from 'vitest'
import type { Claim, DigestFigures, LedgerEntry, Store } from '../../../src/store/index.ts'
import {
  after,
  claimed,
  first,
  leaseMs,
  monday,
  newTeam,
  nothing,
  raced,
  slotRequest,
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

const figures: DigestFigures = {
  period: { unit: 'week', start: '2026-02-23', end: '2026-03-01' },
  headline: 'quiet',
  rank: 2,
  visibility: 41.3,
}
const later = { reason: 'timed out', checkAt: null }
const page = { limit: 10, offset: 0 }
const one = { limit: 1, offset: 0 }

/** Takes from the queue until it is empty; tests share it, so those of others are let go. */
async function takeAll(store: Store, team: string, now: Temporal.Instant): Promise<Claim[]> {
  const taken: Claim[] = []
  for (;;) {
    const claim = await store.deliveries.next({ leaseMs, now })
    if (claim === null) return taken
    if (claim.team === team) taken.push(claim)
  }
}

export function deliverySuite(database: TheDatabase) {
  it('is claimed by exactly one of many, and not again while the lease holds', async () => {
    const team = newTeam()
    const { id } = await subscribe(first(database), team)
    const request = slotRequest(team, id)
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
    expect(await store.deliveries.beginPost(claim, nothing, after(leaseMs))).toBe(false)
    expect(await store.deliveries.failed(claim, 'x', after(leaseMs))).toBe(false)
    expect(await store.deliveries.skipped(claim, 'x', after(leaseMs))).toBe(false)
    expect(await store.deliveries.release(claim, { retryAt: start, reason: 'x' }, start)).toBe(false)
    expect(second && (await store.deliveries.beginPost(second, nothing, after(leaseMs)))).toBe(true)
    expect(await store.deliveries.posted(claim, '9.9', start)).toBe(false)
    expect(await store.deliveries.unknown(claim, later, start)).toBe(false)
    expect(second && (await store.deliveries.posted(second, '1.1', start))).toBe(true)
  })

  it('begins to post once, even where one claim is used twice', async () => {
    const { claim } = await claimed(first(database), newTeam())
    const begun = await raced(database, 20, ({ deliveries }) => deliveries.beginPost(claim, nothing, start))
    expect(begun.filter((may) => may)).toHaveLength(1)
  })

  it('is never claimed again once its post may have left', async () => {
    const { deliveries } = first(database)
    const { request, claim } = await claimed(first(database), newTeam())
    await deliveries.beginPost(claim, nothing, start)
    expect(await deliveries.claim({ ...request, now: after(leaseMs * 100) })).toBeNull()
  })

  it('is “posted” with Slack’s ts in the history, and can be reported twice', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim, subscription } = await claimed(first(database), team)
    expect(await deliveries.posted(claim, '1.1', start), 'before it began').toBe(false)
    await deliveries.beginPost(claim, { ...nothing, figures }, after(1))
    expect(await deliveries.lastPosted(team, subscription.id), 'not before it is posted').toBeNull()
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
      askedBy: null,
      state: 'posted',
      attempt: 1,
      leaseUntil: text(after(leaseMs + 1)),
      reason: null,
      messageTs: '1.1',
      figures,
      checkAt: null,
      createdAt: text(start),
      startedAt: text(start),
      updatedAt: text(after(2)),
      finishedAt: text(after(2)),
    }
    expect(await deliveries.history({ team, channel: 'C1' }, page)).toEqual([posted])
    expect(await deliveries.get(team, claim.id)).toEqual(posted)
    expect(await deliveries.lastPosted(team, subscription.id)).toEqual(posted)
    expect(await deliveries.get(newTeam(), claim.id)).toBeNull()
  })

  it('makes its channel one that had a digest last then, whichever of its digests and slots it was', async () => {
    const store = first(database)
    const { deliveries } = store
    const team = newTeam()
    const lastIn = (channel: string) => deliveries.lastPostedIn(team, channel)
    const { id } = await subscribe(store, team)
    const post = async (hoursLater: number, finished: number | null) => {
      const claim = await deliveries.claim({
        ...slotRequest(team, id),
        slot: start.add({ hours: hoursLater }),
      })
      if (claim === null) throw new Error('the slot is taken')
      await deliveries.beginPost(claim, nothing, start)
      if (finished === null) await deliveries.failed(claim, 'refused', after(9_000))
      else await deliveries.posted(claim, `${hoursLater}.1`, after(finished))
    }
    await post(1, null)
    expect(await lastIn('C1')).toBeNull()
    await post(2, 7_000)
    await post(3, 5_000)
    expect(await lastIn('C1')).toBe(text(after(7_000)))
    expect(await lastIn('C2')).toBeNull()
  })

  it('can be tried again, not before it should, after Slack surely refused', async () => {
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

  it('becomes unknown when its process died while posting; each is told to one caller', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, nothing, after(10))
    const mine = async (now: Temporal.Instant) =>
      (await raced(database, 8, (store) => store.deliveries.expirePosting(now)))
        .flat()
        .filter((delivery) => delivery.team === team)
    expect(await mine(after(leaseMs + 9)), 'its lease began anew').toEqual([])
    const told = await mine(after(leaseMs + 10))
    expect(told).toMatchObject([
      { id: claim.id, state: 'unknown', messageTs: null, checkAt: told[0]?.updatedAt },
    ])
    expect(await deliveries.history({ team, channel: 'C1' }, one)).toEqual(told)
  })

  it('leaves “unknown” by one deliberate claim, or by Slack’s late answer', async () => {
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
    expect(winner).toEqual({ won: true, claim: { ...claim, attempt: 2, reason: 'timed out' } })
    expect(again.find((answer) => !answer.won)).toMatchObject({
      delivery: { id: claim.id, state: 'posting' },
    })
    expect(await deliveries.posted(claim, '1.1', after(6))).toBe(false)
    // Its process dies before it knows more: nobody posts it by themselves then.
    const lost = await deliveries.expirePosting(after(leaseMs + 5))
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

  it('is in the history of its channel and of its digest, the newest slot first, in pages', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { request, claim } = await claimed(first(database), team)
    await deliveries.skipped(claim, 'too late', after(1))
    const newer = await deliveries.claim({ ...request, slot: after(1_000), askedBy: 'U7' })
    expect(newer && (await deliveries.failed(newer, 'channel_not_found', after(2)))).toBe(true)
    await subscribe(first(database), team, 'C1', 'S2')
    await deliveries.claim({ ...request, subscriptionId: 'S2', slot: after(500) })
    const history = await deliveries.history({ team, channel: 'C1' }, page)
    expect(history.map(({ slot, state, reason, askedBy }) => [slot, state, reason, askedBy])).toEqual([
      [text(after(1_000)), 'failed', 'channel_not_found', 'U7'],
      [text(after(500)), 'pending', null, null],
      [text(start), 'skipped', 'too late', null],
    ])
    expect(await deliveries.history({ team, channel: 'C1' }, { limit: 1, offset: 1 })).toEqual([history[1]])
    expect(await deliveries.history({ team, subscriptionId: 'S1' }, page)).toEqual([history[0], history[2]])
    expect(await deliveries.history({ team, channel: 'C2' }, page)).toEqual([])
  })

  it('waits in a queue from its plan on, and is taken from there once', async () => {
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
      skipReason: 'missed',
      next: after(9_000),
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
    expect(await subscriptions.get(team, id)).toMatchObject({ nextSlot: text(after(9_000)) })
    const due = async (now: Temporal.Instant) =>
      (await subscriptions.due(now, 10_000)).filter((one) => one.team === team)
    expect(await due(after(8_999))).toEqual([])
    expect(await due(after(9_000))).toHaveLength(1)

    const taken = await raced(database, 10, (store) => takeAll(store, team, after(2_500)))
    expect(taken.flat()).toMatchObject([{ subscriptionId: id, slot: text(after(2_000)), attempt: 1 }])
    expect(await takeAll(first(database), team, after(2_499 + leaseMs)), 'while its lease holds').toEqual([])
    expect(await takeAll(first(database), team, after(2_500 + leaseMs))).toMatchObject([{ attempt: 2 }])
  })

  it('is not planned by a schedule that no longer holds, nor backwards', async () => {
    const { deliveries, subscriptions } = first(database)
    const team = newTeam()
    const { id, revision } = await subscribe(first(database), team)
    const plan = (next: Temporal.Instant, of = revision) => ({
      team,
      subscriptionId: id,
      channel: 'C1',
      revision: of,
      deliver: null,
      skip: [],
      skipReason: '',
      next,
    })
    await deliveries.plan([plan(after(9_000))], start)
    await deliveries.plan([plan(after(5_000))], start)
    expect(await subscriptions.get(team, id)).toMatchObject({ nextSlot: text(after(9_000)) })
    const moved = await subscriptions.update(team, id, { schedule: { ...monday, time: '10:00' } }, after(1))
    expect(moved).toMatchObject({ nextSlot: null })
    await deliveries.plan([plan(after(20_000))], after(2))
    expect(await subscriptions.get(team, id)).toMatchObject({ nextSlot: null })
    await deliveries.plan([plan(after(20_000), moved?.revision)], after(2))
    expect(await subscriptions.get(team, id)).toMatchObject({ nextSlot: text(after(20_000)) })
  })

  it('is to be looked up when it is unknown, and not any more once somebody has', async () => {
    const { deliveries } = first(database)
    const team = newTeam()
    const { claim } = await claimed(first(database), team)
    await deliveries.beginPost(claim, nothing, start)
    await deliveries.unknown(claim, { reason: 'timed out', checkAt: after(30) }, start)
    const mine = async (now: Temporal.Instant) =>
      (await deliveries.toCheck(now, 10_000)).filter((delivery) => delivery.team === team)
    expect(await mine(after(29))).toEqual([])
    expect(await mine(after(30))).toMatchObject([{ id: claim.id, checkAt: text(after(30)) }])
    const again = await deliveries.claimUnknown({ team, id: claim.id, leaseMs, now: after(31) })
    expect(await mine(after(31))).toEqual([])
    if (!again.won) throw new Error('nobody else has it')
    await deliveries.unknown(again.claim, { reason: 'no scope', checkAt: null }, after(32))
    expect(await mine(after(leaseMs * 100))).toEqual([])
    expect(await deliveries.get(team, claim.id)).toMatchObject({ state: 'unknown', reason: 'no scope' })
  })

  it('counts what is not finished, and tells since when the first has waited', async () => {
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
    await deliveries.unknown(other, { reason: 'x', checkAt: after(30) }, start)
    expect(await deliveries.waiting()).toMatchObject({
      pending: before.pending,
      posting: before.posting + 1,
      unknown: before.unknown + 1,
    })
    await deliveries.posted(claim, '1.1', start)
    await deliveries.posted(other, '1.2', start)
    expect(await deliveries.waiting()).toEqual(before)
  })

  it('says when the next one waits no longer', async () => {
    const { deliveries } = first(database)
    const far = Temporal.Instant.from('0001-01-01T00:00:00Z')
    const { claim } = await claimed(first(database), newTeam())
    await deliveries.release(claim, { retryAt: far.add({ seconds: 9 }), reason: 'x' }, start)
    expect(String(await deliveries.waitsUntil())).toBe('0001-01-01T00:00:09Z')
    const { claim: second } = await claimed(first(database), newTeam())
    await deliveries.beginPost(second, nothing, start)
    await deliveries.unknown(second, { reason: 'x', checkAt: far }, start)
    expect(String(await deliveries.waitsUntil())).toBe('0001-01-01T00:00:00Z')
    await deliveries.posted(second, '1.1', start)
    await deliveries.failed(claim, 'x', start)
  })

  it('records the reddit ledger with the post, or not at all', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, request, claim } = await claimed(first(database), team)
    const seen = () => ledger.seen(team, subscription.id)
    expect(await seen()).toEqual({ ids: new Set(), lastSentiments: new Map(), isBaseline: true })

    // The first digest could not read reddit: the next one is still the baseline.
    await deliveries.beginPost(claim, nothing, start)
    await deliveries.posted(claim, '1.1', start)
    expect((await seen()).isBaseline).toBe(true)

    // What a digest was about to show counts for nothing until its post is confirmed.
    const entries = [entry('S1', 'positive', '2026-03-01'), entry('S2', 'negative', '2026-02-01')]
    const lost = await deliveries.claim({ ...request, slot: after(500) })
    if (lost === null) throw new Error('a new slot could not be claimed')
    await deliveries.beginPost(lost, { ...nothing, ledger: entries }, start)
    await deliveries.unknown(lost, later, start)
    expect((await seen()).ids).toEqual(new Set())
    const looked = await deliveries.claimUnknown({ team, id: lost.id, leaseMs, now: start })
    expect(looked.won && (await deliveries.failed(looked.claim, 'it is not there', start))).toBe(true)
    expect(await seen()).toMatchObject({ ids: new Set(), isBaseline: true })

    const second = await deliveries.claim({ ...request, slot: after(1_000) })
    if (second === null) throw new Error('a new slot could not be claimed')
    await deliveries.beginPost(second, { ...nothing, ledger: [...entries, ...entries] }, start)
    await deliveries.unknown(second, later, start)
    const found = await deliveries.claimUnknown({ team, id: second.id, leaseMs, now: start })
    expect(found.won && (await deliveries.posted(found.claim, '2.2', start)), 'found later').toBe(true)
    expect(await seen()).toEqual({
      ids: new Set(['S1', 'S2']),
      lastSentiments: new Map([['r/a', 'positive']]),
      isBaseline: false,
    })

    const third = await deliveries.claim({ ...request, slot: after(2_000) })
    if (third === null) throw new Error('a new slot could not be claimed')
    const changed = [
      entry('S1', 'mixed', '2026-03-01'),
      entry('S3', null, '2026-03-09'),
      entry('S4', 'bad', null),
    ]
    await deliveries.beginPost(third, { ...nothing, ledger: changed }, start)
    await deliveries.posted(third, '3.3', after(1))
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
    await deliveries.beginPost(claim, { ...nothing, ledger: [] }, start)
    await deliveries.posted(claim, '1.1', start)
    expect(await ledger.seen(team, subscription.id)).toMatchObject({ ids: new Set(), isBaseline: false })
  })

  it('takes a long ledger', async () => {
    const { deliveries, ledger } = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(first(database), team)
    const many = Array.from({ length: 12_000 }, (_, index) => entry(`S${index}`, 'good', '2026-01-01'))
    await deliveries.beginPost(claim, { ...nothing, ledger: many }, start)
    await deliveries.posted(claim, '1.1', start)
    expect((await ledger.seen(team, subscription.id)).ids.size).toBe(12_000)
  })

  it('waits in its workspace’s own queue, from which others take nothing', async () => {
    const store = first(database)
    const { deliveries } = store
    const teams = [newTeam(), newTeam()]
    for (const [index, team] of teams.entries())
      for (const minute of [2, 0, 1].slice(index)) {
        const { claim } = await claimed(store, team, after(minute * 60_000))
        await deliveries.release(claim, { retryAt: after(minute), reason: 'later' }, start)
      }
    const lost = newTeam()
    const { claim } = await claimed(store, lost)
    await deliveries.release(claim, { retryAt: start, reason: 'token_revoked' }, start)
    await store.disconnections.lost(lost, 'token_revoked', start)

    const waiting = async (now: Temporal.Instant) =>
      (await deliveries.teamsWaiting(now)).filter((team) => [...teams, lost].includes(team))
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
    await store.disconnections.restored(lost)
    expect(await deliveries.next({ leaseMs, now: after(10), team: lost })).toMatchObject({ team: lost })
  })
}
