import { expect, it } from 'vitest'
import type { AlertIntent, Store } from '../../../../src/store/index.ts'
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
  statement,
  subscribe,
  type TheDatabase,
  text,
  weekly,
} from '../world.ts'

const alerts = { ...weekly.alerts, overtaken: true, sentimentNegative: true }
const overtaken = { kind: 'overtaken', basis: 'B1' } as const
const mark = (subject: string) => ({ ...overtaken, subject })
const intent = (...subjects: readonly string[]): AlertIntent => ({
  marks: subjects.map(mark),
  headline: 'Acme overtook Northwind.',
  told: '{}',
})
const states = (...crossed: readonly string[]) =>
  new Map(crossed.map((subject) => [subject, 'crossed' as const]))
const hour = 3_600_000

export function alertSuite(database: TheDatabase) {
  const alerting = (store: Store, team: string, id = 'S1') =>
    store.subscriptions.create({ ...weekly, alerts, team, id, channel: 'C1', by: 'U1' }, start)
  const looks = async (team: string, now = start) =>
    (await first(database).alerts.claimChecks(now, now.add({ hours: 1 }), 1_000))
      .filter((one) => one.team === team)
      .map(({ id }) => id)
  const subjects = async (team: string, store = first(database)) => {
    const marked = await store.alerts.marked(team, 'S1', overtaken)
    const crossed = [...(marked?.states ?? [])].filter(([, state]) => state === 'crossed')
    return marked === null ? null : crossed.map(([subject]) => subject).sort()
  }
  /** Claims an alert of the digest. */
  const alerted = async (store: Store, team: string, slot = start, ...subjects: readonly string[]) => {
    const request = { ...slotRequest(team, 'S1'), slot, now: slot, alert: intent(...subjects) }
    const claim = await store.deliveries.claim(request)
    if (claim === null) throw new Error('an alert could not be claimed')
    return claim
  }

  it('are checked for digests that want any, by one of many callers, and again an hour later', async () => {
    const team = newTeam()
    const store = first(database)
    await subscribe(store, team, 'C1', 'S0')
    await alerting(store, team, 'S1')
    const taken = await raced(database, 12, ({ alerts }) => alerts.claimChecks(start, after(hour), 1_000))
    expect(
      taken
        .flat()
        .filter((one) => one.team === team)
        .map(({ id }) => id),
    ).toEqual(['S1'])
    expect(await looks(team, after(hour - 1))).toEqual([])
    expect(await looks(team, after(hour))).toEqual(['S1'])
    await store.alerts.scheduleCheck(team, 'S1', after(5 * hour))
    expect(await looks(team, after(4 * hour))).toEqual([])
    await store.alerts.scheduleCheck(team, 'S1', null)
    expect(await looks(team, after(9 * hour))).toEqual([])
  })

  it('are checked at once when turned on, but not while the digest is paused or deleted', async () => {
    const team = newTeam()
    const { subscriptions } = first(database)
    await subscribe(first(database), team)
    expect(await looks(team)).toEqual([])
    await subscriptions.update(team, 'S1', { alerts }, after(1))
    expect(await looks(team, after(1))).toEqual(['S1'])
    await subscriptions.pause(team, 'S1', 'paused_by_hand', after(2))
    expect(await looks(team, after(9 * hour))).toEqual([])
    await subscriptions.update(team, 'S1', { alerts }, after(3))
    expect(await looks(team, after(9 * hour)), 'it stays paused').toEqual([])
    await subscriptions.resume(team, 'S1', after(4))
    expect(await looks(team, after(4))).toEqual(['S1'])
    await subscriptions.remove(team, 'S1', after(5))
    expect(await looks(team, after(99 * hour))).toEqual([])
  })

  it('remember the first look, what was marked and what has recovered, for each question', async () => {
    const team = newTeam()
    const store = first(database)
    await alerting(store, team)
    expect(await subjects(team), 'not checked yet').toBeNull()
    await store.alerts.begin(team, 'S1', { ...overtaken, states: states('Acme') }, after(7))
    expect(await store.alerts.marked(team, 'S1', overtaken)).toEqual({
      states: states('Acme'),
      since: text(after(7)),
    })
    await store.alerts.mark(team, 'S1', { ...overtaken, states: states('Contoso', 'Acme') }, after(8))
    expect(await subjects(team)).toEqual(['Acme', 'Contoso'])
    const clear = new Map([['Acme', 'clear'] as const, ['Never seen', 'clear'] as const])
    await store.alerts.mark(team, 'S1', { ...overtaken, states: clear }, after(8))
    expect(await subjects(team)).toEqual(['Contoso'])
    expect((await store.alerts.marked(team, 'S1', overtaken))?.states).toEqual(
      new Map([...clear, ['Contoso', 'crossed']]),
    )
    expect(await store.alerts.marked(team, 'S1', { kind: 'fall', basis: 'B1' })).toBeNull()
    expect(await store.alerts.marked(team, 'S1', { kind: 'overtaken', basis: 'B2' })).toBeNull()
    await store.alerts.begin(team, 'S1', { kind: 'overtaken', basis: 'B2', states: states() }, after(9))
    expect(await subjects(team), 'another question starts over').toBeNull()
    expect(await store.alerts.marked(newTeam(), 'S1', { kind: 'overtaken', basis: 'B2' })).toBeNull()
  })

  it('start afresh when the digest is resumed or a kind was off, but not when the form is saved unchanged', async () => {
    const team = newTeam()
    const store = first(database)
    await alerting(store, team)
    const begin = () => store.alerts.begin(team, 'S1', { ...overtaken, states: states('Acme') }, start)
    await begin()
    await store.subscriptions.update(team, 'S1', { ...weekly, alerts }, after(1))
    expect(await subjects(team)).toEqual(['Acme'])
    await store.subscriptions.update(team, 'S1', { alerts: { ...alerts, overtaken: false } }, after(2))
    expect(await subjects(team)).toBeNull()
    await begin()
    await store.subscriptions.pause(team, 'S1', 'is_archived', after(3))
    await store.subscriptions.resume(team, 'S1', after(4))
    expect(await subjects(team)).toBeNull()
  })

  it('are marked with the confirmed post, not earlier', async () => {
    const team = newTeam()
    const store = first(database)
    await alerting(store, team)
    await store.alerts.begin(team, 'S1', { ...overtaken, states: states() }, start)
    const claim = await alerted(store, team, after(1), 'Acme', 'Contoso')
    expect(await store.alerts.isBeingDelivered(team, 'S1')).toBe(true)
    expect(await subjects(team)).toEqual([])
    await store.deliveries.beginPost(claim, nothing, after(2))
    expect(await store.alerts.isBeingDelivered(team, 'S1')).toBe(true)
    expect(await subjects(team)).toEqual([])
    expect(await store.deliveries.posted(claim, '1.1', after(3))).toBe(true)
    expect(await store.alerts.isBeingDelivered(team, 'S1')).toBe(false)
    expect(await subjects(team)).toEqual(['Acme', 'Contoso'])
  })

  it('are posted once, however many processes report the same, even long after their check', async () => {
    const team = newTeam()
    const store = first(database)
    await alerting(store, team)
    await store.alerts.begin(team, 'S1', { ...overtaken, states: new Map() }, start)
    const second = 1_000
    const tries = await raced(database, 12, ({ deliveries }, caller) => {
      const slot = after(caller * second)
      return deliveries.claim({ ...slotRequest(team, 'S1'), slot, now: slot, alert: intent('Acme') })
    })
    const [claim, ...others] = tries.filter((one) => one !== null)
    if (claim === undefined) throw new Error('nobody could tell')
    expect(others).toEqual([])
    await store.deliveries.beginPost(claim, nothing, after(hour))
    const late = (...subjects: readonly string[]) => {
      const slot = after(2 * hour)
      return store.deliveries.claim({
        ...slotRequest(team, 'S1'),
        slot,
        now: slot,
        alert: intent(...subjects),
      })
    }
    expect(await late('Acme'), 'on its way').toBeNull()
    await store.deliveries.posted(claim, '1.0', after(hour))
    expect(await late('Acme', 'Globex'), 'told').toBeNull()
    expect(await late('Globex')).not.toBeNull()
  })

  it('are not marked when their post fails, waits or is dropped', async () => {
    const team = newTeam()
    const store = first(database)
    await alerting(store, team)
    await store.alerts.begin(team, 'S1', { ...overtaken, states: states() }, start)
    const { deliveries } = store
    const failed = await alerted(store, team, after(1), 'Acme')
    await deliveries.beginPost(failed, nothing, after(1))
    await deliveries.failed(failed, 'msg_too_long', after(1))
    expect(await store.alerts.isBeingDelivered(team, 'S1')).toBe(false)
    await deliveries.skipped(await alerted(store, team, after(2), 'Acme'), 'alerts_off', after(2))
    const waits = await alerted(store, team, after(3), 'Acme')
    await deliveries.release(waits, { retryAt: after(9), reason: 'ratelimited' }, after(3))
    expect(await store.alerts.isBeingDelivered(team, 'S1')).toBe(true)
    expect(await subjects(team)).toEqual([])
    const again = await deliveries.next({ leaseMs, now: after(9) })
    expect(again).toMatchObject({ id: waits.id, alert: waits.alert })
  })

  it('of an unknown outcome are open while they are looked up, and marked if that stays unknown', async () => {
    const team = newTeam()
    const store = first(database)
    await alerting(store, team)
    await store.alerts.begin(team, 'S1', { ...overtaken, states: states() }, start)
    const { deliveries } = store
    const claim = await alerted(store, team, after(1), 'Acme')
    await deliveries.beginPost(claim, nothing, after(1))
    await deliveries.unknown(claim, { reason: 'no_answer', checkAt: after(5) }, after(2))
    expect(await store.alerts.isBeingDelivered(team, 'S1')).toBe(true)
    expect(await subjects(team)).toEqual([])
    const look = await deliveries.claimUnknown({ team, id: claim.id, leaseMs, now: after(6) })
    if (!look.won) throw new Error('it could not be looked up')
    await deliveries.unknown(look.claim, { reason: 'no_answer', checkAt: null }, after(7))
    expect(await store.alerts.isBeingDelivered(team, 'S1')).toBe(false)
    expect(await subjects(team)).toEqual(['Acme'])
  })

  it('are in the history only on request, and do not change what the digest last said', async () => {
    const team = newTeam()
    const store = first(database)
    const { claim: digest, subscription } = await claimed(store, team)
    await store.deliveries.beginPost(digest, { ...nothing, statement: statement() }, start)
    await store.deliveries.posted(digest, '1.1', start)
    const alert = await alerted(store, team, after(5), 'Acme')
    await store.deliveries.beginPost(alert, nothing, after(5))
    await store.deliveries.posted(alert, '2.2', after(6))
    expect(await store.records.get(team, subscription.id)).toMatchObject({ composedAt: text(start) })
    const page = { limit: 10, offset: 0 }
    const ids = async (withAlerts?: boolean) =>
      (
        await store.deliveries.history(
          { team, channel: 'C1' },
          withAlerts === undefined ? page : { ...page, withAlerts },
        )
      ).map(({ id }) => id)
    expect(await ids()).toEqual([digest.id])
    expect(await ids(true)).toEqual([alert.id, digest.id])
  })

  it('know evaluations that all their watchers have been told about', async () => {
    const team = newTeam()
    const { watches } = first(database)
    const place = { team, organizationId: 'O1', workspaceId: 'W1', channel: 'C1' }
    const ref = (user: string, evaluationId: string) => ({
      team,
      organizationId: 'O1',
      workspaceId: 'W1',
      evaluationId,
      user,
    })
    for (const [user, id] of [
      ['U1', 'E1'],
      ['U2', 'E1'],
      ['U1', 'E2'],
    ] as const)
      await watches.start(ref(user, id), 'C1', start)
    for (const one of await watches.claimDue(start, after(leaseMs), 1_000))
      if (one.team === team && one.user === 'U1') await watches.end(one, 'completed', after(9))
    expect([...(await watches.watchedIn(place, after(8)))].sort()).toEqual([
      ['E1', true],
      ['E2', false],
    ])
  })
}
