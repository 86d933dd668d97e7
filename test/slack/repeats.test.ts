import { beforeEach, describe, expect, it } from 'vitest'
import { Repeats } from '../../src/slack/repeats.ts'
import { FakeClock } from '../digests/clock.ts'

describe('a delivery that comes again', () => {
  let clock: FakeClock
  let repeats: Repeats
  beforeEach(() => {
    clock = new FakeClock('2026-11-09T08:00:00Z')
    repeats = new Repeats(clock)
  })

  it('is recognised, and a new one is not taken for it', () => {
    expect(repeats.has('1.a')).toBe(false)
    expect(repeats.has('1.b')).toBe(false)
    expect(repeats.has('1.a')).toBe(true)
  })

  it('is recognised as long as its signature can hold, however many others come meanwhile', () => {
    for (let minute = 0; minute < 60; minute += 1) {
      expect(repeats.has(`${minute}`)).toBe(false)
      for (let other = 0; other < 600; other += 1) repeats.has(`${minute}.${other}`)
      for (let before = 0; before <= Math.min(10, minute); before += 1)
        expect(repeats.has(`${minute - before}`)).toBe(true)
      clock.advance({ minutes: 1 })
    }
  })

  it('is forgotten then, so that memory stays bounded', () => {
    repeats.has('1')
    clock.advance({ minutes: 11 })
    repeats.has('2')
    clock.advance({ minutes: 11 })
    expect(repeats.has('2')).toBe(true)
    expect(repeats.has('1')).toBe(false)
    clock.advance({ hours: 5 })
    expect(repeats.has('2'), 'nothing came for a long time').toBe(false)
  })
})
