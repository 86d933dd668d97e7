import { beforeEach, describe, expect, it } from 'vitest'
import { RecentDeliveries } from '../../src/slack/receive/in-flight.ts'
import { FakeClock } from '../digests/clock.ts'

describe('a repeated delivery', () => {
  let clock: FakeClock
  let recentDeliveries: RecentDeliveries
  beforeEach(() => {
    clock = new FakeClock('2026-11-09T08:00:00Z')
    recentDeliveries = new RecentDeliveries(clock)
  })

  it('is recognized while its signature is valid, however many others arrive', () => {
    for (let minute = 0; minute < 60; minute += 1) {
      expect(recentDeliveries.has(`${minute}`)).toBe(false)
      for (let other = 0; other < 600; other += 1) recentDeliveries.has(`${minute}.${other}`)
      for (let before = 0; before <= Math.min(10, minute); before += 1)
        expect(recentDeliveries.has(`${minute - before}`)).toBe(true)
      clock.advance({ minutes: 1 })
    }
  })

  it('is forgotten afterwards, so that memory stays bounded', () => {
    recentDeliveries.has('1')
    clock.advance({ minutes: 11 })
    recentDeliveries.has('2')
    clock.advance({ minutes: 10 })
    expect(recentDeliveries.has('2')).toBe(true)
    expect(recentDeliveries.has('1')).toBe(false)
    clock.advance({ hours: 5 })
    expect(recentDeliveries.has('2'), 'nothing came for a long time').toBe(false)
  })
})
