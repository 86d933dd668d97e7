import { expect, it } from 'vitest'
import type { Ending, OutboxRow } from '../../../../src/store/index.ts'
import { outboxId } from '../../../../src/store/tables/owed.ts'
import {
  after,
  first,
  intent,
  leaseMs,
  newWorkspace,
  start,
  type TheDatabase,
  text,
  workspaceIn,
} from '../world.ts'
import { lastTeams } from './claims.ts'

const minute = 60_000

export function outboxReplySuite(database: TheDatabase) {
  /** A digest that is late ten minutes after its slot, sent with three replies; Slack's answer is still missing. */
  async function digestWithReplies() {
    const { from, a: team } = lastTeams()
    const workspace = workspaceIn(first(database), team)
    const { store, claimedRow, begin, owedDigest } = workspace
    const row = await claimedRow({ ...owedDigest(), lateAt: after(10 * minute) })
    await begin(row, intent(null, 'one', 'two', 'three'), after(minute))
    const reply = async (part: number) => {
      const found = await store.outbox.get(team, outboxId(team, 'reply', `${row.id} ${part}`))
      if (found === null) throw new Error(`there is no reply ${part}`)
      return found
    }
    const states = async () => (await Promise.all([1, 2, 3].map(reply))).map(({ state }) => state)
    /** Claims the message that is due. */
    const next = async (now = after(2 * minute)): Promise<OutboxRow> => {
      const [claimed, ...more] = await store.outbox.claim({ now, leaseMs, busy: [], after: from, limit: 9 })
      if (claimed === undefined || more.length > 0) throw new Error('one reply is due')
      return claimed
    }
    const none = async (now = after(2 * minute)) =>
      expect(await store.outbox.claim({ now, leaseMs, busy: [], after: from, limit: 9 })).toEqual([])
    return { ...workspace, row, reply, states, next, none }
  }

  it('leave one after the other once their message is there, in its thread', async () => {
    const { store, send, row, reply, states, next, none } = await digestWithReplies()
    expect(await states()).toEqual(['held', 'held', 'held'])
    await none(after(minute))
    await store.outbox.settle(row, { state: 'sent', ts: '1.1' }, after(2 * minute))
    expect(await states()).toEqual(['ready', 'held', 'held'])
    for (const [part, words] of ['one', 'two', 'three'].entries()) {
      const claimed = await next()
      const place = { subject: 'S1', channel: 'C1', root: row.id, threadTs: '1.1', since: text(start) }
      const message = JSON.stringify({ text: words, blocks: [] })
      expect(claimed).toMatchObject({ ...place, kind: 'reply', part: part + 1, message })
      await none()
      await send(claimed, `2.${part}`, intent(), after(2 * minute))
    }
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
    await none()
    expect(await reply(3)).toMatchObject({ ts: '2.2', message: null, effect: null })
  })

  it('are claimed by whoever sent the message before them, also after a commit without an answer', async () => {
    const { store, begin, row, states, next, none } = await digestWithReplies()
    const sent = { state: 'sent', ts: '1.1' } as const
    const end = async (of: OutboxRow, ending: Ending) =>
      (await store.outbox.settle(of, ending, after(2 * minute), { replyLeaseMs: leaseMs })).reply
    const reply = await end(row, sent)
    const times = { dueAt: text(after(2 * minute + leaseMs)), claimedAt: text(after(2 * minute)) }
    expect(reply).toMatchObject({ part: 1, threadTs: '1.1', attempt: 1, ...times })
    if (reply === null) throw new Error('no reply was claimed')
    expect(await end(row, sent)).toEqual(reply)
    await none()
    expect(await end(row, { state: 'sent', ts: '9.9' }), 'the claim is void').toBeNull()
    const later = { state: 'later', dueAt: after(3 * minute), reason: 'ratelimited' } as const
    expect(await end(reply, later), 'it waits').toBeNull()
    expect(await states()).toEqual(['ready', 'held', 'held'])
    const again = await next(after(3 * minute))
    await begin(again, intent(), after(3 * minute))
    const second = await end(again, { state: 'sent', ts: '2.1' })
    expect([second?.part, second?.attempt]).toEqual([2, 1])
    // Its process ended: another one takes it up when the lease is over.
    await none(after(2 * minute + leaseMs - 1))
    expect(await next(after(2 * minute + leaseMs))).toMatchObject({ part: 2, attempt: 2, state: 'ready' })
    expect(await end(again, { state: 'sent', ts: '2.1' }), 'it is somebody else’s now').toBeNull()
  })

  it('are due since their digest’s slot, so that a thread is complete before the next digest', async () => {
    const { store, owedDigest, row, next } = await digestWithReplies()
    await store.outbox.enqueue([{ ...owedDigest(after(30_000)), dueAt: after(30_000) }], after(minute))
    await store.outbox.settle(row, { state: 'sent', ts: '1.1' }, after(2 * minute))
    expect(await next()).toMatchObject({ part: 1, dueAt: text(after(2 * minute + leaseMs)) })
  })

  it('have as much time from the first message as that one had from its moment', async () => {
    const { store, send, row, reply, next } = await digestWithReplies()
    await store.outbox.settle(row, { state: 'sent', ts: '1.1' }, after(2 * minute))
    expect(await reply(1)).toMatchObject({ lateAt: text(after(12 * minute)) })
    await send(await next(), '2.1', intent(), after(9 * minute))
    const late = { lateAt: text(after(12 * minute)) }
    expect(await reply(2), 'from the first message, not from the reply before').toMatchObject(late)
    const never = newWorkspace(database)
    await never.send(await never.claimed(), '1.1', intent(null, 'one'))
    expect(await never.listed({ subject: 'S1' }, 'reply')).toMatchObject([{ state: 'ready', lateAt: null }])
  })

  it('stay away if their message, or the reply before them, is not there', async () => {
    for (const of of ['message', 'reply']) {
      const { store, row, reply, states, next, none } = await digestWithReplies()
      const failed = { state: 'failed', reason: 'msg_too_long' } as const
      if (of === 'message') await store.outbox.settle(row, failed, after(2 * minute))
      else {
        await store.outbox.settle(row, { state: 'sent', ts: '1.1' }, after(2 * minute))
        await store.outbox.settle(await next(), { state: 'skipped', reason: 'quiet' }, after(2 * minute))
        expect(await reply(1)).toMatchObject({ message: null, effect: null })
      }
      expect(await states(), of).toEqual(['skipped', 'skipped', 'skipped'])
      const gone = { reason: 'no_longer_so', message: null, effect: null, dueAt: null }
      expect(await reply(3), of).toMatchObject({ ...gone, endedAt: text(after(2 * minute)) })
      await none()
    }
  })

  it('wait while it is unknown whether their message is there', async () => {
    const { store, claimedUnknown, row, states, none } = await digestWithReplies()
    const unknown = { state: 'unknown', reason: 'no_answer' } as const
    await store.outbox.settle(row, { ...unknown, dueAt: after(5 * minute) }, after(2 * minute))
    expect(await states()).toEqual(['held', 'held', 'held'])
    await store.outbox.settle(row, { ...unknown, dueAt: null }, after(3 * minute))
    expect(await states()).toEqual(['held', 'held', 'held'])
    await none(after(99 * minute))
    const claimed = await claimedUnknown(row, after(4 * minute))
    await store.outbox.settle(claimed, { state: 'sent', ts: '1.1' }, after(4 * minute))
    expect(await states()).toEqual(['ready', 'held', 'held'])
  })

  it('pass over one of unknown outcome: a gap is better than a duplicate', async () => {
    const { store, begin, row, reply, states, next } = await digestWithReplies()
    await store.outbox.settle(row, { state: 'sent', ts: '1.1' }, after(2 * minute))
    const claimed = await next()
    await begin(claimed, intent(), after(2 * minute))
    const unknown = { state: 'unknown', dueAt: null, reason: 'no_answer' } as const
    await store.outbox.settle(claimed, unknown, after(3 * minute))
    expect(await states()).toEqual(['unknown', 'ready', 'held'])
    expect(await reply(2)).toMatchObject({ threadTs: '1.1', lateAt: text(after(12 * minute)) })
  })

  it('are those of the message that left: others are dropped when it is composed again', async () => {
    const { store, begin, listed, row, next } = await digestWithReplies()
    const again = async (now: Temporal.Instant, ...replies: readonly string[]) => {
      const claimed = await next(now)
      expect(claimed.id).toBe(row.id)
      await begin(claimed, intent(null, ...replies), now)
      return claimed
    }
    const later = (row: OutboxRow, at: Temporal.Instant) =>
      store.outbox.settle(row, { state: 'later', dueAt: at, reason: 'ratelimited' }, at)
    await later(row, after(2 * minute))
    await later(await again(after(2 * minute), 'another one'), after(3 * minute))
    const left = async () => (await listed({ subject: 'S1' }, 'reply')).map(({ message }) => message)
    expect(await left()).toEqual([JSON.stringify({ text: 'another one', blocks: [] })])
    await again(after(3 * minute))
    expect(await left()).toEqual([])
  })
}
