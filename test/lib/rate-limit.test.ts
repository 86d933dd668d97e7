import { expect, it } from 'vitest'
import { rateLimit } from '../../src/lib/rate-limit.ts'
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
