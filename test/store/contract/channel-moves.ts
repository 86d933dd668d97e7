import { expect, it } from 'vitest'
import {
  after,
  configuredDigest,
  intent,
  leaseMs,
  newWorkspace,
  page,
  start,
  type TheDatabase,
} from './world.ts'

export function channelMoveSuite(database: TheDatabase) {
  const settings = (team: string, channel: string, timeZone: string) => ({
    team,
    channel,
    timeZone,
    announceTasksIn: 'C1',
  })

  // That every row of every table follows it is in test/store/channel-move.test.ts.
  it('continues under its new id, once', async () => {
    const { store, team, claimed } = newWorkspace(database)
    const move = { team, from: 'C1', to: 'C2', reference: 'K7QM-2XPA' }
    const row = await claimed()
    await store.channels.save(settings(team, 'C1', 'Europe/Berlin'), 'U1', start)
    await store.conversationChannels.set(team, 'U1', 'C1', start)
    const asked = { team, kind: 'answer', key: 'C1 1.1', channel: 'C1', since: start }
    await store.outbox.enqueue([{ ...asked, subject: 'thread C1 1.1' }], start)

    expect(await store.channels.move(move, after(1))).toBe(true)
    expect(await store.channels.move(move, after(2)), 'Slack may tell it twice').toBe(false)
    expect(await store.outbox.begin(row, intent(), leaseMs, after(3)), 'its old id is gone').toBe(false)
    expect(await store.outbox.get(team, row.id)).toMatchObject({ channel: 'C2', attempt: 2, state: 'ready' })
    expect(await store.subscriptions.forChannel(team, 'C2')).toMatchObject([{ id: row.subject }])
    const moved = { timeZone: 'Europe/Berlin', announceTasksIn: 'C2' }
    expect(await store.channels.get(team, 'C2')).toMatchObject(moved)
    expect(await store.audit.forChannel(team, 'C2', page)).toMatchObject([
      { action: 'channel.move', user: null, detail: { from: 'C1', to: 'C2' }, reference: 'K7QM-2XPA' },
    ])
    expect(await store.conversationChannels.get(team, 'U1')).toBe('C2')
    const inThread = await store.outbox.list({ team, subject: 'thread C2 1.1' }, ['answer'], page)
    expect(inThread, 'what a thread is about').toMatchObject([{ channel: 'C2' }])
  })

  it('keeps what the new id already has, and changes no other workspace', async () => {
    const { store, team } = newWorkspace(database)
    const other = newWorkspace(database)
    for (const [channel, zone] of Object.entries({ C1: 'Europe/Berlin', C2: 'Europe/Paris' })) {
      await store.channels.save(settings(team, channel, zone), 'U1', start)
      await store.channels.track(team, channel, 'R1', `U-${channel}`, start)
      await configuredDigest(store, team, channel)
    }
    await other.subscribe()
    await configuredDigest(store, other.team, 'C3')
    expect(await store.channels.move({ team, from: 'C1', to: 'C2' }, after(1))).toBe(true)
    expect(await store.channels.get(team, 'C2')).toMatchObject({ timeZone: 'Europe/Paris' })
    expect(await store.channels.tracked(team, 'C2')).toMatchObject([{ addedBy: 'U-C2' }])
    expect(await store.subscriptions.forChannel(team, 'C2')).toHaveLength(1)
    expect(await store.subscriptions.forTeam(team)).toHaveLength(1)
    expect(await store.subscriptions.forChannel(other.team, 'C1')).toHaveLength(1)
    expect(await store.channels.move({ team, from: 'C2', to: 'C3' }, after(2))).toBe(true)
    expect(await store.subscriptions.forChannel(team, 'C3'), 'only the other one has a C3').toHaveLength(1)
  })
}
