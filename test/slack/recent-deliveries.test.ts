import { beforeEach, describe, expect, it } from 'vitest'
import { recentDeliveries } from '../../src/slack/receive/in-flight.ts'
import { FakeClock } from '../digests/clock.ts'

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
