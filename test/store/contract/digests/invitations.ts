import { expect, it } from 'vitest'
import type { InvitationClaim, Store } from '../../../../src/store/index.ts'
import { after, first, leaseMs, newTeam, raced, start, type TheDatabase, text } from '../world.ts'

export function invitationSuite(database: TheDatabase) {
  const dueOf = async (team: string, now = start, store: Store = first(database)) =>
    (await store.invitations.claimDue(now, leaseMs, 1_000)).filter((one) => one.team === team)
  const claimOf = async (team: string, now = start): Promise<InvitationClaim> => {
    const [claim] = await dueOf(team, now)
    if (claim === undefined) throw new Error('nothing was due')
    return claim
  }

  it('are each recorded once, however many callers report them', async () => {
    const team = newTeam()
    const answers = await raced(database, 20, ({ invitations }) => invitations.record(team, 'C1', start))
    expect(answers.filter((isFirst) => isFirst)).toHaveLength(1)
    const { invitations } = first(database)
    expect(await invitations.record(team, 'C2', start), 'another channel').toBe(true)
    expect(await invitations.record(newTeam(), 'C1', start), 'another workspace').toBe(true)
    for (const claim of await dueOf(team)) await invitations.end(claim, 'posted')
    expect(await invitations.record(team, 'C1', after(9)), 'a year later, too').toBe(false)
    expect(await dueOf(team, after(leaseMs * 9))).toEqual([])
  })

  it('are due at once, for one of many callers', async () => {
    const team = newTeam()
    await first(database).invitations.record(team, 'C1', start)
    const answers = await raced(database, 12, (store) => dueOf(team, start, store))
    expect(answers.flat()).toEqual([
      {
        team,
        channel: 'C1',
        id: expect.any(String),
        attempt: 1,
        mayBePosted: false,
        invitedAt: text(start),
      },
    ])
  })

  it('are due again when their process was killed, with whether the message may have been posted', async () => {
    const team = newTeam()
    const { invitations } = first(database)
    await invitations.record(team, 'C1', start)
    const lost = await claimOf(team)
    expect(await dueOf(team, after(leaseMs - 1))).toEqual([])
    const again = await claimOf(team, after(leaseMs))
    expect(again).toMatchObject({ id: lost.id, attempt: 2, mayBePosted: false })
    expect(await invitations.beginPost(again, leaseMs, after(leaseMs))).toBe(true)
    expect(await claimOf(team, after(2 * leaseMs))).toMatchObject({ attempt: 3, mayBePosted: true })
  })

  it('accept only the newest claim, and none after the end', async () => {
    const team = newTeam()
    const { invitations } = first(database)
    await invitations.record(team, 'C1', start)
    const lost = await claimOf(team)
    const newest = await claimOf(team, after(leaseMs))
    const later = { at: after(9), mayBePosted: true }
    expect(await invitations.beginPost(lost, leaseMs, start)).toBe(false)
    expect(await invitations.postpone(lost, later)).toBe(false)
    expect(await invitations.end(lost, 'posted')).toBe(false)
    expect(await invitations.end(newest, 'posted')).toBe(true)
    expect(await invitations.end(newest, 'posted'), 'an answer may be lost').toBe(true)
    expect(await invitations.end(newest, 'refused')).toBe(false)
    expect(await invitations.beginPost(newest, leaseMs, start)).toBe(false)
    expect(await invitations.postpone(newest, later)).toBe(false)
  })

  it('wait as long as they were put off, and while Slack rejects the workspace’s token', async () => {
    const team = newTeam()
    const { invitations, disconnections } = first(database)
    await invitations.record(team, 'C1', start)
    const claim = await claimOf(team)
    expect(await invitations.postpone(claim, { at: after(900_000), mayBePosted: true })).toBe(true)
    expect(await dueOf(team, after(899_999))).toEqual([])
    await disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await dueOf(team, after(900_000))).toEqual([])
    await disconnections.markReconnected(team, start, () => [])
    expect(await dueOf(team, after(900_000))).toMatchObject([{ mayBePosted: true }])
  })

  it('follow their channel to a new id, and a claim on the old id can’t post', async () => {
    const team = newTeam()
    const { invitations, channels } = first(database)
    await invitations.record(team, 'C1', start)
    const claim = await claimOf(team)
    await channels.move({ team, from: 'C1', to: 'C2' }, start)
    expect(await invitations.beginPost(claim, leaseMs, start)).toBe(false)
    expect(await invitations.record(team, 'C2', start)).toBe(false)
    expect(await claimOf(team, after(leaseMs))).toMatchObject({ channel: 'C2', id: claim.id })
  })
}
