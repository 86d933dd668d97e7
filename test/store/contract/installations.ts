import { expect, it } from 'vitest'
import {
  after,
  first,
  installation,
  newTeam,
  newWorkspace,
  start,
  type TheDatabase,
  text,
  workspaceIn,
} from './world.ts'

const rotation = { refreshToken: 'xoxe-1-refresh', expiresAt: after(1_000) }

export function installationSuite(database: TheDatabase) {
  it('are returned with everything except the token, which only `token` returns', async () => {
    const { installations, team } = newWorkspace(database)
    expect(await installations.get(team)).toBeNull()
    const { token, rotation: _, ...known } = installation(team)
    await installations.save(installation(team, { rotation }), start)
    const saved = await installations.get(team)
    expect(saved).toEqual({ ...known, org: null, installedAt: text(start), endedAt: null })
    const renewal = { ...rotation, expiresAt: text(rotation.expiresAt) }
    expect(await installations.token(team)).toEqual({ owner: team, generation: 1, token, rotation: renewal })
  })

  it('have their token renewed by one of many at once, and an older token can’t replace it', async () => {
    const { installations, team, won } = newWorkspace(database)
    await installations.save(installation(team, { rotation }), start)
    const old = { owner: team, generation: 1 }
    expect(await won(20, (store) => store.installations.claimRenewal(old, 1_000, start))).toHaveLength(1)
    const fresh = { token: 'xoxb-second-2', refreshToken: 'xoxe-2-refresh', expiresAt: after(9_000) }
    expect(await installations.renewed(old, fresh)).toBe(true)
    expect(await installations.renewed(old, { ...fresh, token: 'xoxb-late-3' })).toBe(false)
    expect(await installations.claimRenewal(old, 1_000, after(5_000))).toBe(false)
    expect(await installations.token(team)).toMatchObject({ generation: 2, token: 'xoxb-second-2' })
    expect(await installations.claimRenewal({ owner: team, generation: 2 }, 1_000, start)).toBe(true)
  })

  it('have a renewal taken over when its process was killed and the lease ran out, or when it gave up', async () => {
    const { installations, team } = newWorkspace(database)
    await installations.save(installation(team, { rotation }), start)
    const old = { owner: team, generation: 1 }
    expect(await installations.claimRenewal(old, 1_000, start)).toBe(true)
    expect(await installations.claimRenewal(old, 1_000, after(999))).toBe(false)
    expect(await installations.claimRenewal(old, 1_000, after(1_000))).toBe(true)
    await installations.releaseRenewal(old)
    expect(await installations.claimRenewal(old, 1_000, after(1_001))).toBe(true)
    const cutOff = async (now: Temporal.Instant) =>
      (await installations.expiredRenewals(now, 1_000)).filter(({ owner }) => owner === team)
    expect(await cutOff(after(2_000))).toEqual([])
    expect(await cutOff(after(2_001))).toEqual([old])
    const due = await installations.renewalDueAt()
    expect(due === null ? null : Temporal.Instant.compare(due, after(2_001))).toBeLessThanOrEqual(0)
    await installations.releaseRenewal(old)
    expect(await cutOff(after(9_000))).toEqual([])
  })

  it('that ended have no token, and none of their digests run', async () => {
    const { store, team } = newWorkspace(database)
    const other = newTeam()
    for (const one of [team, other]) {
      await store.installations.save(installation(one), start)
      const { subscribe } = workspaceIn(store, one)
      await subscribe()
      await subscribe('C2', 'S2')
    }
    await store.disconnections.markDisconnected(team, 'token_revoked', start)
    const ended = await store.installations.end(team, 'app_uninstalled', after(1), after(2))
    expect(ended).toEqual([{ team, stopped: 2 }])
    expect(await store.disconnections.get(team), 'what waited is skipped').toBeNull()
    expect(await store.installations.token(team)).toBeNull()
    expect(await store.installations.get(team)).toMatchObject({ endedAt: text(after(2)) })
    const paused = { state: 'paused', pausedReason: 'uninstalled' }
    expect(await store.subscriptions.forTeam(team)).toMatchObject([paused, paused])
    expect(await store.subscriptions.forTeam(other)).toMatchObject([{ state: 'active' }, { state: 'active' }])
    expect(await store.installations.end(team, 'tokens_revoked', after(3), after(3)), 'once').toEqual([])
  })

  it('come back with another token; late events about the old one change nothing', async () => {
    const { store, team, subscribe } = newWorkspace(database)
    await store.installations.save(installation(team), start)
    await subscribe()
    await subscribe('C2', 'S2')
    await store.subscriptions.pause(team, 'S2', 'paused_by_hand', start)
    await store.installations.end(team, 'app_uninstalled', after(1), after(1))
    await store.installations.save(installation(team, { token: 'xoxb-again-2' }), after(5))
    expect(await store.installations.end(team, 'tokens_revoked', after(1), after(6))).toEqual([])
    expect(await store.installations.token(team)).toMatchObject({ token: 'xoxb-again-2', generation: 2 })
    expect((await store.subscriptions.stopped(team)).map(({ id }) => id)).toEqual(['S1'])
    expect(await store.subscriptions.restoreAll(team, after(7))).toMatchObject([{ id: 'S1' }])
    expect(await store.subscriptions.restoreAll(team, after(8)), 'once').toEqual([])
    expect(await store.subscriptions.get(team, 'S1')).toMatchObject({ state: 'active' })
    expect(await store.subscriptions.get(team, 'S2'), 'paused by hand').toMatchObject({ state: 'paused' })
  })

  it('of an organization work in each of its workspaces, and end in all of them', async () => {
    const store = first(database)
    const [org, one, two, own] = [`E${newTeam()}`, newTeam(), newTeam(), newTeam()]
    expect(await store.installations.link(one, org, start), 'there is no such installation').toBe(false)
    await store.installations.save(installation(org, { isOrg: true, token: 'xoxb-of-org-1' }), start)
    await store.installations.save(installation(own, { token: 'xoxb-of-own-1' }), start)
    for (const team of [one, two, own]) expect(await store.installations.link(team, org, start)).toBe(true)
    expect(await store.installations.linkedTeams(org)).toEqual([one, two].toSorted())
    expect(await store.installations.token(one)).toMatchObject({ owner: org, token: 'xoxb-of-org-1' })
    expect(await store.installations.token(own)).toMatchObject({ owner: own, token: 'xoxb-of-own-1' })
    const linked = { team: two, org, name: 'Northwind', isOrg: false }
    expect(await store.installations.get(two)).toMatchObject(linked)
    await workspaceIn(store, one).subscribe()
    for (const team of [org, one]) await store.disconnections.markDisconnected(team, 'token_revoked', start)
    const ended = await store.installations.end(org, 'app_uninstalled', after(1), after(1))
    for (const team of [org, one]) expect(await store.disconnections.get(team), 'it is over').toBeNull()
    expect(Object.fromEntries(ended.map(({ team, stopped }) => [team, stopped]))).toEqual({
      [one]: 1,
      [two]: 0,
    })
    expect(await store.installations.token(one)).toBeNull()
    expect(await store.installations.get(one)).toMatchObject({ endedAt: text(after(1)) })
    expect(await store.installations.token(own)).not.toBeNull()
  })

  it('of a workspace link to no organization that has ended, and keep another one that has not', async () => {
    const { installations } = first(database)
    const [gone, org, other] = [`E${newTeam()}`, `E${newTeam()}`, `E${newTeam()}`]
    const [team, ended] = [newTeam(), newTeam()]
    for (const one of [gone, org, other])
      await installations.save(installation(one, { isOrg: true, token: `xoxb-of-${one}-1` }), start)
    await installations.end(gone, 'app_uninstalled', after(1), after(1))
    expect(await installations.link(team, gone, after(2))).toBe(false)
    expect(await installations.get(team)).toBeNull()

    expect(await installations.link(team, org, after(2))).toBe(true)
    expect(await installations.works(team, org)).toBe(true)
    expect(await installations.works(team, other)).toBe(false)
    await installations.link(team, other, after(3))
    expect(await installations.get(team)).toMatchObject({ org })

    await installations.end(org, 'app_uninstalled', after(4), after(4))
    expect(await installations.works(team, org)).toBe(false)
    await installations.link(team, other, after(5))
    expect(await installations.get(team), 'it has moved').toMatchObject({ org: other })

    await installations.save(installation(ended), start)
    expect(await installations.works(ended, other), 'by its own').toBe(true)
    await installations.end(ended, 'app_uninstalled', after(1), after(1))
    expect(await installations.works(ended, other)).toBe(false)
  })
}
