import { expect, it } from 'vitest'
import type { Store } from '../../../../src/store/index.ts'
import {
  after,
  first,
  intent,
  newTeam,
  newWorkspace,
  only,
  start,
  type TheDatabase,
  text,
  weekly,
  workspaceIn,
} from '../world.ts'

const alerts = { ...weekly.alerts, overtaken: true, sentiment: true }
const sentiment = { kind: 'sentiment', basis: 'B1' } as const
const mark = (subject: string) => ({ ...sentiment, subject })
const states = (...crossed: readonly string[]) =>
  new Map(crossed.map((subject) => [subject, 'crossed' as const]))
const hour = 3_600_000

export function alertSuite(database: TheDatabase) {
  const alerting = (store: Store, team: string, id = 'S1') =>
    store.subscriptions.create({ ...weekly, alerts, team, id, channel: 'C1', by: 'U1' }, start)
  /** An alerting digest whose first look found nothing. */
  const lookedOnce = async () => {
    const workspace = newWorkspace(database)
    await alerting(workspace.store, workspace.team)
    await workspace.alerts.begin(workspace.team, 'S1', { ...sentiment, states: states() }, start)
    return workspace
  }
  const looks = async (team: string, now = start) => {
    const checks = await first(database).alerts.claimChecks(now, now.add({ hours: 1 }), 1_000)
    return checks.filter((one) => one.team === team).map(({ id }) => id)
  }
  const subjects = async (team: string, store = first(database)) => {
    const marked = await store.alerts.marked(team, 'S1', sentiment)
    const crossed = [...(marked?.states ?? [])].filter(([, state]) => state === 'crossed')
    return marked === null ? null : crossed.map(([subject]) => subject).sort()
  }
  /** An alert of the digest, found by a check at `since`. */
  const owed = (team: string, since: Temporal.Instant) => ({
    ...workspaceIn(first(database), team).owedDigest(since),
    kind: 'alert',
  })
  const owe = (store: Store, team: string, since: Temporal.Instant, ...subjects: readonly string[]) =>
    store.alerts.owe(owed(team, since), { marks: subjects.map(mark), told: [] }, since)
  const marking = (...subjects: readonly string[]) => intent({ marks: subjects.map(mark), checkOwner: true })

  it('are checked for digests that want any, by one of many callers, and again an hour later', async () => {
    const { store, team, subscribe, raced, mine } = newWorkspace(database)
    await subscribe('C1', 'S0')
    const digest = await alerting(store, team, 'S1')
    const taken = await raced(12, ({ alerts }) => alerts.claimChecks(start, after(hour), 1_000))
    expect(mine(taken.flat()).map(({ id }) => id)).toEqual(['S1'])
    expect(await looks(team, after(hour - 1))).toEqual([])
    expect(await looks(team, after(hour))).toEqual(['S1'])
    await store.alerts.scheduleCheck(digest, after(5 * hour))
    expect(await looks(team, after(4 * hour))).toEqual([])
    await store.alerts.scheduleCheck(digest, null)
    expect(await looks(team, after(9 * hour))).toEqual([])
  })

  it('are checked at once when turned on, but not while the digest is paused or deleted', async () => {
    const { subscriptions, team, subscribe } = newWorkspace(database)
    await subscribe()
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

  it('are checked if they were turned on while a check found them turned off', async () => {
    const { store, subscriptions, team, subscribe } = newWorkspace(database)
    await subscribe()
    await subscriptions.pause(team, 'S1', 'paused_by_hand', start)
    await subscriptions.resume(team, 'S1', after(1))
    const found = await subscriptions.get(team, 'S1')
    expect(await looks(team, after(1))).toEqual(['S1'])
    await subscriptions.update(team, 'S1', { alerts }, after(2))
    if (found !== null) await store.alerts.scheduleCheck(found, null)
    expect(await looks(team, after(2))).toEqual(['S1'])
  })

  it('remember the first look, what was marked and what has recovered, for each question', async () => {
    const { store, team } = newWorkspace(database)
    await alerting(store, team)
    expect(await subjects(team), 'not checked yet').toBeNull()
    await store.alerts.begin(team, 'S1', { ...sentiment, states: states('Acme') }, after(7))
    const begun = { states: states('Acme'), since: text(after(7)) }
    expect(await store.alerts.marked(team, 'S1', sentiment)).toEqual(begun)
    await store.alerts.mark(team, 'S1', { ...sentiment, states: states('Contoso', 'Acme') }, after(8))
    expect(await subjects(team)).toEqual(['Acme', 'Contoso'])
    const clear = new Map([['Acme', 'clear'] as const, ['Never seen', 'clear'] as const])
    await store.alerts.mark(team, 'S1', { ...sentiment, states: clear }, after(8))
    expect(await subjects(team)).toEqual(['Contoso'])
    const all = new Map([...clear, ...states('Contoso')])
    expect((await store.alerts.marked(team, 'S1', sentiment))?.states).toEqual(all)
    expect(await store.alerts.marked(team, 'S1', { kind: 'evaluation', basis: 'B1' })).toBeNull()
    expect(await store.alerts.marked(team, 'S1', { kind: 'sentiment', basis: 'B2' })).toBeNull()
    await store.alerts.begin(team, 'S1', { kind: 'sentiment', basis: 'B2', states: states() }, after(9))
    expect(await subjects(team), 'another question starts over').toBeNull()
    const other = { kind: 'sentiment', basis: 'B2' } as const
    expect(await store.alerts.marked(newTeam(), 'S1', other)).toBeNull()
    expect(await store.alerts.marked(team, 'S2', other)).toBeNull()
  })

  it('start afresh when the digest is resumed or a kind was off, but not when the form is saved unchanged', async () => {
    const { store, team } = newWorkspace(database)
    await alerting(store, team)
    const look = () => store.alerts.begin(team, 'S1', { ...sentiment, states: states('Acme') }, start)
    await look()
    await store.subscriptions.update(team, 'S1', { ...weekly, alerts }, after(1))
    expect(await subjects(team)).toEqual(['Acme'])
    await store.subscriptions.update(team, 'S1', { alerts: { ...alerts, sentiment: false } }, after(2))
    expect(await subjects(team)).toBeNull()
    await look()
    await store.subscriptions.pause(team, 'S1', 'is_archived', after(3))
    await store.subscriptions.resume(team, 'S1', after(4))
    expect(await subjects(team)).toBeNull()
  })

  it('are owed once, however many processes report the same, even long after their check', async () => {
    const { store, team, raced, listed, claimedRow, begin } = await lookedOnce()
    await raced(12, (one, caller) => owe(one, team, after(caller * 1_000), 'Acme'))
    const { since } = only(await listed({ subject: 'S1' }, 'alert'))
    const row = await claimedRow(owed(team, Temporal.Instant.from(since)), after(hour))
    await begin(row, marking('Acme'), after(hour))
    const late = async (...subjects: readonly string[]) => {
      await owe(store, team, after(2 * hour), ...subjects)
      return (await listed({ subject: 'S1' }, 'alert')).length
    }
    expect(await late('Acme'), 'on its way').toBe(1)
    await store.outbox.settle(row, { state: 'sent', ts: '1.0' }, after(hour))
    expect(await late('Acme', 'Globex'), 'told').toBe(1)
    expect(await late('Globex')).toBe(2)
  })

  it('about brands are told once, in whichever digest of the channel, even if all find it at once', async () => {
    const { store, team, listed, claimedRow, begin } = newWorkspace(database)
    const digests = ['S1', 'S2', 'S3', 'S4']
    for (const id of digests) await alerting(store, team, id)
    const week = '2026-11-09'
    const news = { brand: 'Acme', kind: 'passing', direction: -1, from: week, told: week } as const
    // Digests and alerts write the same news in another order.
    const { told, from, direction, kind, brand } = news
    const tellAll = (since: Temporal.Instant) =>
      Promise.all(
        digests.map((id) => {
          const marking = { marks: [], told: [{ told, from, direction, kind, brand }] }
          return store.alerts.owe({ ...owed(team, since), key: id, subject: id }, marking, since)
        }),
      )
    await tellAll(after(1))
    const alert = only(await listed({ channel: 'C1' }, 'alert'))
    expect(await store.records.toldIn(team, 'C1'), 'not posted yet').toEqual([])
    const { subject } = alert
    const [other = ''] = digests.filter((id) => id !== subject)
    const own = { ...owed(team, after(1)), key: 'own', subject: other, channel: 'C1' }
    await store.alerts.owe(own, { marks: [mark('Acme')], told: [] }, after(1))
    expect(await listed({ channel: 'C1' }, 'alert'), 'what only the other one watches').toHaveLength(2)
    const row = await claimedRow({ ...owed(team, after(1)), key: subject, subject }, after(1))
    await begin(row, intent({ told: [news] }), after(1))
    await store.outbox.settle(row, { state: 'sent', ts: '1.1' }, after(2))
    expect(await store.records.toldIn(team, 'C1')).toEqual([news])
    expect(await store.records.toldIn(team, 'C2')).toEqual([])
    await tellAll(after(hour))
    expect(await listed({ channel: 'C1' }, 'alert')).toHaveLength(2)
  })

  it('are being delivered until they have arrived, have failed, or stay unknown, and are marked then', async () => {
    for (const [end, marked] of [
      [{ state: 'sent', ts: '1.1' }, ['Acme']],
      [{ state: 'failed', reason: 'msg_too_long' }, []],
      [{ state: 'unknown', reason: 'no_answer', dueAt: null, applies: true }, ['Acme']],
    ] as const) {
      const { store, team, begin, claimedRow } = await lookedOnce()
      const isOpen = () => store.alerts.isBeingDelivered(team, 'S1')
      await owe(store, team, after(1), 'Acme')
      const row = await claimedRow(owed(team, after(1)), after(1))
      expect(await isOpen(), 'it is owed').toBe(true)
      await begin(row, marking('Acme'), after(2))
      expect([await isOpen(), await store.alerts.isBeingDelivered(newTeam(), 'S1')]).toEqual([true, false])
      await store.outbox.settle(row, { state: 'unknown', reason: 'no_answer', dueAt: after(5) }, after(2))
      expect([await isOpen(), await subjects(team)], 'it is looked up').toEqual([true, []])
      await store.outbox.settle(row, end, after(7))
      expect([await isOpen(), await subjects(team)], end.state).toEqual([false, marked])
    }
  })
}
