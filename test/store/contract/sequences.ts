import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Claim, Delivery, TaskRecord } from '../../../src/store/index.ts'
import { isThorough } from '../../properties/thorough.ts'
import {
  after,
  click,
  first,
  leaseMs,
  newTeam,
  nothing,
  recommendation,
  slotRequest,
  subscribe,
  type TheDatabase,
} from './world.ts'

const slots = [after(0), after(1)] as const
const finals: readonly Delivery['state'][] = ['posted', 'skipped', 'failed']

/** One step of any caller: `who` picks one of the claims made so far, most of which are void. */
const step = fc.record({
  kind: fc.constantFrom(
    'claim',
    'claimUnknown',
    'beginPost',
    'posted',
    'unknown',
    'failed',
    'skipped',
    'release',
    'expire',
    'wait',
  ),
  who: fc.nat(),
  slot: fc.constantFrom(0, 1),
  wait: fc.constantFrom(1, leaseMs / 2, leaseMs),
})

export function sequenceSuite(database: TheDatabase) {
  it('delivers each slot at most once, in any order of events', async () => {
    const { deliveries } = first(database)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const team = newTeam()
        const { id: subscriptionId } = await subscribe(first(database), team)
        const claims: Claim[] = []
        const mayPost = new Map<string, number>()
        const grant = (id: string, posts: number) => mayPost.set(id, (mayPost.get(id) ?? 1) + posts)
        let elapsed = 0
        let records: readonly Delivery[] = []

        for (const { kind, who, slot: which, wait } of steps) {
          const now = after(elapsed)
          const slot = slots[which] ?? slots[0]
          const before = records
          const claim = claims[who % Math.max(claims.length, 1)]
          const held = before.find(({ id }) => id === claim?.id)
          let answer: boolean | null = null
          if (kind === 'wait') elapsed += wait
          else if (kind === 'expire') await deliveries.expirePosting(now, 1_000)
          else if (kind === 'claim') {
            const made = await deliveries.claim({ ...slotRequest(team, subscriptionId), slot, now })
            if (made !== null) claims.push(made)
          } else if (kind === 'claimUnknown') {
            const id = before[which]?.id ?? 'none'
            const made = await deliveries.claimUnknown({ team, id, leaseMs, now })
            if (made.won) {
              claims.push(made.claim)
            }
          } else if (claim !== undefined) {
            if (kind === 'beginPost') answer = await deliveries.beginPost(claim, nothing, now)
            if (kind === 'posted') answer = await deliveries.posted(claim, `${elapsed}.${who}`, now)
            if (kind === 'unknown')
              answer = await deliveries.unknown(claim, { reason: 'no_answer', checkAt: null }, now)
            if (kind === 'failed') answer = await deliveries.failed(claim, 'no_answer', now)
            if (kind === 'skipped') answer = await deliveries.skipped(claim, 'no_answer', now)
            if (kind === 'release')
              answer = await deliveries.release(claim, { retryAt: now, reason: 'no_answer' }, now)
            if (answer && kind === 'beginPost') grant(claim.id, -1)
            if (answer && kind === 'release' && held?.state === 'posting') grant(claim.id, 1)
          }

          records = await deliveries.history({ team, channel: 'C1' }, { limit: 10, offset: 0 })
          // A slot has one delivery. A post is sent once, and again only after a definite refusal or a deliberate claim.
          expect(new Set(records.map((delivery) => delivery.slot)).size).toBe(records.length)
          for (const left of mayPost.values()) expect(left).toBeGreaterThanOrEqual(0)
          for (const delivery of records) {
            expect(delivery.messageTs !== null).toBe(delivery.state === 'posted')
            const was = before.find(({ id }) => id === delivery.id)
            if (was === undefined) continue
            expect(delivery.attempt).toBeGreaterThanOrEqual(was.attempt)
            if (finals.includes(was.state)) expect(delivery).toEqual(was)
            const mayHaveLeft = was.state === 'posting' || was.state === 'unknown'
            if (mayHaveLeft && kind === 'claim') expect(delivery).toEqual(was)
          }
          if (answer && held !== undefined) expect(claim?.attempt).toBe(held.attempt)
          if (answer === false) expect(records).toEqual(before)
          expect(records.length).toBeGreaterThanOrEqual(before.length)
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
            const free: readonly unknown[] = [
              undefined,
              'released',
              ...(kind === 'anyway' ? ['unknown'] : []),
            ]
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
            if (kind === 'created') answer = await tasks.created(ref, generation, attempt, task, now)
            if (kind === 'unknown') answer = await tasks.unknown(ref, generation, attempt, 'timeout', now)
            if (kind === 'release') answer = await tasks.release(ref, generation, attempt, 'timeout', now)
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
