import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { InFlight } from '../../src/slack/in-flight.ts'

describe('work that goes on after its acknowledgement', () => {
  it('is waited for, also what it starts meanwhile', async () => {
    const inFlight = new InFlight(createSandboxClock())
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done: string[] = []
    inFlight.run(async () => {
      await first.promise
      done.push('first')
      inFlight.run(async () => {
        await second.promise
        done.push('second')
      })
    })
    const drained = inFlight.drain(60_000)
    first.resolve()
    second.resolve()
    expect(await drained).toBe(0)
    expect(done).toEqual(['first', 'second'])
  })

  it('is counted when it is not done at the deadline', async () => {
    const inFlight = new InFlight({
      now: () => Temporal.Instant.from('2026-11-16T08:00Z'),
      sleep: () => Promise.resolve(),
    })
    const never = Promise.withResolvers<void>()
    inFlight.run(() => never.promise)
    expect(await inFlight.drain(20_000)).toBe(1)
    never.resolve()
  })
})
