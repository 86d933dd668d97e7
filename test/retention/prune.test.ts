import { describe, expect, it } from 'vitest'
import { createPruning } from '../../src/app/retention.ts'
import { createWorld, team } from '../digests/world.ts'
import { auditLine } from '../store/contract/world.ts'
import { silent } from '../workspace.ts'

describe('old data', () => {
  it('is removed little by little, and only that', async () => {
    const { store, clock, log } = await createWorld({ start: '2026-01-01T00:00:00Z' })
    const events: string[] = []
    const info = (event: string) => void events.push(event)
    const prune = createPruning({ store, clock, log: { ...silent, info } }, 30)
    const record = (number: number) =>
      store.audit.record(auditLine(team, { subject: `${number}` }), clock.now())
    const left = async () => (await store.audit.forChannel(team, 'C1', { limit: 20_000, offset: 0 })).length
    for (let number = 0; number < 4_200; number += 1) {
      clock.advance({ seconds: 10 })
      void record(number)
    }
    await record(4_200)
    await prune()
    expect(await left(), 'all rows are recent').toBe(4_201)
    clock.advance({ hours: 30 * 24 })
    const rounds: number[] = []
    while ((await left()) > 0 && rounds.length < 10) {
      clock.advance({ minutes: 1 })
      await prune()
      rounds.push(await left())
    }
    expect(rounds.length, 'not all in one go').toBeGreaterThan(1)
    expect(rounds.at(-1)).toBe(0)
    expect(events).toEqual(['deleted expired rows'])
    expect(log).toEqual([])
  })

  it('is looked for only once an hour', async () => {
    const { clock, store } = await createWorld()
    let asked = 0
    const counted: typeof store.retention.prune = (...what) => {
      asked += 1
      return store.retention.prune(...what)
    }
    const prune = createPruning({ store: { retention: { prune: counted } }, clock, log: silent }, 30)
    for (let minute = 0; minute < 59; minute += 1) {
      await prune()
      clock.advance({ minutes: 1 })
    }
    const once = asked
    expect(once).toBeLessThan(10)
    clock.advance({ minutes: 2 })
    await prune()
    expect(asked).toBe(2 * once)
  })
})
