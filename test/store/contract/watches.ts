import { expect, it } from 'vitest'
import {
  after,
  first,
  leaseMs,
  newTeam,
  newWorkspace,
  only,
  pagesOf,
  start,
  type TheDatabase,
  text,
  watch,
} from './world.ts'

export function watchSuite(database: TheDatabase) {
  const lease = after(leaseMs)
  const dueOf = async (team: string, now = start) => {
    const due = await first(database).watches.claimDue(now, now.add({ milliseconds: leaseMs }), 1_000)
    return due.filter((one) => one.team === team)
  }

  it('begin once, however often people click, and are visible only to their watcher', async () => {
    const { watches, team, won } = newWorkspace(database)
    expect(await won(20, (store) => store.watches.start(watch(team), 'C1', start))).toEqual([true])
    expect(await watches.isWatching(watch(team))).toBe(true)
    const places = [{ organizationId: 'O2' }, { workspaceId: 'W2' }, { team: newTeam() }]
    for (const other of [{ user: 'U2' }, { evaluationId: 'E2' }, ...places])
      expect(await watches.isWatching({ ...watch(team), ...other })).toBe(false)
  })

  it('are known to their channel while they run, and for a time after their end', async () => {
    const { watches, team } = newWorkspace(database)
    const place = { team, organizationId: 'O1', workspaceId: 'W1', channel: 'C1' }
    const watched = async (at: typeof place, since: Temporal.Instant) =>
      Object.fromEntries(await watches.watchedIn(at, since))
    for (const [user, id, channel] of [
      ['U1', 'E1', 'C1'],
      ['U2', 'E1', 'C1'],
      ['U1', 'E2', 'C1'],
      ['U1', 'E3', 'C2'],
      ['U1', 'E4', 'C1'],
    ] as const)
      await watches.start(watch(team, user, id), channel, start)
    expect(await watched(place, start)).toEqual({ E1: true, E2: true, E4: true })
    await watches.stop(watch(team, 'U1', 'E4'), after(5))
    for (const one of await dueOf(team))
      if (one.user === 'U2' || one.evaluationId === 'E2') await watches.end(one, 'completed', after(9))
    expect(await watched(place, after(8)), 'one watcher of E1 has not been told').toEqual({
      E1: true,
      E2: false,
    })
    expect(await watched(place, after(9)), 'already reported').toEqual({ E1: true })
    expect(await watched({ ...place, workspaceId: 'W2' }, start)).toEqual({})
  })

  it('are due at once, for one of many callers, in pages, the longest wait first', async () => {
    const { watches, team, raced, mine } = newWorkspace(database)
    await watches.start(watch(team, 'U1'), 'C1', start)
    await watches.start(watch(team, 'U2'), 'C2', start)
    const answers = await raced(12, (store) => store.watches.claimDue(start, lease, 1_000))
    const times = { createdAt: text(start), checkAt: text(lease) }
    expect(mine(answers.flat()).toSorted((a, b) => (a.user < b.user ? -1 : 1))).toEqual([
      { ...watch(team, 'U1'), channel: 'C1', ...times },
      { ...watch(team, 'U2'), channel: 'C2', ...times },
    ])
    for (const minute of [5, 3, 4]) await watches.start(watch(team, `U${minute}`), 'C1', after(minute))
    const paged = await pagesOf(1, (limit) => watches.claimDue(after(9), after(9 + leaseMs), limit))
    expect(mine(paged).map(({ user }) => user)).toEqual(['U3', 'U4', 'U5'])
  })

  it('are due again after being put off, or when their process was killed, and accept only the newest claim', async () => {
    const { watches, team, listed } = newWorkspace(database)
    await watches.start(watch(team), 'C1', start)
    const lost = only(await dueOf(team))
    expect(await dueOf(team, after(leaseMs - 1))).toEqual([])
    const again = only(await dueOf(team, after(leaseMs)))
    const message = { about: {}, lateAt: null }
    expect(await watches.postpone(lost, after(9))).toBe(false)
    expect(await watches.end(lost, 'completed', after(9), message)).toBe(false)
    expect(await listed({ channel: 'U1' }, 'evaluation'), 'nothing is owed').toEqual([])
    expect(await watches.postpone(again, after(900_000))).toBe(true)
    expect(await dueOf(team, after(899_999))).toEqual([])
    const newest = only(await dueOf(team, after(900_000)))
    expect(await watches.end(newest, 'completed', after(900_001), message)).toBe(true)
    const owed = { kind: 'evaluation', channel: 'U1', state: 'ready' }
    expect(await listed({ channel: 'U1' }, 'evaluation')).toMatchObject([owed])
    expect(await watches.isWatching(watch(team))).toBe(false)
  })

  it('can be stopped while claimed, and started again after their end', async () => {
    const { watches, team } = newWorkspace(database)
    expect(await watches.stop(watch(team), start), 'nothing to stop').toBe(false)
    await watches.start(watch(team), 'C1', start)
    const claimed = only(await dueOf(team))
    expect(await watches.stop(watch(team), after(1))).toBe(true)
    expect(await watches.stop(watch(team), after(2))).toBe(false)
    expect(await watches.postpone(claimed, lease)).toBe(false)
    expect(await watches.end(claimed, 'completed', after(2))).toBe(false)
    expect(await dueOf(team, after(leaseMs * 9))).toEqual([])
    expect(await watches.start(watch(team), 'C2', after(3))).toBe(true)
    expect(await dueOf(team, after(3))).toMatchObject([{ channel: 'C2', createdAt: text(after(3)) }])
  })

  it('that are stopped or started again after their end: only an unsent message is skipped', async () => {
    const { watches, outbox, team, begin, mine, listed } = newWorkspace(database)
    const endOnce = async (at: number) => {
      await watches.start(watch(team), 'C1', after(at))
      const message = { about: {}, lateAt: null }
      await watches.end(only(await dueOf(team, after(at))), 'completed', after(at), message)
    }
    const states = async () => (await listed({ channel: 'U1' }, 'evaluation')).map(({ state }) => state)
    await endOnce(1)
    const claim = { now: after(2), leaseMs, busy: [], after: '', limit: 1_000 }
    const claimed = only(mine(await outbox.claim(claim)))
    await begin(claimed, undefined, after(2))
    expect(await watches.stop(watch(team), after(3)), 'it is being sent').toBe(false)
    await outbox.settle(claimed, { state: 'sent', ts: '1.1' }, after(3))
    await endOnce(4)
    expect(await states()).toEqual(['ready', 'sent'])
    expect(await watches.stop(watch(team), after(5))).toBe(true)
    expect(await states()).toEqual(['skipped', 'sent'])
  })
}
