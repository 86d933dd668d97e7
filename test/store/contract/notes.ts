import { expect, it } from 'vitest'
import { after, newTeam, newWorkspace, start, type TheDatabase, text } from './world.ts'

const by = { by: 'U1', reference: 'K7QM-2XPA' }
const words = 'New pricing page is live'
const note = (team: string, day = '2026-10-12', channel = 'C1') => ({ team, channel, day, text: words })

export function noteSuite(database: TheDatabase) {
  it('are kept by channel and day, oldest first', async () => {
    const { notes, team } = newWorkspace(database)
    const days = async (from: string | null, until: string | null) =>
      (await notes.inChannel(team, 'C1', from, until)).map(({ day }) => day)
    for (const day of ['2026-10-12', '2026-09-01', '2026-11-02'])
      await notes.add(note(team, day), 9, by, start)
    await notes.add(note(team, '2026-10-01', 'C2'), 9, by, start)
    await notes.add(note(newTeam()), 9, by, start)
    expect(await days(null, null)).toEqual(['2026-09-01', '2026-10-12', '2026-11-02'])
    expect(await days('2026-09-02', '2026-10-12')).toEqual(['2026-10-12'])
    expect(await days('2026-11-03', null)).toEqual([])
    const [oldest] = await notes.inChannel(team, 'C1', null, null)
    const written = { id: expect.any(String), by: 'U1', at: text(start), editedBy: null, editedAt: null }
    expect(oldest).toEqual({ ...note(team, '2026-09-01'), ...written })
    expect(await notes.get({ team, channel: 'C1', id: oldest?.id ?? '' })).toEqual(oldest)
  })

  it('are limited per channel, however many people write at once', async () => {
    const { notes, team, won } = newWorkspace(database)
    const added = await won(12, (store) => store.notes.add(note(team), 5, by, start))
    expect(added).toHaveLength(5)
    expect(await notes.inChannel(team, 'C1', null, null)).toHaveLength(5)
    expect(await notes.add(note(team, '2026-10-12', 'C2'), 5, by, start)).not.toBeNull()
  })

  it('are found, changed and removed only in their channel and workspace, each removed once, and audited without their text', async () => {
    const { notes, audit, team, won } = newWorkspace(database)
    const written = await notes.add(note(team), 9, by, start)
    const ref = { team, channel: 'C1', id: written?.id ?? '' }
    const to = { day: '2026-10-13', text: 'It went live a day later' }
    for (const elsewhere of [{ channel: 'C2' }, { team: newTeam() }]) {
      const foreign = { ...ref, ...elsewhere }
      expect(await notes.get(foreign)).toBeNull()
      expect(await notes.edit(foreign, to, by, after(1))).toBeNull()
      expect(await notes.remove(foreign, by, after(1))).toBeNull()
    }
    const edited = { ...written, ...to, editedBy: 'U2', editedAt: text(after(1)) }
    expect(await notes.edit(ref, to, { ...by, by: 'U2' }, after(1))).toEqual(edited)
    expect(await won(8, (store) => store.notes.remove(ref, by, after(2)))).toMatchObject([to])
    expect(await notes.edit(ref, to, by, after(3)), 'it is gone').toBeNull()
    expect(await notes.get(ref)).toBeNull()
    const entries = await audit.forChannel(team, 'C1', { limit: 9, offset: 0 })
    expect(entries.map(({ user, outcome, detail }) => [user, outcome, detail])).toEqual([
      ['U1', 'removed', { day: '2026-10-13' }],
      ['U2', 'edited', { day: '2026-10-13' }],
      ['U1', 'added', { day: '2026-10-12' }],
    ])
    expect(entries[0]).toMatchObject({ action: 'note', subject: ref.id, reference: 'K7QM-2XPA' })
  })
}
