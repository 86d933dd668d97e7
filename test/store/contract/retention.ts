import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Ending, prunable, type Store } from '../../../src/store/index.ts'
import { outboxId } from '../../../src/store/tables/owed.ts'
import { isThorough } from '../../properties/thorough.ts'
import {
  auditLine,
  first,
  intent,
  newTeam,
  newWorkspace,
  page,
  recommendation,
  statement,
  summaries,
  type TheDatabase,
  text,
  watch,
  weekly,
  workspaceIn,
} from './world.ts'

/** Long before anything that other suites write, so that only this suite's rows are pruned. */
const day = (number: number) => Temporal.Instant.from('2020-01-01T09:00:00Z').add({ hours: 24 * number })
/** Rows older than this are removed. */
const before = day(100)

/** One round through everything, with the smallest pages. Returns the number of removed rows. */
async function pruneAll(store: Store, limit = 1): Promise<number> {
  let removed = 0
  for (const kind of prunable)
    for (let from: string | null = null; ; ) {
      const pruned = await store.retention.prune(kind, before, { from, limit })
      removed += pruned.removed
      from = pruned.next
      if (from === null) break
    }
  return removed
}

const fates = ['ready', 'sending', 'sent', 'with reddit', 'unknown', 'skipped', 'failed'] as const
type Fate = (typeof fates)[number]

/** A digest for the slot of that day. */
async function delivered(store: Store, team: string, id: string, number: number, fate: Fate): Promise<void> {
  const now = day(number)
  const { outbox, claimedRow, begin, owedDigest } = workspaceIn(store, team)
  const row = await claimedRow(owedDigest(now, id), now)
  const end = (ending: Ending) => outbox.settle(row, ending, now)
  if (fate === 'ready') return
  if (fate === 'skipped') return void (await end({ state: 'skipped', reason: 'quiet' }))
  if (fate === 'failed') return void (await end({ state: 'failed', reason: 'msg_too_long' }))
  const reddit = fate === 'with reddit' ? summaries(`R${number}`) : null
  const leaving = intent({ statement: statement({ composedAt: text(now), reddit }) }, 'a reply')
  await begin(row, leaving, now)
  if (fate === 'unknown') await end({ state: 'unknown', reason: 'no_answer', dueAt: null })
  if (fate === 'sent' || fate === 'with reddit') {
    await end({ state: 'sent', ts: `${number}.1` })
    const reply = await outbox.get(team, outboxId(team, 'reply', `${row.id} 1`))
    if (reply !== null) await outbox.settle(reply, { state: 'skipped', reason: 'no_longer_so' }, now)
  }
}

const digest = (store: Store, team: string, id = 'S1') =>
  store.subscriptions.create({ ...weekly, team, id, channel: 'C1', by: 'U1' }, day(0))

const daysLeft = async (store: Store, team: string, id = 'S1') =>
  (await store.outbox.list({ team, subject: id }, ['digest'], page)).map(({ since }) =>
    Math.round(Temporal.Instant.from(since).since(day(0)).total('days')),
  )

