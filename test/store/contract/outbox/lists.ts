import { expect, it } from 'vitest'
import { after, newTeam, newWorkspace, page, start, type TheDatabase, text } from '../world.ts'

export function outboxListSuite(database: TheDatabase) {
  it('of a channel and of a digest are newest first, in pages, of the kinds that are asked for', async () => {
    const { outbox, team, claimedRow, send, claimed, owedDigest, owedNotice, listed } = newWorkspace(database)
    const row = await claimed()
    await outbox.settle(row, { state: 'skipped', reason: 'missed' }, after(1))
    const newer = await claimedRow({ ...owedDigest(after(1_000)), askedBy: 'U7' })
    await outbox.settle(newer, { state: 'failed', reason: 'channel_not_found' }, after(2))
    await claimedRow(owedDigest(after(500), 'S2'))
    const alert = await claimedRow({ ...owedDigest(after(2_000)), kind: 'alert' })
    await send(alert)
    await claimedRow(owedNotice('U1', 'S1'))
    const digests = await listed({ channel: 'C1' }, 'digest')
    expect(digests.map(({ since, state, reason, askedBy }) => [since, state, reason, askedBy])).toEqual([
      [text(after(1_000)), 'failed', 'channel_not_found', 'U7'],
      [text(after(500)), 'ready', null, null],
      [text(start), 'skipped', 'missed', null],
    ])
    const kinds = ['digest', 'alert']
    const all = (await outbox.list({ team, channel: 'C1' }, kinds, page)).map(({ id }) => id)
    expect(all).toEqual([alert.id, ...digests.map(({ id }) => id)])
    const second = await outbox.list({ team, channel: 'C1' }, ['digest'], { limit: 1, offset: 1 })
    expect(second).toEqual([digests[1]])
    expect(await listed({ subject: 'S1' }, 'digest')).toEqual([digests[0], digests[2]])
    expect(await outbox.list({ team, channel: 'C2' }, kinds, page)).toEqual([])
    expect(await outbox.list({ team: newTeam(), channel: 'C1' }, kinds, page)).toEqual([])
    expect(await outbox.list({ team: newTeam(), subject: 'S1' }, kinds, page)).toEqual([])
  })

  it('that reached nobody are listed for their digest’s channel, and for their workspace', async () => {
    const { store, outbox, team, claimedRow, subscribe, owedDigest, owedNotice } = newWorkspace(database)
    await subscribe()
    const unreached = async (of: string, channel: string | null, since = start) =>
      (await outbox.unreached(of, channel, since, 10)).map(({ id, name, reason }) => ({ id, name, reason }))
    const row = await claimedRow(owedNotice('U1', 'S1'))
    expect(await unreached(team, null)).toEqual([])
    await outbox.settle(row, { state: 'failed', reason: 'user_not_found' }, after(5))
    const digest = await claimedRow(owedDigest())
    await outbox.settle(digest, { state: 'failed', reason: 'msg_too_long' }, after(5))
    const listed = [{ id: row.id, name: 'Weekly', reason: 'user_not_found' }]
    expect(await unreached(team, null)).toEqual(listed)
    expect(await unreached(team, 'C1')).toEqual(listed)
    expect(await unreached(team, 'C2')).toEqual([])
    expect(await unreached(newTeam(), null)).toEqual([])
    expect(await unreached(team, null, after(6)), 'it is no longer news').toEqual([])

    await subscribe('C3', 'S3')
    const ended = { state: 'failed', reason: 'nobody_to_tell' } as const
    await outbox.enqueue([{ ...owedNotice('', 'S3'), ended }], after(7))
    expect(await unreached(team, null)).toMatchObject([{ reason: 'nobody_to_tell' }, listed[0]])
    expect(await unreached(team, 'C3')).toMatchObject([{ reason: 'nobody_to_tell' }])
    await store.subscriptions.remove(team, 'S3', after(8))
    expect(await unreached(team, null), 'a deleted digest is nobody’s trouble').toEqual(listed)
  })
}
