import { expect, it } from 'vitest'
import { after, connection, newTeam, newWorkspace, start, type TheDatabase, text } from './world.ts'

export function connectionSuite(database: TheDatabase) {
  it('keep a key sealed, identify it by its last four characters, and open it for its own workspace', async () => {
    const { connections, team } = newWorkspace(database)
    expect(await connections.get(team)).toBeNull()
    expect(await connections.key(team)).toBeNull()
    await connections.save(connection(team), start)
    const saved = await connections.get(team)
    const { key, team: _, ...known } = connection(team)
    expect(saved).toMatchObject({ ...known, lastFour: 'ey-1', connectedAt: text(start) })
    expect(JSON.stringify(saved)).not.toContain('sk-first')
    expect(await connections.key(team)).toBe(key)
    expect(await connections.key(newTeam())).toBeNull()
  })

  it('are replaced by a new key, which can be told apart', async () => {
    const { connections, team } = newWorkspace(database)
    await connections.save(connection(team), start)
    const before = await connections.get(team)
    const nobody = { place: null, connectedBy: null }
    await connections.save({ ...connection(team, 'sk-second-key-2'), ...nobody }, after(1))
    const now = await connections.get(team)
    expect(now).toMatchObject({ ...nobody, lastFour: 'ey-2', connectedAt: text(after(1)) })
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
