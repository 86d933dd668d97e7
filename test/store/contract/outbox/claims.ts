import { expect, it } from 'vitest'
import type { OutboxRow, Store } from '../../../../src/store/index.ts'
import { outboxId } from '../../../../src/store/tables/owed.ts'
import {
  after,
  first,
  leaseMs,
  newTeam,
  newWorkspace,
  only,
  raced,
  start,
  type TheDatabase,
  text,
  workspaceIn,
} from '../world.ts'

let places = 0
/** Workspaces behind those of all other tests, in their order: a claim `from` there meets nobody else's messages. */
export function lastTeams() {
  places += 1
  const from = `Z${String(places).padStart(4, '0')}`
  return { from, a: `${from}A`, b: `${from}B`, c: `${from}C`, d: `${from}D` }
}

export function outboxClaimSuite(database: TheDatabase) {
  const owe = (team: string, ...dueAfter: readonly number[]) => {
    const { outbox, owedDigest } = workspaceIn(first(database), team)
    const owed = dueAfter.map((ms) => ({ ...owedDigest(after(ms)), dueAt: after(ms) }))
    return outbox.enqueue(owed, start)
  }
  const claim = (store: Store, from: string, more: Partial<Parameters<Store['outbox']['claim']>[0]> = {}) =>
    store.outbox.claim({ now: start, leaseMs, busy: [], after: from, limit: 16, ...more })
  const slots = (rows: readonly OutboxRow[]) => rows.map(({ team, since }) => `${team} ${since}`).sort()

  it('is owed once for the same team, kind and key, by whichever process', async () => {
    const { outbox, team, owedDigest, raced } = newWorkspace(database)
    const owed = { ...owedDigest(), lateAt: after(9), askedBy: 'U1', about: { a: 1 }, threadTs: '5.5' }
    const written = (await raced(8, (store) => store.outbox.enqueue([owed], start))).flat()
    const id = outboxId(team, 'digest', `S1 ${text(start)}`)
    const { key: _, about: __, ...same } = owed
    const times = { since: text(start), lateAt: text(after(9)), dueAt: text(start), createdAt: text(start) }
    const row = { ...same, ...times, id, root: id, part: 0, state: 'ready', attempt: 0, about: '{"a":1}' }
    expect(written).toMatchObject([row])
    expect(await outbox.get(team, id)).toEqual(written[0])
    expect(await outbox.get(newTeam(), id)).toBeNull()
    const others = [
      { ...owed, team: newTeam() },
      { ...owed, kind: 'alert' },
      { ...owed, key: 'another' },
    ]
    const ids = (await outbox.enqueue([owed, ...others], start)).map((one) => one.id)
    expect(new Set([id, ...ids]).size, 'each of the others is another message').toBe(4)
  })

  it('has an id that the next release must derive, too', () => {
    expect(outboxId('T1', 'digest', 'S1 2026-03-02T08:00:00.000Z')).toBe('R_Bbv9tdZ1ZNVfuGVVswxR7f')
  })

  it('can be written by the thousand, and as ended, for the history', async () => {
    const { outbox, owedDigest } = newWorkspace(database)
    const many = Array.from({ length: 1_000 }, (_, index) => owedDigest(after(index)))
    expect(await outbox.enqueue(many, start)).toHaveLength(1_000)
    const missed = { ...owedDigest(after(-1)), ended: { state: 'skipped', reason: 'missed' } as const }
    expect(await outbox.enqueue([missed, ...many], start)).toMatchObject([
      { state: 'skipped', reason: 'missed', dueAt: null, endedAt: text(start) },
    ])
  })

  it('is claimed when it is owed, by exactly one of many, and not again during the lease', async () => {
    const { outbox, owedDigest, won } = newWorkspace(database)
    const owed = owedDigest()
    const claims = await won(40, (store) => store.outbox.enqueueClaimed(owed, leaseMs, start))
    const claim = { state: 'ready', attempt: 1, dueAt: text(after(leaseMs)), claimedAt: text(start) }
    expect(claims).toMatchObject([claim])
    expect(await outbox.enqueueClaimed(owed, leaseMs, after(leaseMs - 1))).toBeNull()
    const again = await won(10, (store) =>
      store.outbox.enqueueClaimed({ ...owed, channel: 'C2' }, leaseMs, after(leaseMs)),
    )
    expect(again).toMatchObject([{ id: claims[0]?.id, attempt: 2, channel: 'C2' }])
  })

  it('is claimed one a workspace at a time, the longest due first, and to one process', async () => {
    const { from, a, b, c } = lastTeams()
    await owe(a, -1, -3, -2)
    await owe(b, -1, -5)
    await owe(c, 1)
    expect(slots(await claim(first(database), from))).toEqual([
      `${a} ${text(after(-3))}`,
      `${b} ${text(after(-5))}`,
    ])
    const rest = (await raced(database, 12, (store) => claim(store, from))).flat()
    expect(slots(rest)).toEqual(
      [`${a} ${text(after(-1))}`, `${a} ${text(after(-2))}`, `${b} ${text(after(-1))}`].sort(),
    )
    expect(rest.every(({ attempt, state }) => attempt === 1 && state === 'ready')).toBe(true)
    expect(await claim(first(database), from, { now: after(leaseMs - 1) })).toMatchObject([{ team: c }])
    const again = await claim(first(database), from, { now: after(leaseMs) })
    expect(again, 'their processes ended').toMatchObject([{ attempt: 2 }, { attempt: 2 }])
  })

  it('passes over busy workspaces, and goes on after the last one served', async () => {
    const { from, a, b, c, d } = lastTeams()
    for (const team of [a, b, c, d]) await owe(team, 0, 1, 2)
    const served = async (more: Parameters<typeof claim>[2]) =>
      (await claim(first(database), from, { now: after(9), ...more })).map(({ team }) => team).sort()
    expect(await served({ busy: [a, c] })).toEqual([b, d])
    expect(await served({ limit: 2 })).toEqual([a, b])
    expect(await served({ after: b, limit: 2 })).toEqual([c, d])
    expect(await served({ after: c })).toEqual([d])
    expect(await served({ busy: [a, b, c, d] })).toEqual([])
  })

  it('becomes unknown when its process ended while it was sent, once, and never goes back by itself', async () => {
    const { from, a: team } = lastTeams()
    await owe(team, 0)
    const store = first(database)
    const row = only(await claim(store, from))
    await workspaceIn(store, team).begin(row, undefined, after(10))
    expect(await claim(store, from, { now: after(leaseMs + 9) }), 'its lease began anew').toEqual([])
    const late = after(leaseMs + 10)
    const taken = (await raced(database, 12, (one) => claim(one, from, { now: late }))).flat()
    const unknown = { id: row.id, state: 'unknown', attempt: 2, unknowns: 1, reason: 'stopped_while_posting' }
    expect(taken).toMatchObject([unknown])
    const message = expect.stringContaining('the message')
    expect(taken[0]).toMatchObject({ begunAt: text(after(10)), message })
    const again = await claim(store, from, { now: after(leaseMs * 3) })
    expect(again, 'nobody looked it up').toMatchObject([{ ...unknown, attempt: 3 }])
  })

  it('is claimed for the person who wants it again, if a person was asked', async () => {
    const { store, team, begin, claimedRow, send, owedDigest, won } = newWorkspace(database)
    const row = await claimedRow(owedDigest())
    const person = { team, id: row.id, by: 'U7' }
    const ask = () => won(12, ({ outbox }) => outbox.claimUnknown(person, leaseMs, after(5)))
    expect(await ask(), 'not sent').toEqual([])
    await begin(row)
    await store.outbox.settle(row, { state: 'unknown', dueAt: after(9), reason: 'no_answer' }, after(1))
    expect(await ask(), 'it is looked up').toEqual([])
    await store.outbox.settle(row, { state: 'unknown', dueAt: null, reason: 'no_answer' }, after(2))
    expect(await store.outbox.get(team, row.id)).toMatchObject({ dueAt: null, endedAt: text(after(2)) })
    const claimed = only(await ask())
    const again = { state: 'unknown', attempt: 2, askedBy: 'U7', endedAt: null, reason: 'no_answer' }
    expect(claimed).toMatchObject({ ...again, dueAt: text(after(5 + leaseMs)) })
    await send(claimed)
    expect(await ask(), 'it has ended').toEqual([])
  })

  it('says when the next message of a connected workspace is due', async () => {
    const { store, team: lost, owedDigest } = newWorkspace(database)
    const long = Temporal.Instant.from('0001-01-01T00:00:00Z')
    await store.outbox.enqueue([{ ...owedDigest(), dueAt: long }], start)
    expect(String(await store.outbox.dueAt())).toBe(String(long))
    await store.disconnections.markDisconnected(lost, 'token_revoked', start)
    const due = long.add({ seconds: 9 })
    const [row] = await store.outbox.enqueue([{ ...owedDigest(), team: newTeam(), dueAt: due }], start)
    expect(String(await store.outbox.dueAt())).toBe(String(due))
    if (row !== undefined) await store.outbox.settle(row, { state: 'skipped', reason: 'quiet' }, start)
    expect(String(await store.outbox.dueAt())).not.toBe(String(due))
    await store.erase(lost)
  })

  it('counts open messages, and says which digest has been due longest', async () => {
    const { store, team, claimedRow, begin, owedDigest } = newWorkspace(database)
    const before = await store.outbox.counts()
    const long = Temporal.Instant.from('0001-01-01T00:00:00Z')
    const row = await claimedRow(owedDigest(long))
    const other = await claimedRow({ ...owedDigest(long.subtract({ hours: 1 })), kind: 'notice' })
    const open = { ...before, ready: before.ready + 2 }
    expect(await store.outbox.counts()).toEqual({ ...open, oldestDigest: long })
    await store.disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await store.outbox.counts(), 'none is late while its workspace is disconnected').toEqual(open)
    await store.disconnections.markReconnected(team, start, () => [])
    for (const one of [row, other]) await begin(one)
    await store.outbox.settle(other, { state: 'unknown', dueAt: start, reason: 'no_answer' }, start)
    const sent = { ...before, sending: before.sending + 1, unknown: before.unknown + 1 }
    expect(await store.outbox.counts()).toEqual(sent)
    for (const one of [row, other]) await store.outbox.settle(one, { state: 'sent', ts: '1.1' }, start)
    expect(await store.outbox.counts()).toEqual(before)
  })
}
