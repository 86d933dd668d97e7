import { expect, it } from 'vitest'
import { logThrottle } from '../../src/lib/log-throttle.ts'
import { RateLimit } from '../../src/lib/rate-limit.ts'
import { FakeClock } from '../digests/clock.ts'

const clock = () => new FakeClock('2026-11-16T08:00:00Z')

it('what strangers bring about is said at once, then once a minute, with how often it was, also when the clock is set back', () => {
  const wallClock = clock()
  const said: number[] = []
  const say = logThrottle(wallClock)
  const happens = (times: number) => {
    for (let at = 0; at < times; at += 1) say((count) => void said.push(count))
  }
  happens(1_000)
  expect(said).toEqual([1])
  wallClock.advance({ seconds: 59 })
  happens(1)
  expect(said).toEqual([1])
  wallClock.advance({ seconds: 1 })
  happens(2)
  expect(said).toEqual([1, 1_001])
  wallClock.advance({ hours: -5 })
  happens(1)
  expect(said).toEqual([1, 1_001, 2])
})

it('an allowance is good for a minute, also when the clock is set back', () => {
  const wallClock = clock()
  const allowance = new RateLimit(3, wallClock)
  const takes = (times: number) => Array.from({ length: times }, () => allowance.take())
  expect(takes(5)).toEqual([true, true, true, false, false])
  wallClock.advance({ seconds: 59 })
  expect(takes(1)).toEqual([false])
  wallClock.advance({ seconds: 1 })
  expect(takes(4)).toEqual([true, true, true, false])
  wallClock.advance({ hours: -5 })
  expect(takes(4)).toEqual([true, true, true, false])
})
