import { beforeEach, describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { FairQueue } from '../../src/lib/async.ts'
import { report } from '../../src/lib/problem.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import { PostError } from '../../src/slack/port.ts'
import { createRunAfterAck, InFlight, recentDeliveries } from '../../src/slack/receive/deliveries.ts'
import { FakeClock } from '../digests/clock.ts'

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

describe('a flood of questions, 1,000 of which wait, when Sightline stops', () => {
  /** @param told how Slack takes what a person is told */
  async function stopped(told: (text: string) => Promise<void>) {
    const clock = new FakeClock('2026-11-16T08:00:00Z')
    const began = clock.now()
    const seconds = () => clock.now().since(began).total('seconds')
    const log = createLog('silent')
    const [inFlight, startQueue, questions] = [
      new InFlight(clock),
      new FairQueue(clock),
      new FairQueue(clock, 16),
    ]
    const handlers: Parameters<typeof createRunAfterAck>[0] = {
      plan: () => Promise.reject(new Error('nothing is suggested')),
      errorToReport: async (_team, error) => error,
    }
    const runAfterAck = createRunAfterAck(handlers, {
      reportFailure: (error, fields) => report(log, 'request failed', error, fields),
      ...{ inFlight, startQueue, clock, log },
    })
    const ask = () =>
      questions.run('T1', async (turn) => {
        await turn()
        await new Promise<never>(() => {})
      })
    const answer = { ephemeral: ({ text }: { readonly text: string }) => told(text) }
    const all = 1_100
    for (let one = 0; one < all; one += 1) runAfterAck(answer, { team: 'T1' }, async () => new Map(), ask)
    const turns = async () => {
      for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate)
    }
    for (let turn = 0; turn < all; turn += 1) await new Promise(setImmediate)
    const drained = inFlight.drain(18_000).then((left) => ({ left, seconds: seconds() }))
    for (let half = 0; half < 40; half += 1) {
      clock.advance({ milliseconds: 500 })
      await turns()
    }
    return { all, ...(await drained) }
  }

  it('tells everyone', async () => {
    const sentences: string[] = []
    const { all, left, seconds } = await stopped(async (text) => void sentences.push(text))
    expect({ left, told: sentences.length }).toEqual({ left: 0, told: all })
    expect(sentences.filter((text) => !/stopped before|at once\. Try again/.test(text))).toEqual([])
    expect(seconds).toBeLessThanOrEqual(18)
  })

  it.each([
    ['refuses', () => Promise.reject(new PostError('rate_limited', 'ratelimited', 30))],
    ['doesn’t answer', () => new Promise<void>(() => {})],
  ])('isn’t waited for beyond the deadline if Slack %s', async (_, told) => {
    expect((await stopped(told)).seconds).toBeLessThanOrEqual(18)
  })
})

describe('a repeated delivery', () => {
  let clock: FakeClock
  let isRepeated: ReturnType<typeof recentDeliveries>
  beforeEach(() => {
    clock = new FakeClock('2026-11-09T08:00:00Z')
    isRepeated = recentDeliveries(clock)
  })

  it('is recognized while its signature is valid, however many others arrive', () => {
    for (let minute = 0; minute < 60; minute += 1) {
      expect(isRepeated(`${minute}`)).toBe(false)
      for (let other = 0; other < 600; other += 1) isRepeated(`${minute}.${other}`)
      for (let before = 0; before <= Math.min(10, minute); before += 1)
        expect(isRepeated(`${minute - before}`)).toBe(true)
      clock.advance({ minutes: 1 })
    }
  })

  it('has an id: without one, each is new', () => {
    expect([isRepeated(undefined), isRepeated(undefined), isRepeated(7)]).toEqual([false, false, false])
  })

  it('is forgotten afterwards, so that memory stays bounded', () => {
    isRepeated('1')
    clock.advance({ minutes: 11 })
    isRepeated('2')
    clock.advance({ minutes: 10 })
    expect(isRepeated('2')).toBe(true)
    expect(isRepeated('1')).toBe(false)
    clock.advance({ hours: 5 })
    expect(isRepeated('2'), 'nothing came for a long time').toBe(false)
  })
})
