import { expect, it } from 'vitest'
import { after, first, newTeam, start, type TheDatabase, text } from './world.ts'

export function auditSuite(database: TheDatabase) {
  it('lists who did what in a channel, newest first, page by page', async () => {
    const { audit } = first(database)
    const team = newTeam()
    const entry = {
      team,
      user: 'U1',
      channel: 'C1',
      action: 'task.create',
      subject: 'R1',
      outcome: 'created',
      detail: { taskId: 'K1', nested: [1, null] },
      reference: 'ab12',
    }
    const bare = { ...entry, user: null, subject: null, detail: null, reference: null }
    await audit.record(entry, start)
    await audit.record(bare, after(1))
    await audit.record({ ...entry, channel: 'C2' }, after(2))
    await audit.record({ ...entry, channel: null }, after(3))
    const all = await audit.ofChannel(team, 'C1', { limit: 10, offset: 0 })
    expect(all).toEqual([
      { ...bare, id: expect.any(String), at: text(after(1)) },
      { ...entry, id: expect.any(String), at: text(start) },
    ])
    expect(await audit.ofChannel(team, 'C1', { limit: 1, offset: 1 })).toEqual([all[1]])
  })
}
