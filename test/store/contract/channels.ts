import { expect, it } from 'vitest'
import {
  after,
  auditLine,
  first,
  newTeam,
  newWorkspace,
  raced,
  start,
  type TheDatabase,
  text,
} from './world.ts'

const entryOf = (team: string, action: string, outcome: string) => auditLine(team, { action, outcome })
/** Invalid JSON fails last, when everything else is already written. */
const broken = { detail: { count: 1n } }

export function channelSuite(database: TheDatabase) {
  const settings = (team: string) => ({
    team,
    channel: 'C1',
    organizationId: 'O1',
    workspaceId: null,
    projectId: 'P1',
    timeZone: 'Asia/Kathmandu',
    subreddits: ['r/a', 'r/b'],
    filterNames: [
      { filter: 'topics' as const, id: 't1', name: 'Über “alles”, = \\' },
      { filter: 'thematics' as const, id: 't1', name: 'Pricing pages' },
    ],
    announceTasksIn: 'C9',
  })

  it('have no settings until a person saves some', async () => {
    expect(await first(database).channels.get(newTeam(), 'C1')).toBeNull()
  })

  it('return settings as they were saved, and the last save wins', async () => {
    const { channels, team } = newWorkspace(database)
    await channels.save(settings(team), 'U1', start)
    expect(await channels.get(team, 'C1')).toEqual({
      ...settings(team),
      updatedBy: 'U1',
      updatedAt: '2026-03-02T08:00:00.000Z',
    })
    const cleared = {
      ...settings(team),
      subreddits: null,
      timeZone: null,
      projectId: null,
      filterNames: null,
      announceTasksIn: null,
    }
    await channels.save(cleared, 'U2', after(5))
    expect(await channels.get(team, 'C1')).toEqual({ ...cleared, updatedBy: 'U2', updatedAt: text(after(5)) })
    expect(await channels.get(team, 'C2')).toBeNull()
    expect(await channels.get(newTeam(), 'C1')).toBeNull()
  })

  it('change only the given settings, even if others change at the same time', async () => {
    const { channels, team } = newWorkspace(database)
    await channels.save({ team, channel: 'C1' }, 'U1', start)
    expect(await channels.get(team, 'C1')).toMatchObject({ timeZone: null, subreddits: null })
    await raced(database, 4, async (store, caller) => {
      const { channels: own } = store
      const where = { team, channel: 'C1' }
      if (caller % 2 === 0) await own.save({ ...where, subreddits: ['saas'] }, `U${caller}`, after(1))
      else await own.save({ ...where, filterNames: [] }, `U${caller}`, after(1))
    })
    const { updatedBy: _, ...saved } = (await channels.get(team, 'C1')) ?? { updatedBy: null }
    expect(saved).toMatchObject({ subreddits: ['saas'], filterNames: [] })
    await channels.save({ team, channel: 'C1', subreddits: null }, 'U1', after(2))
    expect(await channels.get(team, 'C1')).toMatchObject({
      subreddits: null,
    })
  })

  it('save settings together with who did it, or neither', async () => {
    const { channels, audit, team } = newWorkspace(database)
    const entry = entryOf(team, 'channel.setup', 'saved')
    await expect(channels.save(settings(team), 'U1', start, { ...entry, ...broken })).rejects.toThrow()
    expect(await channels.get(team, 'C1')).toBeNull()
    await channels.save(settings(team), 'U1', start, entry)
    expect(await channels.get(team, 'C1')).toMatchObject({ projectId: 'P1', updatedBy: 'U1' })
    expect(await audit.forChannel(team, 'C1', { limit: 5, offset: 0 })).toMatchObject([entry])
  })

  it('track a recommendation once, however many ask at the same time', async () => {
    const { channels, team } = newWorkspace(database)
    const answers = await raced(database, 20, (store, caller) =>
      store.channels.track(team, 'C1', 'R1', `U${caller}`, start),
    )
    expect(answers.filter((added) => added)).toHaveLength(1)
    expect(await channels.track(team, 'C1', 'R0', 'U1', after(1))).toBe(true)
    expect(await channels.track(team, 'C2', 'R1', 'U1', after(1))).toBe(true)
    expect((await channels.tracked(team, 'C1')).map(({ resultId }) => resultId)).toEqual(['R1', 'R0'])
    expect(await channels.stop(team, 'C1', 'R1', 'U2', after(2))).toBe(true)
    expect(await channels.stop(team, 'C1', 'R1', 'U2', after(2))).toBe(false)
    expect(await channels.tracked(team, 'C1')).toEqual([
      { resultId: 'R0', addedBy: 'U1', addedAt: text(after(1)) },
    ])
    expect(await channels.tracked(team, 'C2')).toHaveLength(1)
  })

  it('return settings and tracked recommendations together: both, one of them, or neither', async () => {
    const { channels, team } = newWorkspace(database)
    const nothing = { settings: null, tracked: [], stopped: [] }
    expect(await channels.withTracked(team, 'C1')).toEqual(nothing)
    await channels.save(settings(team), 'U1', start)
    const saved = await channels.get(team, 'C1')
    expect(await channels.withTracked(team, 'C1')).toEqual({ settings: saved, tracked: [], stopped: [] })
    for (const channel of ['C1', 'C2']) {
      await channels.track(team, channel, 'R2', 'U1', after(1))
      await channels.track(team, channel, 'R1', 'U1', after(2))
      await channels.stop(team, channel, 'R3', 'U1', after(3))
    }
    const recommendations = { tracked: ['R2', 'R1'], stopped: ['R3'] }
    expect(await channels.withTracked(team, 'C1')).toEqual({ settings: saved, ...recommendations })
    expect(await channels.withTracked(team, 'C2')).toEqual({ settings: null, ...recommendations })
    expect(await channels.withTracked(newTeam(), 'C1')).toEqual(nothing)
  })

  it('stop tracking a configured recommendation until it is tracked again', async () => {
    const { channels, audit, team } = newWorkspace(database)
    const stop = (at: number) =>
      channels.stop(team, 'C1', 'R1', 'U1', after(at), (stopped) =>
        stopped ? entryOf(team, 'untrack', 'removed') : null,
      )
    expect([await stop(0), await stop(1)]).toEqual([true, false])
    expect((await channels.withTracked(team, 'C1')).stopped).toEqual(['R1'])
    expect(await channels.tracked(team, 'C1')).toEqual([])
    expect((await channels.withTracked(team, 'C2')).stopped).toEqual([])
    expect(await audit.forChannel(team, 'C1', { limit: 9, offset: 0 })).toHaveLength(1)
    expect(await channels.move({ team, from: 'C1', to: 'C2' }, after(2))).toBe(true)
    expect((await channels.withTracked(team, 'C2')).stopped).toEqual(['R1'])
    expect(await channels.track(team, 'C2', 'R1', 'U2', after(3))).toBe(true)
    expect(await channels.track(team, 'C2', 'R1', 'U2', after(4))).toBe(false)
    expect((await channels.withTracked(team, 'C2')).stopped).toEqual([])
    expect(await channels.tracked(team, 'C2')).toMatchObject([{ resultId: 'R1', addedBy: 'U2' }])
  })

  it('track or drop a recommendation together with its line in the audit log, or not at all', async () => {
    const { channels, audit, team } = newWorkspace(database)
    const tracked = async () => (await channels.tracked(team, 'C1')).map(({ resultId }) => resultId)
    const told = async () =>
      (await audit.forChannel(team, 'C1', { limit: 9, offset: 0 })).map(({ action, outcome }) => [
        action,
        outcome,
      ])
    const track = (more = {}) =>
      channels.track(team, 'C1', 'R1', 'U1', start, (added) => ({
        ...entryOf(team, 'track', added ? 'added' : 'was there'),
        ...more,
      }))
    const untrack = (more = {}) =>
      channels.stop(team, 'C1', 'R1', 'U1', after(2), (removed) =>
        removed ? { ...entryOf(team, 'untrack', 'removed'), ...more } : null,
      )
    await expect(track(broken)).rejects.toThrow()
    expect([await tracked(), await told()]).toEqual([[], []])
    expect([await track(), await tracked(), await told()]).toEqual([true, ['R1'], [['track', 'added']]])
    expect([await track(), (await told()).toSorted()]).toEqual([
      false,
      [
        ['track', 'added'],
        ['track', 'was there'],
      ],
    ])
    await expect(untrack(broken)).rejects.toThrow()
    expect([await tracked(), (await told()).length]).toEqual([['R1'], 2])
    expect([await untrack(), await tracked(), (await told())[0]]).toEqual([true, [], ['untrack', 'removed']])
    expect([await untrack(), (await told()).length], 'nothing changed').toEqual([false, 3])
  })
}
