import { expect, it } from 'vitest'
import { after, newTeam, newWorkspace, start, type TheDatabase, text } from './world.ts'

const place = { organizationId: 'O1', workspaceId: 'W1', projectId: 'P1' }
const connection = (team: string, key = 'sk-first-key-1') => ({
  team,
  key,
  lastFour: key.slice(-4),
  reach: 'the organization Northwind',
  place,
  connectedBy: 'U1',
})

export function connectionSuite(database: TheDatabase) {
  it('keep a key sealed, identify it by its last four characters, and open it for its own workspace', async () => {
    const { connections, team } = newWorkspace(database)
    expect(await connections.get(team)).toBeNull()
    expect(await connections.key(team)).toBeNull()
    await connections.save(connection(team), start)
    const saved = await connections.get(team)
    expect(saved).toMatchObject({ lastFour: 'ey-1', place, connectedBy: 'U1', connectedAt: text(start) })
    expect(JSON.stringify(saved)).not.toContain('sk-first')
    expect(await connections.key(team)).toBe('sk-first-key-1')
    expect(await connections.key(newTeam())).toBeNull()
  })

  it('are replaced by a new key, which can be told apart', async () => {
    const { connections, team } = newWorkspace(database)
    await connections.save(connection(team), start)
    const before = await connections.get(team)
    await connections.save(
      { ...connection(team, 'sk-second-key-2'), place: null, connectedBy: null },
      after(1),
    )
    const now = await connections.get(team)
    expect(now).toMatchObject({
      lastFour: 'ey-2',
      place: null,
      connectedBy: null,
      connectedAt: text(after(1)),
    })
    expect(now?.stamp).not.toBe(before?.stamp)
    expect(await connections.key(team)).toBe('sk-second-key-2')
  })

  it('are gone after their removal, which happens once', async () => {
    const { connections, team } = newWorkspace(database)
    await connections.save(connection(team), start)
    expect(await connections.remove(team, after(1))).toBe('ey-1')
    expect(await connections.remove(team, after(2))).toBeNull()
    expect(await connections.key(team)).toBeNull()
  })
}
