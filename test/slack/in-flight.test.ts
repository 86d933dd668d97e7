import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { InFlight } from '../../src/slack/receive/in-flight.ts'

describe('work that continues after its acknowledgement', () => {
  it('is waited for, including what it starts in the meantime', async () => {
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

  it('is counted if it is not done by the deadline', async () => {
    const inFlight = new InFlight({
      now: () => Temporal.Instant.from('2026-11-16T08:00Z'),
      sleep: () => Promise.resolve(),
    })
    const never = Promise.withResolvers<void>()
    inFlight.run(() => never.promise)
    expect(await inFlight.drain(20_000)).toBe(1)
    never.resolve()
  })

  it('is told shortly before the deadline that waiting ends, in time to tell the person', async () => {
    const waits: number[] = []
    const inFlight = new InFlight({
      now: () => Temporal.Instant.from('2026-11-16T08:00Z'),
      // The first wait passes; the second one stays open.
      sleep: (ms) => (waits.push(ms) === 1 ? Promise.resolve() : new Promise(() => {})),
    })
    const never = new Promise<void>(() => {})
    let message = ''
    inFlight.run(async (late) => {
      await Promise.race([never, late]).catch((error: Error) => {
        message = error.message
      })
    })
    expect(await inFlight.drain(18_000)).toBe(0)
    expect(waits).toEqual([15_000, 3_000])
    expect(message).toBe(
      'Sightline stopped before it finished this. Check in a minute: it may be done by then.',
    )
  })

  it('is waited for separately if it is its own acknowledgement', async () => {
    const inFlight = new InFlight(createSandboxClock())
    const form = Promise.withResolvers<void>()
    const done: string[] = []
    const answering = inFlight.answer(async () => {
      await form.promise
      done.push('form')
    })
    const answered = inFlight.answered(60_000).then(() => done.push('answered'))
    form.resolve()
    await Promise.all([answering, answered])
    expect(done).toEqual(['form', 'answered'])
  })
})
