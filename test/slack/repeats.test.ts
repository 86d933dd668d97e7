import { describe, expect, it } from 'vitest'
import { Repeats } from '../../src/slack/repeats.ts'

describe('a delivery that Slack makes again', () => {
  it('is recognised, and a new one is not taken for it', () => {
    const repeats = new Repeats()
    expect(repeats.has('1.a')).toBe(false)
    expect(repeats.has('1.b')).toBe(false)
    expect(repeats.has('1.a')).toBe(true)
  })

  it('is forgotten after thousands of others, so that memory stays bounded', () => {
    const repeats = new Repeats()
    for (let id = 0; id <= 5_000; id += 1) expect(repeats.has(`${id}`)).toBe(false)
    expect(repeats.has('1')).toBe(true)
    expect(repeats.has('0')).toBe(false)
  })
})