export function retentionSuite(database: TheDatabase) {
  it('removes old audit lines, message copies and step executions, and watches that ended long ago', async () => {
    const { store, team } = newWorkspace(database)
    for (const number of [1, 99, 100, 101]) {
      await store.audit.record(auditLine(team, { action: `on day ${number}` }), day(number))
      const message = { team, channel: 'C1', ts: `${number}.0`, text: 'x', blocks: [] }
      await store.messages.remember(message, [recommendation(team)], day(number))
      await store.watches.start(watch(team, 'U1', `E${number}`), 'C1', day(number))
      await store.watches.stop(watch(team, 'U1', `E${number}`), day(number))
    }
    await store.watches.start(watch(team, 'U1', 'goes on'), 'C1', day(1))
    expect(await pruneAll(store)).toBe(6)
    const audit = await store.audit.forChannel(team, 'C1', page)
    expect(audit.map(({ action }) => action)).toEqual(['on day 101', 'on day 100'])
    const copies = await store.messages.copies(recommendation(team))
    expect(copies.map(({ ts }) => ts)).toEqual(['100.0', '101.0'])
    expect(await store.watches.isWatching(watch(team, 'U1', 'goes on'))).toBe(true)
    expect(await pruneAll(store)).toBe(0)
  })

  it('keeps of each digest what the next one needs, what waits, and what is unknown', async () => {
    const { store, team } = newWorkspace(database)
    await digest(store, team)
    const earlier = ['with reddit', 'with reddit', 'sent', 'unknown'] as const
    for (const [number, fate] of ([...earlier, 'sent', 'skipped', 'failed'] as const).entries())
      await delivered(store, team, 'S1', number + 1, fate)
    await pruneAll(store)
    expect(await daysLeft(store, team), 'the last sent, and the unknown one').toEqual([5, 4])
    await delivered(store, team, 'S1', 200, 'with reddit')
    await pruneAll(store)
    expect(await daysLeft(store, team)).toEqual([200, 4])
    await store.subscriptions.remove(team, 'S1', day(0))
    await pruneAll(store)
    expect(await daysLeft(store, team), 'a deleted digest needs nothing').toEqual([200])
  })

  it('does not take an alert for a digest: the last sent digest stays, even with later alerts', async () => {
    const { store, team, claimedRow, send, owedDigest, listed } = newWorkspace(database)
    await digest(store, team)
    await delivered(store, team, 'S1', 1, 'sent')
    await store.alerts.begin(team, 'S1', { kind: 'sentiment', basis: 'B1', states: new Map() }, day(2))
    for (const number of [3, 5]) {
      const now = day(number)
      const mark = { kind: 'sentiment', basis: 'B1', subject: `brand ${number}` } as const
      const row = await claimedRow({ ...owedDigest(now), kind: 'alert' }, now)
      await send(row, `${number}.1`, intent({ marks: [mark] }), now)
    }
    await pruneAll(store)
    expect(await listed({ subject: 'S1' }, 'digest', 'alert')).toMatchObject([{ ts: '1.1' }])
    const marked = await store.alerts.marked(team, 'S1', { kind: 'sentiment', basis: 'B1' })
    const reported = [...(marked?.states.keys() ?? [])]
    expect(reported.sort(), 'it is not reported again').toEqual(['brand 3', 'brand 5'])
  })

  it('removes reported evaluations that ended long ago, but not since when they are reported', async () => {
    const { store, team } = newWorkspace(database)
    await digest(store, team)
    const evaluation = { kind: 'evaluation', basis: 'B1' } as const
    const crossed = (id: string) => ({ ...evaluation, states: new Map([[id, 'crossed'] as const]) })
    await store.alerts.begin(team, 'S1', crossed('E1'), day(1))
    await store.alerts.mark(team, 'S1', crossed('E2'), day(99))
    await store.alerts.mark(team, 'S1', crossed('E3'), day(101))
    await pruneAll(store)
    const marked = await store.alerts.marked(team, 'S1', evaluation)
    expect([...(marked?.states.keys() ?? [])]).toEqual(['E3'])
    expect(Temporal.Instant.from(marked?.since ?? '').equals(day(1))).toBe(true)
  })

  it('removes news that was told long ago', async () => {
    const { store, team, claimedRow, send, owedDigest } = newWorkspace(database)
    await digest(store, team)
    const news = { brand: 'Acme', kind: 'change', direction: 1, from: '2020-01-06' } as const
    for (const number of [99, 101]) {
      const row = await claimedRow({ ...owedDigest(day(number)), kind: 'alert' }, day(number))
      const told = [{ ...news, told: text(day(number)).slice(0, 10) }]
      await send(row, `${number}.1`, intent({ told }), day(number))
    }
    await pruneAll(store)
    expect(await store.records.toldIn(team, 'C1')).toEqual([{ ...news, told: '2020-04-11' }])
  })

  it('removes a deleted digest completely: first its old messages, then the digest itself', async () => {
    const { store, team } = newWorkspace(database)
    for (const id of ['S1', 'S2', 'S3']) {
      await digest(store, team, id)
      await delivered(store, team, id, 1, 'with reddit')
      await delivered(store, team, id, 2, 'unknown')
      const states = new Map([['Acme', 'crossed'] as const])
      await store.alerts.begin(team, id, { kind: 'sentiment', basis: 'B1', states }, day(2))
    }
    await delivered(store, team, 'S2', 101, 'sent')
    for (const id of ['S1', 'S2']) await store.subscriptions.remove(team, id, day(0))
    await pruneAll(store)
    expect(await store.subscriptions.get(team, 'S1')).toBeNull()
    expect((await store.subscriptions.get(team, 'S2'))?.state, 'its history is young').toBe('deleted')
    expect((await store.subscriptions.get(team, 'S3'))?.state).toBe('active')
    const left = Object.fromEntries((await store.erase(team)).map(({ table, rows }) => [table, rows]))
    expect(left, 'the young digest of S2 and its reply; of S3 the sent and the unknown one').toMatchObject({
      subscriptions: 2,
      outbox: 4,
      // Of S3: that it said something, what it read of Reddit, an alert's first look and its mark.
      digest_records: 4,
    })
  })

  it('keeps introductions and welcomes, so that each channel and person gets one', async () => {
    const { store, team, claimedRow } = newWorkspace(database)
    const kinds = ['introduction', 'welcome', 'access_ends']
    for (const kind of kinds) {
      const row = await claimedRow({ team, kind, key: 'U1', channel: 'D1', since: day(0) }, day(0))
      await store.outbox.settle(row, { state: 'skipped', reason: 'no_longer_so' }, day(0))
    }
    await pruneAll(store)
    const left = await store.outbox.list({ team, channel: 'D1' }, kinds, page)
    expect(left.map(({ kind }) => kind).sort()).toEqual(['introduction', 'welcome'])
  })

  it('removes the paces of channels that got no messages for long', async () => {
    const { store, team } = newWorkspace(database)
    const pace = { everyMs: 1_000, burst: 1 }
    const send = (channel: string, number: number) =>
      store.paces.reserve({ team, channel }, { workspace: pace, channel: pace }, day(number))
    for (const channel of ['C1', 'C2', 'C3']) await send(channel, 50)
    await send('C4', 150)
    await pruneAll(store)
    const paces = (await store.erase(team)).find(({ table }) => table === 'paces')
    // A single sending process keeps them in memory; otherwise the workspace's own and that of C4 remain.
    expect([0, 2]).toContain(paces?.rows)
    expect(database().replicas.length > 1 ? paces?.rows : 2).toBe(2)
  })

  it('in several processes at once removes each row once, and ends even if rows are kept', async () => {
    const { replicas } = database()
    const [store] = replicas
    const team = newTeam()
    for (let number = 0; number < 12; number += 1) {
      await digest(store, team, `S${number}`)
      for (const [later, fate] of (['sent', 'failed', 'sent'] as const).entries())
        await delivered(store, team, `S${number}`, number * 3 + later, fate)
    }
    const removed = await Promise.all(replicas.flatMap((one) => [pruneAll(one, 2), pruneAll(one, 5)]))
    // Of each digest: two of three slots, and the replies of both that were sent.
    expect(removed.reduce((sum, one) => sum + one, 0)).toBe(48)
    for (let number = 0; number < 12; number += 1)
      expect(await daysLeft(store, team, `S${number}`)).toHaveLength(1)
  })

  it('changes no answer that a digest depends on, whatever its history', async () => {
    const store = first(database)
    const delivery = fc.tuple(fc.constantFrom(...fates), fc.integer({ min: 1, max: 6 }))
    const histories = fc.array(delivery, { maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 5, max: 50 }), async (history, limit) => {
        const team = newTeam()
        await digest(store, team)
        let number = 40
        for (const [fate, days] of history) {
          number += days
          await delivered(store, team, 'S1', number, fate)
        }
        const remaining = async () => ({
          records: await store.records.get(team, 'S1'),
          open: (await store.outbox.list({ team, subject: 'S1' }, ['digest'], page)).filter(({ state }) =>
            ['ready', 'sending', 'unknown'].includes(state),
          ),
          young: (await daysLeft(store, team)).filter((one) => one >= 100),
        })
        const was = await remaining()
        await pruneAll(store, limit)
        expect(await remaining()).toEqual(was)
        const old = (await daysLeft(store, team)).filter((one) => one < 100)
        expect(old.length - was.open.length).toBeLessThanOrEqual(2)
      }),
      { numRuns: isThorough ? 8 : 4 },
    )
  })
}
