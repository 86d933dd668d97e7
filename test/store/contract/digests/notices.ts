import { expect, it } from 'vitest'
import { noticeOf } from '../../../../src/store/index.ts'
import {
  after,
  claimed,
  first,
  leaseMs,
  newTeam,
  nothing,
  noticeTo,
  raced,
  slotRequest,
  start,
  subscribe,
  type TheDatabase,
} from '../world.ts'

export function noticeSuite(database: TheDatabase) {
  const page = { limit: 50, offset: 0 }
  const next = (team: string, now = after(1)) => first(database).deliveries.next({ team, leaseMs, now })

  it('are written once, with the pause that they announce, however many processes meet it', async () => {
    const store = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(store, team)
    const { id } = subscription
    const notice = noticeTo('U1', team, id)
    const ended = await raced(database, 8, ({ deliveries }) =>
      deliveries.failedAndPaused(claim, 'is_archived', after(1), { notice }),
    )
    expect(ended.filter((one) => one !== 'void')).toEqual(['paused'])
    expect(await store.subscriptions.get(team, id)).toMatchObject({
      state: 'paused',
      pausedReason: 'is_archived',
    })
    expect(await store.deliveries.get(team, claim.id)).toMatchObject({
      state: 'failed',
      reason: 'is_archived',
    })
    const [word, ...more] = await store.deliveries.notices(team, id)
    expect(more).toEqual([])
    expect(word).toMatchObject({ state: 'pending', channel: 'U1', askedBy: null, alert: null })
    expect(noticeOf(word?.notice ?? null)).toEqual(notice.notice)
  })

  it('are not written for a second delivery that meets the same refusal', async () => {
    const store = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(store, team)
    const request = slotRequest(team, subscription.id)
    const other = await store.deliveries.claim({ ...request, slot: after(60_000), askedBy: 'U2' })
    if (other === null) throw new Error('a new slot could not be claimed')
    const tells = { notice: noticeTo('U1', team, subscription.id) }
    expect(await store.deliveries.failedAndPaused(claim, 'is_archived', after(1), tells)).toBe('paused')
    expect(await store.deliveries.failedAndPaused(other, 'is_archived', after(1), tells)).toBe('failed')
    expect(await store.deliveries.notices(team, subscription.id)).toHaveLength(1)
  })

  it('are written with the end of a delivery, but not if that end came too late', async () => {
    const store = first(database)
    const { deliveries } = store
    for (const end of ['failed', 'skipped', 'unknown'] as const) {
      const team = newTeam()
      const { subscription, claim } = await claimed(store, team)
      const { id } = subscription
      const tells = { notice: noticeTo('U1', team, id, { kind: 'not_posted', reason: 'not_arrived' }) }
      if (end === 'unknown') await deliveries.beginPost(claim, nothing, start)
      const ends = (claim: Parameters<typeof deliveries.failed>[0]) =>
        end === 'unknown'
          ? deliveries.unknown(claim, { reason: 'not_arrived', checkAt: null }, after(1), tells)
          : deliveries[end](claim, 'not_arrived', after(1), tells)
      expect(await ends({ ...claim, attempt: claim.attempt - 1 }), 'taken over by somebody else').toBe(false)
      expect(await deliveries.notices(team, id), end).toEqual([])
      expect(await ends(claim)).toBe(true)
      expect(await deliveries.notices(team, id), end).toHaveLength(1)
    }
  })

  it('are written once when a digest is paused for a reason, or a workspace is back', async () => {
    const store = first(database)
    const team = newTeam()
    await subscribe(store, team)
    const paused = await raced(database, 8, ({ subscriptions }) =>
      subscriptions.pause(team, 'S1', 'schedule_unreadable', start, { notice: noticeTo('U1', team, 'S1') }),
    )
    expect(paused.filter((one) => one)).toHaveLength(1)
    expect(await store.deliveries.notices(team, 'S1')).toHaveLength(1)

    await subscribe(store, team, 'C1', 'S2')
    expect(await store.subscriptions.stopAll(team, start)).toBe(1)
    await store.disconnections.markDisconnected(team, 'app_uninstalled', start)
    const asked: (readonly string[])[] = []
    await raced(database, 8, ({ disconnections }) =>
      disconnections.markReconnected(team, start, (stopped) => {
        asked.push(stopped.map(({ id }) => id))
        return stopped.map(({ id, owner }) => noticeTo(owner, team, id, { kind: 'restore', oldest: 'S2' }))
      }),
    )
    expect(asked).toEqual([['S2']])
    expect(await store.deliveries.notices(team, 'S2')).toMatchObject([{ channel: 'U1', state: 'pending' }])
  })

  it('are claimed, posted and looked up like digests, but are not digests', async () => {
    const store = first(database)
    const team = newTeam()
    const { subscription, claim } = await claimed(store, team)
    const { id } = subscription
    await store.deliveries.failed(claim, 'not_arrived', start, { notice: noticeTo('U1', team, id) })
    const word = await next(team)
    if (word === null) throw new Error('the notice could not be claimed')
    expect(word).toMatchObject({ subscriptionId: id, channel: 'U1' })
    expect(await next(team), 'somebody has it').toBeNull()
    expect(await store.deliveries.beginPost(word, nothing, after(2))).toBe(true)
    const expired = await store.deliveries.expirePosting(after(leaseMs * 2), 10_000)
    expect(expired.filter((one) => one.team === team)).toMatchObject([{ id: word.id, state: 'unknown' }])
    const again = await store.deliveries.claimUnknown({ team, id: word.id, leaseMs, now: after(3) })
    expect(again).toMatchObject({ won: true, claim: { notice: word.notice } })
    if (!again.won) return
    expect(await store.deliveries.posted(again.claim, '1.1', after(4))).toBe(true)
    expect(await store.deliveries.posted(again.claim, '1.1', after(4)), 'repeated').toBe(true)

    expect(await store.records.get(team, id), 'it isn’t a digest').toBeNull()
    const history = { team, subscriptionId: id }
    expect(await store.deliveries.history(history, page)).toMatchObject([{ id: claim.id }])
    expect(await store.deliveries.history(history, { ...page, withAlerts: true })).toHaveLength(1)
    const owners = await store.subscriptions.takeOwnerChecks(after(10), after(20), 10_000)
    expect(owners.filter((one) => one.team === team)).toEqual([])
  })

  it('are not sent early, and remain if a person pauses the digest', async () => {
    const store = first(database)
    const team = newTeam()
    const { claim } = await claimed(store, team)
    const notice = { ...noticeTo('U1', team, 'S1'), at: after(60_000) }
    await store.deliveries.failed(claim, 'not_arrived', start, { notice })
    await store.subscriptions.pause(team, 'S1', 'paused_by_hand', after(1))
    expect(await next(team, after(59_999))).toBeNull()
    expect(await next(team, after(60_000))).toMatchObject({ channel: 'U1', attempt: 1 })
  })

  it('that reached nobody are listed for their channel, and for their workspace', async () => {
    const store = first(database)
    const team = newTeam()
    const { claim } = await claimed(store, team)
    const since = start
    await store.deliveries.failed(claim, 'not_arrived', start, { notice: noticeTo('U1', team, 'S1') })
    const untold = (of: string, channel: string | null) =>
      store.deliveries.undeliveredNotices(of, { channel, since, limit: 10 })
    expect(await untold(team, null)).toEqual([])
    const word = await next(team)
    if (word === null) throw new Error('the notice could not be claimed')
    await store.deliveries.failed(word, 'user_not_found', after(5), { notice: null, isUndelivered: true })
    const listed = [{ id: word.id, subscriptionId: 'S1', reason: 'user_not_found' }]
    expect(await untold(team, null)).toMatchObject(listed)
    expect(await untold(team, 'C1')).toMatchObject(listed)
    expect(await untold(team, 'C2')).toEqual([])
    expect(await untold(newTeam(), null)).toEqual([])
    const { deliveries } = store
    expect(await deliveries.undeliveredNotices(team, { channel: null, since: after(6), limit: 10 })).toEqual(
      [],
    )

    await subscribe(store, team, 'C3', 'S3')
    await store.subscriptions.pause(team, 'S3', 'schedule_unreadable', after(7), {
      notice: noticeTo(null, team, 'S3'),
    })
    expect(await untold(team, null)).toMatchObject([{ reason: 'nobody_to_tell' }, listed[0]])
    await store.subscriptions.remove(team, 'S3', after(8))
    expect(await untold(team, null), 'a deleted digest is nobody’s trouble').toMatchObject(listed)
  })
}
