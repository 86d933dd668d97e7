import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoop } from '../../src/lib/async.ts'
import { FakeClock } from '../digests/clock.ts'

const start = '2026-11-09T09:00:00Z'
let clock: FakeClock
let ending: AbortController
let runs: string[]
let dueAt: string | null
let failures: unknown[]
let failure: Error | null
beforeEach(() => {
  clock = new FakeClock(start)
  ending = new AbortController()
  runs = []
  dueAt = null
  failures = []
  failure = null
})
afterEach(() => ending.abort())

const loopOf = (run = async () => {}): ReturnType<typeof startLoop> =>
  startLoop({
    clock,
    signal: ending.signal,
    mostMs: 60_000,
    run: async () => {
      runs.push(String(clock.now()))
      if (failure !== null) throw failure
      await run()
    },
    dueAt: async () => (dueAt === null ? null : Temporal.Instant.from(dueAt)),
    failed: (error) => {
      failures.push(error)
      return 'broken'
    },
  })
/** Lets due work continue. */
const turn = async () => {
  for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate)
}

describe('a loop', () => {
  it('runs again when work is due, if that is before its longest sleep ends', async () => {
    const loop = loopOf()
    dueAt = '2026-11-09T09:00:40Z'
    await loop.wake()
    await turn()
    dueAt = '2026-11-09T09:02:00Z'
    clock.set('2026-11-09T09:00:39Z')
    await turn()
    expect(runs).toHaveLength(1)
    clock.set('2026-11-09T09:00:40Z')
    await turn()
    clock.set('2026-11-09T09:30:00Z')
    await turn()
    expect(runs).toEqual([start, '2026-11-09T09:00:40Z'])
  })

  it('retries work that is overdue a second later', async () => {
    const loop = loopOf()
    dueAt = '2026-11-09T08:59:00Z'
    await loop.wake()
    await turn()
    expect(runs).toHaveLength(1)
    clock.advance({ seconds: 1 })
    await turn()
    expect(runs).toHaveLength(2)
  })

  it('runs once more for all callers that woke it during a run, who wait for that run', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const loop = loopOf(() => gates[runs.length - 1]?.promise ?? Promise.resolve())
    const woken = [loop.wake(), loop.wake(), loop.wake()]
    expect(loop.health().runningSince).not.toBeNull()
    gates[0]?.resolve()
    await turn()
    expect(runs).toHaveLength(2)
    gates[1]?.resolve()
    await Promise.all(woken)
    expect(runs).toHaveLength(2)
    expect(loop.health().runningSince).toBeNull()
  })

  it('continues after a failure, and reports how its last run went', async () => {
    const loop = loopOf()
    expect(loop.health()).toEqual({ lastSuccess: clock.now(), lastFailure: null, runningSince: null })
    await loop.wake()
    failure = new Error('down')
    clock.advance({ minutes: 1 })
    await loop.wake()
    expect(failures).toEqual([failure])
    expect(loop.health()).toMatchObject({ lastFailure: 'broken' })
    expect(String(loop.health().lastSuccess)).toBe(start)
    failure = null
    await loop.wake()
    expect(loop.health()).toMatchObject({ lastFailure: null })
    expect(String(loop.health().lastSuccess)).toBe('2026-11-09T09:01:00Z')
  })

  it('counts from its start if it has only failed since, so that it becomes late', async () => {
    failure = new Error('down')
    const loop = loopOf()
    clock.advance({ minutes: 5 })
    await loop.wake()
    expect(loop.health()).toMatchObject({ lastFailure: 'broken', runningSince: null })
    expect(String(loop.health().lastSuccess)).toBe(start)
  })

  it('does not run again after its end; a current run may finish', async () => {
    const gate = Promise.withResolvers<void>()
    const loop = loopOf(() => gate.promise)
    dueAt = '2026-11-09T09:00:10Z'
    const run = loop.wake()
    void loop.wake()
    ending.abort(new Error('the end'))
    gate.resolve()
    await run
    await loop.idle()
    await loop.wake()
    clock.advance({ minutes: 1 })
    await turn()
    expect(runs).toHaveLength(1)
  })
})
