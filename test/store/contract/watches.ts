import { expect, it } from 'vitest'
import {
  after,
  first,
  leaseMs,
  newTeam,
  newWorkspace,
  raced,
  start,
  type TheDatabase,
  text,
  watch,
} from './world.ts'

export function watchSuite(database: TheDatabase) {
  const lease = after(leaseMs)
  const dueOf = async (team: string, now = start) =>
    (await first(database).watches.claimDue(now, now.add({ milliseconds: leaseMs }), 1_000)).filter(
      (one) => one.team === team,
    )

  const messagesOf = (team: string) =>
    first(database).outbox.list({ team, channel: 'U1' }, ['evaluation'], { limit: 9, offset: 0 })

  it('begin once, however often people click, and are visible only to their watcher', async () => {
    const team = newTeam()
    const answers = await raced(database, 20, ({ watches }) => watches.start(watch(team), 'C1', start))
    expect(answers.filter((begun) => begun)).toHaveLength(1)
    const { watches } = first(database)
    expect(await watches.isWatching(watch(team))).toBe(true)
    for (const other of [
      watch(team, 'U2'),
      watch(team, 'U1', 'E2'),
      { ...watch(team), organizationId: 'O2' },
      { ...watch(team), workspaceId: 'W2' },
      watch(newTeam()),
    ])
      expect(await watches.isWatching(other)).toBe(false)
  })

  it('are known to their channel while they run, and for a time after their end', async () => {
    const { watches, team } = newWorkspace(database)
    const place = { team, organizationId: 'O1', workspaceId: 'W1', channel: 'C1' }
    const watched = async (at: typeof place, since: Temporal.Instant) =>
      [...(await watches.watchedIn(at, since)).keys()].sort()
    for (const [user, id, channel] of [
      ['U1', 'E1', 'C1'],
      ['U2', 'E1', 'C1'],
      ['U1', 'E2', 'C1'],
      ['U1', 'E3', 'C2'],
      ['U1', 'E4', 'C1'],
    ] as const)
      await watches.start(watch(team, user, id), channel, start)
    expect(await watched(place, start)).toEqual(['E1', 'E2', 'E4'])
    await watches.stop(watch(team, 'U1', 'E4'), after(5))
    for (const one of await dueOf(team))
      if (one.evaluationId === 'E2') await watches.end(one, 'completed', after(9))
    expect(await watched(place, after(8))).toEqual(['E1', 'E2'])
    expect(await watched(place, after(9)), 'already reported').toEqual(['E1'])
    expect(await watched({ ...place, workspaceId: 'W2' }, start)).toEqual([])
  })

  it('are due at once, for one of many callers', async () => {
    const { watches, team, raced } = newWorkspace(database)
    await watches.start(watch(team, 'U1'), 'C1', start)
    await watches.start(watch(team, 'U2'), 'C2', start)
    const answers = await raced(12, (store) => store.watches.claimDue(start, lease, 1_000))
    const mine = answers.flat().filter((one) => one.team === team)
    expect(mine.toSorted((a, b) => (a.user < b.user ? -1 : 1))).toEqual([
      { ...watch(team, 'U1'), channel: 'C1', createdAt: text(start), checkAt: text(lease) },
      { ...watch(team, 'U2'), channel: 'C2', createdAt: text(start), checkAt: text(lease) },
    ])
  })

  it('are due again after being put off, or when their process was killed', async () => {
    const { watches, team } = newWorkspace(database)
    await watches.start(watch(team), 'C1', start)
    const [claimed] = await dueOf(team)
    if (claimed === undefined) throw new Error('a new watch was not due')
    expect(await dueOf(team, after(leaseMs - 1))).toEqual([])
    const [again] = await dueOf(team, after(leaseMs))
    if (again === undefined) throw new Error('a lost claim was not due again')
    expect(await watches.postpone(again, after(900_000))).toBe(true)
    expect(await dueOf(team, after(899_999))).toEqual([])
    expect(await dueOf(team, after(900_000))).toMatchObject([{ user: 'U1' }])
  })

  it('accept only the newest claim', async () => {
    const { watches, team } = newWorkspace(database)
    await watches.start(watch(team), 'C1', start)
    const [lost] = await dueOf(team)
    const [newest] = await dueOf(team, after(leaseMs))
    if (lost === undefined || newest === undefined) throw new Error('a watch was not due')
    const message = { about: {}, lateAt: null }
    expect(await watches.postpone(lost, after(9))).toBe(false)
    expect(await watches.end(lost, 'completed', after(9), message)).toBe(false)
    expect(await messagesOf(team), 'nothing is owed').toEqual([])
    expect(await watches.end(newest, 'completed', after(9), message)).toBe(true)
    expect(await messagesOf(team)).toMatchObject([{ kind: 'evaluation', channel: 'U1', state: 'ready' }])
    expect(await watches.isWatching(watch(team))).toBe(false)
  })

  it('can be stopped while claimed, and started again after their end', async () => {
    const { watches, team } = newWorkspace(database)
    expect(await watches.stop(watch(team), start), 'nothing to stop').toBe(false)
    await watches.start(watch(team), 'C1', start)
    const [claimed] = await dueOf(team)
    if (claimed === undefined) throw new Error('a new watch was not due')
    expect(await watches.stop(watch(team), after(1))).toBe(true)
    expect(await watches.stop(watch(team), after(2))).toBe(false)
    expect(await watches.postpone(claimed, lease)).toBe(false)
    expect(await watches.end(claimed, 'completed', after(2))).toBe(false)
    expect(await dueOf(team, after(leaseMs * 9))).toEqual([])
    expect(await watches.start(watch(team), 'C2', after(3))).toBe(true)
    expect(await dueOf(team, after(3))).toMatchObject([{ channel: 'C2', createdAt: text(after(3)) }])
  })

  it('that are stopped or started again after their end: only an unsent message is skipped', async () => {
    const { watches, outbox, team } = newWorkspace(database)
    const endOnce = async (at: number) => {
      await watches.start(watch(team), 'C1', after(at))
      for (const one of await dueOf(team, after(at)))
        await watches.end(one, 'completed', after(at), { about: {}, lateAt: null })
    }
    const states = async () => (await messagesOf(team)).map(({ state }) => state)
    await endOnce(1)
    const [sent] = await messagesOf(team)
    if (sent === undefined) throw new Error('no message is owed')
    const claim = { now: after(2), leaseMs, busy: [], after: '', limit: 1_000 }
    const [claimed] = (await outbox.claim(claim)).filter(({ id }) => id === sent.id)
    if (claimed === undefined) throw new Error('the message was not due')
    await outbox.begin(claimed, { message: {}, effect: null, replies: [] }, leaseMs, after(2))
    expect(await watches.stop(watch(team), after(3)), 'it is being sent').toBe(false)
    await outbox.settle(claimed, { state: 'sent', ts: '1.1' }, after(3))
    await endOnce(4)
    expect(await states()).toEqual(['ready', 'sent'])
    expect(await watches.stop(watch(team), after(5))).toBe(true)
    expect(await states()).toEqual(['skipped', 'sent'])
  })
}
