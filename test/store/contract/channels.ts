import { expect, it } from 'vitest'
import type { Store } from '../../../src/store/index.ts'
import { after, auditLine, newTeam, newWorkspace, page, start, type TheDatabase, text } from './world.ts'

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

  it('return settings as they were saved, and the last save wins', async () => {
    const { channels, team } = newWorkspace(database)
    await channels.save(settings(team), 'U1', start)
    const saved = { ...settings(team), updatedBy: 'U1', updatedAt: text(start) }
    expect(await channels.get(team, 'C1')).toEqual(saved)
    const none = { subreddits: null, timeZone: null, projectId: null, filterNames: null }
    const cleared = { ...settings(team), ...none, announceTasksIn: null }
    await channels.save(cleared, 'U2', after(5))
    expect(await channels.get(team, 'C1')).toEqual({ ...cleared, updatedBy: 'U2', updatedAt: text(after(5)) })
    expect(await channels.get(team, 'C2')).toBeNull()
    expect(await channels.get(newTeam(), 'C1')).toBeNull()
  })

  it('change only the given settings, even if others change at the same time', async () => {
    const { channels, team, raced } = newWorkspace(database)
    await channels.save({ team, channel: 'C1' }, 'U1', start)
    expect(await channels.get(team, 'C1')).toMatchObject({ timeZone: null, subreddits: null })
    await raced(4, (store, caller) => {
      const change = caller % 2 === 0 ? { subreddits: ['saas'] } : { filterNames: [] }
      return store.channels.save({ team, channel: 'C1', ...change }, `U${caller}`, after(1))
    })
    expect(await channels.get(team, 'C1')).toMatchObject({ subreddits: ['saas'], filterNames: [] })
    await channels.save({ team, channel: 'C1', subreddits: null }, 'U1', after(2))
    expect(await channels.get(team, 'C1')).toMatchObject({ subreddits: null })
  })

  it('track a recommendation once, however many ask at the same time', async () => {
    const { channels, team, won } = newWorkspace(database)
    const track = (store: Store, caller: number) =>
      store.channels.track(team, 'C1', 'R1', `U${caller}`, start)
    expect(await won(20, track)).toHaveLength(1)
    expect(await channels.track(team, 'C1', 'R0', 'U1', after(1))).toBe(true)
    expect(await channels.track(team, 'C2', 'R1', 'U1', after(1))).toBe(true)
    expect((await channels.tracked(team, 'C1')).map(({ resultId }) => resultId)).toEqual(['R1', 'R0'])
    expect(await channels.stop(team, 'C1', 'R1', 'U2', after(2))).toBe(true)
    expect(await channels.stop(team, 'C1', 'R1', 'U2', after(2))).toBe(false)
    const left = { resultId: 'R0', addedBy: 'U1', addedAt: text(after(1)) }
    expect(await channels.tracked(team, 'C1')).toEqual([left])
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
      channels.stop(team, 'C1', 'R1', 'U1', after(at), (isStopped) => (isStopped ? auditLine(team) : null))
    expect([await stop(0), await stop(1)]).toEqual([true, false])
    expect((await channels.withTracked(team, 'C1')).stopped).toEqual(['R1'])
    expect(await channels.tracked(team, 'C1')).toEqual([])
    expect((await channels.withTracked(team, 'C2')).stopped).toEqual([])
    expect(await audit.forChannel(team, 'C1', page)).toHaveLength(1)
    expect(await channels.move({ team, from: 'C1', to: 'C2' }, after(2))).toBe(true)
    expect((await channels.withTracked(team, 'C2')).stopped).toEqual(['R1'])
    const track = (at: number) =>
      channels.track(team, 'C2', 'R1', 'U2', after(at), (added) =>
        auditLine(team, { outcome: added ? 'added' : 'was there' }),
      )
    expect([await track(3), await track(4)]).toEqual([true, false])
    const told = (await audit.forChannel(team, 'C1', page)).map(({ outcome }) => outcome)
    expect(told).toEqual(['was there', 'added'])
    expect((await channels.withTracked(team, 'C2')).stopped).toEqual([])
    expect(await channels.tracked(team, 'C2')).toMatchObject([{ resultId: 'R1', addedBy: 'U2' }])
  })

  it('have one canvas each, which follows them to their new id', async () => {
    const { canvases, channels, team } = newWorkspace(database)
    expect(await canvases.get(team, 'C1')).toBeNull()
    await canvases.set(team, 'C1', 'F1', start)
    await canvases.set(team, 'C1', 'F2', after(1))
    await canvases.set(team, 'C3', 'F3', start)
    expect(await canvases.get(team, 'C1'), 'the one that replaced it').toBe('F2')
    expect(await canvases.get(newTeam(), 'C1'), 'another workspace').toBeNull()
    expect(await channels.move({ team, from: 'C1', to: 'C2' }, start)).toBe(true)
    expect([await canvases.get(team, 'C1'), await canvases.get(team, 'C2')]).toEqual([null, 'F2'])
  })

  it('are chosen by each person for direct messages, once however many choose at once', async () => {
    const { conversationChannels, team, raced } = newWorkspace(database)
    expect(await conversationChannels.get(team, 'U1')).toBeNull()
    await raced(12, (store, caller) => store.conversationChannels.set(team, 'U1', `C${caller}`, start))
    expect(await conversationChannels.get(team, 'U1')).toMatch(/^C\d+$/)
    await conversationChannels.set(team, 'U2', 'C-of-U2', start)
    await conversationChannels.set(team, 'U1', 'C-of-U1', after(1))
    expect(await conversationChannels.get(team, 'U1')).toBe('C-of-U1')
    expect(await conversationChannels.get(team, 'U2')).toBe('C-of-U2')
    expect(await conversationChannels.get(newTeam(), 'U1'), 'another workspace').toBeNull()
  })

  it('are known if they have settings of their own, or track something', async () => {
    const { channels, team } = newWorkspace(database)
    await channels.save({ team, channel: 'C1', timeZone: 'Europe/Berlin' }, 'U1', start)
    await channels.track(team, 'C2', 'R1', 'U1', start)
    await channels.save({ team: newTeam(), channel: 'C3', timeZone: 'Europe/Berlin' }, 'U1', start)
    expect(await channels.known(team, ['C1', 'C2', 'C3', 'C4'])).toEqual(['C1', 'C2'])
    expect(await channels.known(team, ['C2'])).toEqual(['C2'])
    expect(await channels.known(team, [])).toEqual([])
  })
}
