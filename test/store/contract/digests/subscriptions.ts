import { expect, it } from 'vitest'
import { type DigestSettings, type SlotPlan, type Store, settingsMark } from '../../../../src/store/index.ts'
import { everyAlert } from '../../../every-alert.ts'
import { runningDigest } from '../../../workspace.ts'
import {
  after,
  configuredDigest,
  first,
  intent,
  leaseMs,
  monday,
  newTeam,
  newWorkspace,
  only,
  start,
  type TheDatabase,
  text,
  weekly,
  workspaceIn,
} from '../world.ts'

export function subscriptionSuite(database: TheDatabase) {
  const dueOf = async (team: string, now: Temporal.Instant) =>
    (await first(database).subscriptions.due(now, 10_000, '')).filter((one) => one.team === team)

  it('are set up once, however often the same form arrives', async () => {
    const { team, raced } = newWorkspace(database)
    const made = await raced(20, (store) => workspaceIn(store, team).subscribe())
    expect(await first(database).subscriptions.forChannel(team, 'C1')).toEqual([made[0]])
    expect(made[0]).toEqual(
      runningDigest({ ...weekly, team, createdAt: text(start), effectiveFrom: text(start) }),
    )
  })

  it('keep everything that their owner chooses', async () => {
    const { subscriptions, team } = newWorkspace(database)
    const chosen: DigestSettings = {
      name: 'ChatGPT, daily',
      schedule: { kind: 'monthly', day: 'last', time: '23:59', timeZone: 'Pacific/Apia' },
      sections: ['engines', 'evaluations'],
      filters: 'ChatGPT vs "Acme"',
      onlyWhenChanged: true,
      detailsInThread: false,
      alerts: everyAlert,
    }
    const made = await subscriptions.create({ ...chosen, team, id: 'S1', channel: 'C1', by: 'U1' }, start)
    expect(made).toMatchObject(chosen)
    const { time, timeZone } = monday
    const back: DigestSettings = { ...weekly, schedule: { kind: 'weekdays', time, timeZone } }
    expect(await subscriptions.update(team, 'S1', back, after(5))).toMatchObject(back)
  })

  it('can be several in a channel', async () => {
    const { subscriptions, team, subscribe } = newWorkspace(database)
    await subscribe('C1', 'S1')
    await subscribe('C1', 'S2')
    await subscribe('C2', 'S3')
    await configuredDigest(first(database), team, 'C1', after(1))
    const ids = (all: readonly { readonly id: string; readonly source: string }[]) =>
      all.map(({ id, source }) => (source === 'settings' ? source : id))
    expect(ids(await subscriptions.forChannel(team, 'C1'))).toEqual(['S1', 'S2', 'settings'])
    expect(ids(await subscriptions.forChannels(team, ['C2', 'C1']))).toEqual(['S1', 'S2', 'settings', 'S3'])
    expect(await subscriptions.forChannels(team, [])).toEqual([])
    expect(ids(await subscriptions.forTeam(team))).toEqual(['S1', 'S2', 'settings', 'S3'])
    expect(await subscriptions.forTeam(newTeam())).toEqual([])
  })

  it('owe nothing from before a schedule change, and only such a change restarts them', async () => {
    const { subscriptions, team, subscribe } = newWorkspace(database)
    const made = await subscribe()
    const same = { name: 'Renamed', schedule: { ...monday, days: [1, 1] } }
    expect(await subscriptions.update(team, 'S1', same, after(5))).toEqual({ ...made, name: 'Renamed' })
    const later = { schedule: { ...monday, time: '10:00' } }
    const moved = { ...made, ...later, name: 'Renamed', effectiveFrom: text(after(9)), revision: 1 }
    expect(await subscriptions.update(team, 'S1', later, after(9))).toEqual(moved)
    expect(await subscriptions.update(team, 'nowhere', { name: 'x' }, after(9))).toBeNull()
  })

  it('from the configuration are set up once, and then changed and deleted like any other', async () => {
    const { subscriptions, team, raced } = newWorkspace(database)
    const made = await raced(20, (store) => configuredDigest(store, team))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const [{ id } = { id: '' }] = made
    expect(made[0]).toMatchObject({ source: 'settings', owner: null, createdBy: null })
    const later = { schedule: { ...monday, time: '10:00' } }
    const changed = await subscriptions.update(team, id, later, after(20))
    expect(await configuredDigest(first(database), team), 'the next start').toEqual(changed)
    expect(await subscriptions.remove(team, id, after(30))).toBe(true)
    await expect(configuredDigest(first(database), team), 'the next start').rejects.toThrow('deleted')
  })

  it('are changed by one of several who began with the same settings; the others are told', async () => {
    const { subscriptions, team, subscribe, raced } = newWorkspace(database)
    const seen = settingsMark(await subscribe())
    const change = (name: string, seen: string, store = first(database)) =>
      store.subscriptions.update(team, 'S1', { name, sections: ['reddit'] }, after(1), { seen })
    const answers = await raced(8, (store, caller) => change(`By ${caller}`, seen, store))
    const won = answers.filter((one) => one !== 'changed')
    expect(won).toHaveLength(1)
    const current = async () => only(await subscriptions.forChannel(team, 'C1'))
    const now = await current()
    expect(now).toEqual(won[0])
    expect(await change(now.name, seen), 'again, for instance since Slack sent it twice').toEqual(now)
    expect(await change('After a look', settingsMark(now))).toMatchObject({ name: 'After a look' })
    await subscriptions.pause(team, 'S1', 'is_archived', after(2))
    const renamed = { name: 'Paused', state: 'paused' }
    expect(await change('Paused', settingsMark(await current()))).toMatchObject(renamed)
    await subscriptions.remove(team, 'S1', after(3))
    expect(await change('Gone', seen)).toBeNull()
  })

  it('are paused once, stay paused over restarts, and owe nothing for the pause', async () => {
    const { subscriptions, team, owedNotice, won, listed } = newWorkspace(database)
    const { id } = await configuredDigest(first(database), team)
    expect(await dueOf(team, start)).toHaveLength(1)

    const pauses = await won(20, (store, caller) => {
      const notice = { ...owedNotice('U1', id), key: `${caller}` }
      return store.subscriptions.pause(team, id, 'is_archived', after(1), { notice })
    })
    expect(pauses).toHaveLength(1)
    expect(await listed({ subject: id }, 'notice'), 'it says so once').toHaveLength(1)
    const restarted = await configuredDigest(first(database), team)
    const paused = { state: 'paused', pausedReason: 'is_archived', pausedAt: text(after(1)) }
    expect(restarted).toMatchObject(paused)
    expect(await dueOf(team, after(1_000))).toEqual([])

    expect(await subscriptions.resume(newTeam(), id, after(3))).toBe(false)
    expect(await subscriptions.resume(team, id, after(3))).toBe(true)
    expect(await subscriptions.resume(team, id, after(4))).toBe(false)
    const resumed = { state: 'active', pausedReason: null, pausedAt: null, effectiveFrom: text(after(3)) }
    expect(await dueOf(team, after(3))).toEqual([
      { ...restarted, ...resumed, revision: restarted.revision + 1 },
    ])
  })

  it('that are deleted leave every list, keep their history, and never run again', async () => {
    const { subscriptions, team, subscribe, won, listed } = newWorkspace(database)
    await subscribe()
    expect(await won(8, (store) => store.subscriptions.remove(team, 'S1', start))).toHaveLength(1)
    expect(await subscriptions.forChannel(team, 'C1')).toEqual([])
    expect(await subscriptions.forTeam(team)).toEqual([])
    expect(await dueOf(team, after(1_000))).toEqual([])
    expect(await subscriptions.resume(team, 'S1', after(1))).toBe(false)
    expect(await subscriptions.pause(team, 'S1', 'is_archived', after(1))).toBe(false)
    expect(await subscriptions.update(team, 'S1', { name: 'x' }, after(1))).toBeNull()
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ state: 'deleted', name: 'Weekly' })
    expect(await listed({ subject: 'S1' }, 'digest')).toEqual([])
  })

  it('have one owner, who is changed by one caller and checked once after each post', async () => {
    const workspace = newWorkspace(database)
    const { subscriptions, team, claimedRow, send, subscribe } = workspace
    const { owedDigest, owedNotice, raced, won, mine, listed } = workspace
    await subscribe()
    const { id: ownerless } = await configuredDigest(first(database), team)
    const post = async (id: string) =>
      send(await claimedRow(owedDigest(start, id)), '1.1', intent({ checkOwner: true }))
    const again = after(leaseMs)
    const checks = async (now = after(10), next = again) => {
      const taken = await raced(6, (store) => store.subscriptions.takeOwnerChecks(now, next, 10_000))
      return mine(taken.flat()).map(({ id }) => id)
    }
    expect(await checks()).toEqual([])
    await post('S1')
    await post(ownerless)
    expect(await checks()).toEqual(['S1'])
    expect(await checks()).toEqual([])
    const later = after(leaseMs * 2)
    expect(await checks(again, later), 'its process has ended').toEqual(['S1'])
    await subscriptions.ownerChecked(team, 'S1', again)
    const last = after(leaseMs * 3)
    expect(await checks(later, last), 'the last claim has expired').toEqual(['S1'])
    await subscriptions.ownerChecked(team, 'S1', last)
    expect(await checks(last, after(leaseMs * 4))).toEqual([])

    const question = (gone: string) => owedNotice('C1', 'S1', { kind: 'owner_wanted', gone })
    const ask = (gone: string) => (store: Store) =>
      store.subscriptions.askForOwner(team, 'S1', gone, question(gone), start)
    expect(await won(8, ask('U1'))).toHaveLength(1)
    expect(await won(8, ask('U7')), 'not its owner').toEqual([])
    expect(await listed({ subject: 'S1' }, 'notice')).toMatchObject([{ channel: 'C1', state: 'ready' }])
    const set = await raced(8, (store, caller) =>
      store.subscriptions.setOwner(team, 'S1', { from: 'U1', to: `U1${caller}` }, start),
    )
    expect(set.filter((one) => one)).toHaveLength(1)
    const adopted = await subscriptions.get(team, 'S1')
    expect(adopted).toMatchObject({ owner: `U1${set.indexOf(true)}`, ownerAsked: null, createdBy: 'U1' })
  })

  const planned = async (team: string): Promise<SlotPlan> => {
    const { id, revision } = await workspaceIn(first(database), team).subscribe()
    return {
      team,
      subscriptionId: id,
      channel: 'C1',
      revision,
      deliver: after(2_000),
      lateAt: after(8_000),
      skip: [after(0), after(1_000)],
      nextSlot: after(9_000),
      zoneData: '2026a',
    }
  }

  it('owe the due slot and record the missed ones, once, however many processes plan', async () => {
    const { outbox, subscriptions, team, owedDigest, mine, raced, listed } = newWorkspace(database)
    const plan = await planned(team)
    await raced(10, (store) => store.subscriptions.plan([plan], after(2_500)))
    const owed = await listed({ channel: 'C1' }, 'digest')
    expect(owed.map(({ since, state, reason, lateAt }) => [since, state, reason, lateAt])).toEqual([
      [text(after(2_000)), 'ready', null, text(after(8_000))],
      [text(after(1_000)), 'skipped', 'missed', null],
      [text(after(0)), 'skipped', 'missed', null],
    ])
    expect(owed[0]).toMatchObject({ subject: 'S1', dueAt: text(after(2_500)), askedBy: null })
    expect(await outbox.enqueue([owedDigest(after(2_000))], after(3_000)), 'by its slot').toEqual([])
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: text(after(2_500)) })
    const due = async (now: Temporal.Instant, zoneData = '2026a') =>
      mine(await subscriptions.due(now, 10_000, zoneData))
    expect(await due(after(8_999))).toEqual([])
    expect(await due(after(3_000), '2025c'), 'a replica with older zone data skips it').toEqual([])
    expect(await due(after(3_000), '2026b'), 'newer zone data may move its next slot').toHaveLength(1)
    expect(await due(after(9_000))).toHaveLength(1)
  })

  it('follow neither an outdated schedule nor a backward plan', async () => {
    const { subscriptions, team } = newWorkspace(database)
    const none = { ...(await planned(team)), deliver: null, lateAt: null, skip: [] }
    const plan = (nextSlot: Temporal.Instant, now: Temporal.Instant, revision = none.revision) =>
      subscriptions.plan([{ ...none, nextSlot, revision }], now)
    await plan(after(9_000), after(3))
    await plan(after(5_000), after(2))
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: text(after(3)) })
    await subscriptions.update(team, 'S1', { schedule: { ...monday, time: '10:00' } }, after(4))
    const moved = await subscriptions.get(team, 'S1')
    expect(moved).toMatchObject({ plannedUntil: null })
    await plan(after(20_000), after(5))
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: null })
    await plan(after(20_000), after(5), moved?.revision)
    expect(await subscriptions.get(team, 'S1')).toMatchObject({ plannedUntil: text(after(5)) })
  })
}
