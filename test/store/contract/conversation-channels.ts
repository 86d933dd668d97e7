import { expect, it } from 'vitest'
import { after, first, newTeam, raced, start, type TheDatabase } from './world.ts'

export function conversationChannelSuite(database: TheDatabase) {
  it('are chosen by each person, and can be changed', async () => {
    const [team, other] = [newTeam(), newTeam()]
    const { conversationChannels } = first(database)
    expect(await conversationChannels.get(team, 'U1')).toBeNull()
    await conversationChannels.set(team, 'U1', 'C1', start)
    await conversationChannels.set(team, 'U2', 'C2', start)
    await conversationChannels.set(team, 'U1', 'C3', after(1))
    expect(await conversationChannels.get(team, 'U1')).toBe('C3')
    expect(await conversationChannels.get(team, 'U2')).toBe('C2')
    expect(await conversationChannels.get(other, 'U1'), 'another workspace').toBeNull()
  })

  it('exist once per person, however many choose at once', async () => {
    const team = newTeam()
    await raced(database, 12, ({ conversationChannels }, caller) =>
      conversationChannels.set(team, 'U1', `C${caller}`, start),
    )
    expect(await first(database).conversationChannels.get(team, 'U1')).toMatch(/^C\d+$/)
  })

  it('are offered if a channel has settings of its own, or tracks something', async () => {
    const [team, other] = [newTeam(), newTeam()]
    const { channels } = first(database)
    await channels.save({ team, channel: 'C1', timeZone: 'Europe/Berlin' }, 'U1', start)
    await channels.track(team, 'C2', 'R1', 'U1', start)
    await channels.save({ team: other, channel: 'C3', timeZone: 'Europe/Berlin' }, 'U1', start)
    expect(await channels.known(team, ['C1', 'C2', 'C3', 'C4'])).toEqual(['C1', 'C2'])
    expect(await channels.known(team, ['C2'])).toEqual(['C2'])
    expect(await channels.known(team, [])).toEqual([])
  })
}
