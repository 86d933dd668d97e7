import { expect, it } from 'vitest'
import { after, first, newTeam, start, type TheDatabase } from './world.ts'

export function canvasSuite(database: TheDatabase) {
  it('exist once per channel, and follow it to its new id', async () => {
    const [team, other] = [newTeam(), newTeam()]
    const { canvases, channels } = first(database)
    expect(await canvases.get(team, 'C1')).toBeNull()
    await canvases.set(team, 'C1', 'F1', start)
    await canvases.set(team, 'C1', 'F2', after(1))
    await canvases.set(team, 'C3', 'F3', start)
    expect(await canvases.get(team, 'C1'), 'the one that replaced it').toBe('F2')
    expect(await canvases.get(other, 'C1'), 'another workspace').toBeNull()
    expect(await channels.move({ team, from: 'C1', to: 'C2' }, start)).toBe(true)
    expect([await canvases.get(team, 'C1'), await canvases.get(team, 'C2')]).toEqual([null, 'F2'])
  })
}
