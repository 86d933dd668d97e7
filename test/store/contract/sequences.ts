import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Ending, OutboxRow, OutboxState, TaskRecord } from '../../../src/store/index.ts'
import { isThorough } from '../../properties/thorough.ts'
import { lastTeams } from './outbox/claims.ts'
import {
  after,
  click,
  first,
  intent,
  leaseMs,
  newTeam,
  recommendation,
  type TheDatabase,
  workspaceIn,
} from './world.ts'

const slots = [after(0), after(1)] as const
const finals: readonly OutboxState[] = ['sent', 'skipped', 'failed']
const unknown = { state: 'unknown', reason: 'no_answer' } as const

/** One step of any caller: `who` picks one of the claims made so far, most of which are void. */
const step = fc.record({
  kind: fc.constantFrom(
    'owe',
    'claim',
    'claimUnknown',
    'begin',
    'sent',
    'look up later',
    'ask a person',
    'failed',
    'skipped',
    'later',
    'withdraw',
    'wait',
  ),
  who: fc.nat(),
  slot: fc.constantFrom(0, 1),
  wait: fc.constantFrom(1, leaseMs / 2, leaseMs),
})

export function sequenceSuite(database: TheDatabase) {
  it('sends each message at most once without a look-up, in any order of events', async () => {
    const { outbox, subscriptions } = first(database)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { from, a: team } = lastTeams()
        const { subscribe, owedDigest } = workspaceIn(first(database), team)
        await subscribe()
        const claims: OutboxRow[] = []
        const mayBeSent = new Map<string, number>()
        const grant = (id: string, posts: number) => mayBeSent.set(id, (mayBeSent.get(id) ?? 1) + posts)
        let elapsed = 0
        let rows: readonly OutboxRow[] = []

        for (const { kind, who, slot: which, wait } of steps) {
          const now = after(elapsed)
          const owed = owedDigest(slots[which])
          const before = rows
          const claim = claims[who % Math.max(claims.length, 1)]
          const held = before.find(({ id }) => id === claim?.id)
          let answer: boolean | null = null
          const settle = async (ending: Ending, of: OutboxRow) => {
            answer = (await outbox.settle(of, ending, now)).result === 'settled'
          }
          if (kind === 'wait') elapsed += wait
          else if (kind === 'withdraw') await subscriptions.pause(team, 'S1', 'is_archived', now)
          else if (kind === 'owe') {
            const row = await outbox.enqueueClaimed(owed, leaseMs, now)
            if (row !== null) claims.push(row)
          } else if (kind === 'claim')
            claims.push(...(await outbox.claim({ now, leaseMs, busy: [], after: from, limit: 1 })))
          else if (kind === 'claimUnknown') {
            const id = before[which]?.id ?? 'none'
            const row = await outbox.claimUnknown({ team, id, by: 'U1' }, leaseMs, now)
            if (row !== null) claims.push(row)
          } else if (claim !== undefined) {
            if (kind === 'begin') answer = await outbox.begin(claim, intent(), leaseMs, now)
            if (kind === 'sent') await settle({ state: 'sent', ts: `${elapsed}.${who}` }, claim)
            if (kind === 'look up later') await settle({ ...unknown, dueAt: now }, claim)
            if (kind === 'ask a person') await settle({ ...unknown, dueAt: null }, claim)
            if (kind === 'failed') await settle({ state: 'failed', reason: 'no_answer' }, claim)
            if (kind === 'skipped') await settle({ state: 'skipped', reason: 'quiet' }, claim)
            if (kind === 'later') await settle({ state: 'later', dueAt: now, reason: 'ratelimited' }, claim)
            // From `unknown`, its caller has looked it up.
            if (answer && kind === 'begin') grant(claim.id, held?.state === 'unknown' ? 0 : -1)
            if (answer && kind === 'later' && held?.state !== 'ready') grant(claim.id, 1)
          }

          rows = await outbox.list({ team, channel: 'C1' }, ['digest'], { limit: 10, offset: 0 })
          expect(new Set(rows.map(({ since }) => since)).size).toBe(rows.length)
          for (const left of mayBeSent.values()) expect(left).toBeGreaterThanOrEqual(0)
          for (const row of rows) {
            expect(row.ts !== null).toBe(row.state === 'sent')
            expect(row.dueAt === null).toBe(row.endedAt !== null)
            const was = before.find(({ id }) => id === row.id)
            if (was === undefined) continue
            expect(row.attempt).toBeGreaterThanOrEqual(was.attempt)
            if (finals.includes(was.state)) expect(row).toEqual(was)
            const mayBeThere = was.state === 'sending' || was.state === 'unknown'
            if (mayBeThere && ['owe', 'claim', 'withdraw'].includes(kind))
              expect(['sending', 'unknown']).toContain(row.state)
          }
          if (answer && held !== undefined) expect(claim?.attempt).toBe(held.attempt)
          if (answer === false) expect(rows).toEqual(before)
          expect(rows.length).toBeGreaterThanOrEqual(before.length)
        }
      }),
      { numRuns: isThorough ? 60 : 30 },
    )
  })

  it('creates each task at most once, in any order of events', async () => {
    const { tasks } = first(database)
    const act = fc.record({
      kind: fc.constantFrom('first', 'another', 'anyway', 'created', 'unknown', 'release', 'expire'),
      who: fc.nat(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
        const ref = recommendation(newTeam())
        const claims: { readonly generation: number; readonly attempt: number }[] = []
        let before: TaskRecord | null = null
        let doubted = 0
        let elapsed = 0
        for (const { kind, who } of acts) {
          const now = after(++elapsed)
          const claim = claims[who % Math.max(claims.length, 1)]
          let answer: boolean | null = null
          if (kind === 'first' || kind === 'another' || kind === 'anyway') {
            const input = kind === 'another' ? { kind, besides: before?.taskId ?? 'none' } : { kind }
            const made = await tasks.claim(ref, { ...click, by: `U${who}`, now, input })
            // A request may be sent only if none is in progress and none has an unknown outcome.
            const free = [undefined, 'released', kind === 'anyway' ? 'unknown' : undefined]
            if (made.won) {
              const further = kind === 'another' && before?.state === 'created'
              expect(further || free.includes(before?.state)).toBe(true)
              if (before?.state === 'unknown') doubted = made.generation
              claims.push(made)
            } else expect(made.task).toEqual(before)
          } else if (kind === 'expire') await tasks.expireCreating(now, now, 1_000)
          else if (claim !== undefined) {
            const { generation, attempt } = claim
            const task = { taskId: `K${elapsed}`, name: 'n', description: 'd' }
            const of = { ...ref, generation, attempt }
            if (kind === 'created') answer = await tasks.created(of, task, now)
            if (kind === 'unknown') answer = await tasks.unknown(of, 'timeout', now)
            if (kind === 'release') answer = await tasks.release(of, 'timeout', now)
            if (answer)
              expect(claim).toMatchObject({ generation: before?.generation, attempt: before?.attempt })
          }
          const latest = await tasks.latest(ref)
          // An attempt with an unknown outcome stays unknown when another is refused.
          if (latest?.generation === doubted) expect(latest.state).not.toBe('released')
          if (before?.state === 'created' && latest?.generation === before.generation)
            expect(latest).toEqual(before)
          if (answer === false) expect(latest).toEqual(before)
          before = latest
        }
      }),
      { numRuns: isThorough ? 60 : 30 },
    )
  })
}
