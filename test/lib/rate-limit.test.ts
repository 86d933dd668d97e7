import { expect, it } from 'vitest'
import { logThrottle, rateLimit } from '../../src/lib/rate-limit.ts'
import { FakeClock } from '../digests/clock.ts'

it('the limit holds for a minute, even if the clock is set back', () => {
  const wallClock = new FakeClock('2026-11-16T08:00:00Z')
  const take = rateLimit(3, wallClock)
  const takes = (times: number) => Array.from({ length: times }, take)
  expect(takes(5)).toEqual([true, true, true, false, false])
  wallClock.advance({ seconds: 59 })
  expect(takes(1)).toEqual([false])
  wallClock.advance({ seconds: 1 })
  expect(takes(4)).toEqual([true, true, true, false])
  wallClock.advance({ hours: -5 })
  expect(takes(4)).toEqual([true, true, true, false])
})

it('the first event is logged at once, later ones once a minute with their total, even if the clock is set back', () => {
  const wallClock = new FakeClock('2026-11-16T08:00:00Z')
  const counts: number[] = []
  const throttled = logThrottle(wallClock)
  const happens = (times: number) => {
    for (let at = 0; at < times; at += 1) throttled((count) => void counts.push(count))
  }
  happens(1_000)
  expect(counts).toEqual([1])
  wallClock.advance({ seconds: 59 })
  happens(1)
  expect(counts).toEqual([1])
  wallClock.advance({ seconds: 1 })
  happens(2)
  expect(counts).toEqual([1, 1_001])
  wallClock.advance({ hours: -5 })
  happens(1)
  expect(counts).toEqual([1, 1_001, 2])
})
