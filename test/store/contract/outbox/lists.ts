import { expect, it } from 'vitest'
import {
  after,
  claimed,
  claimedRow,
  newTeam,
  newWorkspace,
  owedDigest,
  owedNotice,
  send,
  start,
  subscribe,
  type TheDatabase,
  text,
} from '../world.ts'

const page = { limit: 10, offset: 0 }

export function outboxListSuite(database: TheDatabase) {
  it('of a channel and of a digest are newest first, in pages, of the kinds that are asked for', async () => {
    const { store, outbox, team } = newWorkspace(database)
    const { row } = await claimed(store, team)
    await outbox.settle(row, { state: 'skipped', reason: 'missed' }, after(1))
    const newer = await claimedRow(store, { ...owedDigest(team, after(1_000)), askedBy: 'U7' })
    await outbox.settle(newer, { state: 'failed', reason: 'channel_not_found' }, after(2))
    await claimedRow(store, owedDigest(team, after(500), 'S2'))
    const alert = await claimedRow(store, { ...owedDigest(team, after(2_000)), kind: 'alert' })
    await send(store, alert)
    await claimedRow(store, owedNotice('U1', team, 'S1'))
    const digests = await outbox.list({ team, channel: 'C1' }, ['digest'], page)
    expect(digests.map(({ since, state, reason, askedBy }) => [since, state, reason, askedBy])).toEqual([
      [text(after(1_000)), 'failed', 'channel_not_found', 'U7'],
      [text(after(500)), 'ready', null, null],
      [text(start), 'skipped', 'missed', null],
    ])
    const kinds = ['digest', 'alert']
    const all = (await outbox.list({ team, channel: 'C1' }, kinds, page)).map(({ id }) => id)
    expect(all).toEqual([alert.id, ...digests.map(({ id }) => id)])
    expect(await outbox.list({ team, channel: 'C1' }, ['digest'], { limit: 1, offset: 1 })).toEqual([
      digests[1],
    ])
    expect(await outbox.list({ team, subject: 'S1' }, ['digest'], page)).toEqual([digests[0], digests[2]])
    expect(await outbox.list({ team, channel: 'C2' }, kinds, page)).toEqual([])
    expect(await outbox.list({ team: newTeam(), channel: 'C1' }, kinds, page)).toEqual([])
    expect(await outbox.list({ team: newTeam(), subject: 'S1' }, kinds, page)).toEqual([])
  })

  it('that reached nobody are listed for their digest’s channel, and for their workspace', async () => {
    const { store, outbox, team } = newWorkspace(database)
    await subscribe(store, team)
    const unreached = async (of: string, channel: string | null, since = start) =>
      (await outbox.unreached(of, channel, since, 10)).map(({ id, name, reason }) => ({ id, name, reason }))
    const row = await claimedRow(store, owedNotice('U1', team, 'S1'))
    expect(await unreached(team, null)).toEqual([])
    await outbox.settle(row, { state: 'failed', reason: 'user_not_found' }, after(5))
    const digest = await claimedRow(store, owedDigest(team))
    await outbox.settle(digest, { state: 'failed', reason: 'msg_too_long' }, after(5))
    const listed = [{ id: row.id, name: 'Weekly', reason: 'user_not_found' }]
    expect(await unreached(team, null)).toEqual(listed)
    expect(await unreached(team, 'C1')).toEqual(listed)
    expect(await unreached(team, 'C2')).toEqual([])
    expect(await unreached(newTeam(), null)).toEqual([])
    expect(await unreached(team, null, after(6)), 'it is no longer news').toEqual([])

    await subscribe(store, team, 'C3', 'S3')
    const nobody = {
      ...owedNotice('', team, 'S3'),
      ended: { state: 'failed', reason: 'nobody_to_tell' } as const,
    }
    await outbox.enqueue([nobody], after(7))
    expect(await unreached(team, null)).toMatchObject([{ reason: 'nobody_to_tell' }, listed[0]])
    expect(await unreached(team, 'C3')).toMatchObject([{ reason: 'nobody_to_tell' }])
    await store.subscriptions.remove(team, 'S3', after(8))
    expect(await unreached(team, null), 'a deleted digest is nobody’s trouble').toEqual(listed)
  })
}
