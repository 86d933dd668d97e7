import { describe, expect, it } from 'vitest'
import type { Ending, OutboxRow, OutboxState } from '../../../../src/store/index.ts'
import {
  after,
  intent,
  leaseMs,
  newWorkspace,
  start,
  statement,
  type TestWorkspace,
  type TheDatabase,
  text,
} from '../world.ts'

const [retryAt, lookUpAt, endedAt] = [after(30), after(15), after(9)]

const endings = {
  sent: { state: 'sent', ts: '1.1' },
  later: { state: 'later', dueAt: retryAt, reason: 'ratelimited' },
  unknown: { state: 'unknown', dueAt: lookUpAt, reason: 'no_answer' },
  asked: { state: 'unknown', dueAt: null, reason: 'no_answer' },
  skipped: { state: 'skipped', reason: 'quiet' },
  failed: { state: 'failed', reason: 'msg_too_long' },
} as const satisfies Record<string, Ending>

const nothingLeft = { message: null, effect: null, ts: null }

/** The endings that a claim in each state allows. */
const allowed: Partial<Record<OutboxState, readonly (keyof typeof endings)[]>> = {
  ready: ['later', 'skipped', 'failed'],
  sending: ['sent', 'later', 'unknown', 'asked', 'skipped', 'failed'],
  unknown: ['sent', 'later', 'unknown', 'asked', 'skipped', 'failed'],
  sent: [],
  skipped: [],
  failed: [],
}

/** A claim of a new message in that state. */
async function inState(workspace: TestWorkspace, state: OutboxState): Promise<OutboxRow> {
  const { outbox, claimedRow, begin, owedDigest } = workspace
  const row = await claimedRow(owedDigest())
  if (state === 'skipped') await outbox.settle(row, endings.skipped, after(1))
  if (['ready', 'skipped'].includes(state)) return row
  await begin(row, intent({ statement: statement() }), after(1))
  if (state !== 'sending') await outbox.settle(row, endings[state as 'sent'], after(2))
  return row
}

export function outboxEndingSuite(database: TheDatabase) {
  describe.each(Object.entries(allowed))('that is %s', (state, ends) => {
    it.each(Object.keys(endings) as (keyof typeof endings)[])(
      'ends as “%s”, or stays as it is',
      async (how) => {
        const workspace = newWorkspace(database)
        const { store, team } = workspace
        await workspace.subscribe()
        const row = await inState(workspace, state as OutboxState)
        const before = await store.outbox.get(team, row.id)
        const isRepeated = state === 'sent' && how === 'sent'
        const { result } = await store.outbox.settle(row, endings[how], endedAt)
        const ended = await store.outbox.get(team, row.id)
        if (!ends.includes(how)) {
          expect(result).toBe(isRepeated ? 'settled' : 'void')
          expect(ended).toEqual(before)
          return
        }
        expect(result).toBe('settled')
        const wasSending = state === 'sending'
        expect(ended).toMatchObject(
          {
            sent: { state: 'sent', ts: '1.1', dueAt: null, reason: null, message: null, effect: null },
            later: { state: 'ready', ts: null, dueAt: text(retryAt), reason: 'ratelimited', endedAt: null },
            unknown: { state: 'unknown', dueAt: text(lookUpAt), reason: 'no_answer', endedAt: null },
            asked: { state: 'unknown', dueAt: null, reason: 'no_answer', ts: null },
            skipped: { state: 'skipped', dueAt: null, reason: 'quiet', ...nothingLeft },
            failed: { state: 'failed', dueAt: null, reason: 'msg_too_long', ...nothingLeft },
          }[how],
        )
        const isOver = !['later', 'unknown'].includes(how)
        expect(ended?.endedAt).toBe(isOver ? text(endedAt) : null)
        const isUnknown = ['unknown', 'asked'].includes(how)
        expect((ended?.unknowns ?? 0) - (before?.unknowns ?? 0)).toBe(isUnknown && wasSending ? 1 : 0)
        if (isUnknown)
          expect(ended, 'it is looked up by what left').toMatchObject({ message: before?.message })
      },
    )
  })

  it('is sent by the newest claim only: an earlier one is void', async () => {
    const { outbox, team, claimedRow, send, settled, owedDigest } = newWorkspace(database)
    const row = await claimedRow(owedDigest())
    const newer = await claimedRow(owedDigest(), after(leaseMs))
    expect(await outbox.begin(row, intent(), leaseMs, start)).toBe(false)
    for (const ending of Object.values(endings))
      expect(await settled(row, ending, start), ending.state).toBe('void')
    expect(await outbox.get(team, row.id)).toEqual(newer)
    await send(newer)
    expect(await settled(row, endings.sent, start)).toBe('void')
    expect(await outbox.begin(newer, intent(), leaseMs, start), 'it has ended').toBe(false)
  })

  it('begins once, even if a claim is used twice', async () => {
    const { claimedRow, owedDigest, won } = newWorkspace(database)
    const row = await claimedRow(owedDigest())
    const begun = await won(20, ({ outbox }) => outbox.begin(row, intent(null, 'a'), leaseMs, start))
    expect(begun).toEqual([true])
  })

  it.each(Object.keys(endings) as (keyof typeof endings)[])(
    'keeps the words of a question only while it is open: %s',
    async (how) => {
      const { outbox, team, begin, claimedRow, settled, owedDigest } = newWorkspace(database)
      const words = { text: 'how did we do last week?' }
      const row = await claimedRow({ ...owedDigest(), kind: 'answer', about: words })
      if (how !== 'skipped') await begin(row, intent(), after(1))
      expect(await settled(row, endings[how], after(2))).toBe('settled')
      const about = JSON.stringify(['later', 'unknown'].includes(how) ? words : {})
      expect(await outbox.get(team, row.id)).toMatchObject({ about })
    },
  )

  it('keeps what a question asked once it is answered, and no other words', async () => {
    const { store, team, begin, claimedRow, owedDigest } = newWorkspace(database)
    const about = { text: 'how did we do last week?' }
    const row = await claimedRow({ ...owedDigest(), kind: 'answer', about })
    const question = 'visibility week 2026-11-09'
    await begin(row, { ...intent(), effect: { question }, replies: [] }, after(1))
    await store.outbox.settle(row, endings.sent, after(2))
    const kept = { about: JSON.stringify({ question }), effect: null }
    expect(await store.outbox.get(team, row.id)).toMatchObject(kept)
  })

  it('remembers how far the look-up has come, until it is sent again', async () => {
    const workspace = newWorkspace(database)
    const { store, begin, claimedUnknown } = workspace
    const row = await inState(workspace, 'sending')
    const look = () => claimedUnknown(row)
    await store.outbox.settle(row, { ...endings.asked, searchedUpTo: '7.5' }, start)
    const second = await look()
    expect(second.searchedUpTo).toBe('7.5')
    await store.outbox.settle(second, endings.asked, start)
    const third = await look()
    expect(third.searchedUpTo, 'nothing was reported').toBe('7.5')
    await begin(third, intent(), after(50))
    await store.outbox.settle(third, endings.asked, start)
    const both = { searchedUpTo: null, begunAt: text(after(1)), unknowns: 2 }
    expect(await look(), 'the first of them may still be there').toMatchObject(both)
  })

  it('takes effect when it has arrived, once, however often that is reported', async () => {
    const { store, team, begin, claimed, settled, raced, mine } = newWorkspace(database)
    const row = await claimed()
    const id = 'S1'
    const marks = [{ kind: 'sentiment', basis: 'B1', subject: 'Acme' }] as const
    await store.alerts.begin(team, id, { kind: 'sentiment', basis: 'B1', states: new Map() }, start)
    await begin(row, intent({ statement: statement(), marks, checkOwner: true }))
    const effects = async () => ({
      said: (await store.records.get(team, id)) !== null,
      marked: [...((await store.alerts.marked(team, id, marks[0]))?.states ?? [])],
    })
    expect(await effects()).toEqual({ said: false, marked: [] })
    await store.outbox.settle(row, endings.unknown, after(1))
    expect(await effects(), 'it may not be there').toEqual({ said: false, marked: [] })
    const ends = await raced(6, ({ outbox }) => outbox.settle(row, endings.sent, after(2)))
    expect(ends.map(({ result }) => result)).toEqual(Array(6).fill('settled'))
    const taken = { said: true, marked: [['Acme', 'crossed']] }
    expect(await effects()).toEqual(taken)
    const ownersToCheck = async (ms: number) =>
      mine(await store.subscriptions.takeOwnerChecks(after(ms), after(ms + 10), 10_000))
    expect(await ownersToCheck(10)).toMatchObject([{ id }])
    await store.subscriptions.ownerChecked(team, id, after(20))
    await store.alerts.begin(team, id, { kind: 'sentiment', basis: 'B1', states: new Map() }, start)
    expect(await settled(row, endings.sent, after(3))).toBe('settled')
    expect(await settled(row, { state: 'sent', ts: '2.2' }, after(4)), 'another message').toBe('void')
    expect(await effects(), 'nothing happens twice').toEqual({ ...taken, marked: [] })
    expect(await ownersToCheck(30)).toEqual([])
  })

  it('has no effect if it never arrived, unless it counts as sent', async () => {
    for (const [ending, takes] of [
      [endings.failed, false],
      [endings.asked, false],
      [{ ...endings.asked, applies: true }, true],
    ] as const) {
      const { outbox, records, team, begin, claimed } = newWorkspace(database)
      const row = await claimed()
      await begin(row, intent({ statement: statement() }))
      await outbox.settle(row, ending, after(1))
      expect((await records.get(team, 'S1')) !== null, ending.state).toBe(takes)
      const later = await outbox.claimUnknown({ ...row, by: 'U1' }, leaseMs, after(2))
      if (later === null) continue
      await outbox.settle(later, endings.sent, after(3))
      expect(await records.get(team, 'S1'), 'found later').not.toBeNull()
      expect(await outbox.get(team, row.id)).toMatchObject({ effect: null, ts: '1.1' })
    }
  })

  it('owes what follows in the same transaction: not after a void claim, nor if its effect fails', async () => {
    const { outbox, team, begin, claimed, settled, owedNotice, listed } = newWorkspace(database)
    const row = await claimed()
    const owed = [owedNotice('U1', 'S1')]
    const notices = () => listed({ subject: 'S1' }, 'notice')
    expect(await settled({ ...row, attempt: 0 }, endings.failed, after(1), { owed })).toBe('void')
    expect(await notices()).toEqual([])
    await begin(row, intent({ statement: statement({ composedAt: null as never }) }))
    await expect(settled(row, endings.sent, after(1), { owed })).rejects.toThrow()
    expect(await notices()).toEqual([])
    expect(await outbox.get(team, row.id)).toMatchObject({ state: 'sending', ts: null })
    expect(await settled(row, endings.failed, after(2), { owed })).toBe('settled')
    expect(await notices()).toMatchObject([{ channel: 'U1', state: 'ready', dueAt: text(after(2)) }])
  })

  it('pauses its digest, and tells that once, however many messages meet the refusal', async () => {
    const workspace = newWorkspace(database)
    const { store, team, claimedRow, settled, owedDigest, owedNotice, raced, listed } = workspace
    const row = await workspace.claimed()
    const other = await claimedRow({ ...owedDigest(after(60_000)), askedBy: 'U2' })
    const waiting = await claimedRow(owedDigest(after(120_000)))
    const consequences = { pause: 'is_archived', owed: [owedNotice('U1', 'S1')] } as const
    const refused = { state: 'failed', reason: 'is_archived' } as const
    const ended = await raced(8, ({ outbox }) => outbox.settle(row, refused, after(1), consequences))
    expect(ended.map(({ result }) => result).filter((one) => one !== 'void')).toEqual(['paused'])
    const again = { ...consequences, owed: [{ ...owedNotice('U1', 'S1'), key: 'again' }] }
    expect(await settled(other, refused, after(1), again)).toBe('settled')
    const paused = { state: 'paused', pausedReason: 'is_archived' }
    expect(await store.subscriptions.get(team, 'S1')).toMatchObject(paused)
    expect(await listed({ subject: 'S1' }, 'notice')).toHaveLength(1)
    expect(await store.outbox.begin(waiting, intent(), leaseMs, after(2)), 'it was withdrawn').toBe(false)
  })

  it('is withdrawn with its digest: what is being composed is not sent, and is due at once', async () => {
    for (const how of ['paused', 'deleted']) {
      const { store, team, begin, claimedRow, claimed, settled, owedDigest, owedNotice } =
        newWorkspace(database)
      const row = await claimed()
      const alert = await claimedRow({ ...owedDigest(), kind: 'alert' })
      const left = await claimedRow(owedDigest(after(2)))
      await begin(left)
      const asked = await claimedRow({ ...owedDigest(after(3)), askedBy: 'U1' })
      const notice = await claimedRow(owedNotice('U1', 'S1'))
      const other = await claimedRow(owedDigest(start, 'S2'))
      if (how === 'paused') await store.subscriptions.pause(team, 'S1', 'is_archived', after(4))
      else await store.subscriptions.remove(team, 'S1', after(4))
      for (const one of [row, alert]) {
        expect(await store.outbox.begin(one, intent(), leaseMs, after(5)), how).toBe(false)
        const due = { state: 'ready', dueAt: text(after(4)), attempt: 2 }
        expect(await store.outbox.get(team, one.id)).toMatchObject(due)
      }
      expect(await settled(left, endings.sent, after(5)), 'it had been sent').toBe('settled')
      for (const one of [asked, notice, other]) await begin(one, intent(), after(5))
    }
  })
}
