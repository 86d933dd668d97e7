import { describe, expect, it } from 'vitest'
import { nextDigest } from '../../../src/digests/schedule/slots.ts'
import type { Schedule } from '../../../src/store/index.ts'

const now = Temporal.Instant.from('2026-11-16T08:00Z')
const daily = (time: string): Schedule => ({ kind: 'daily', time, timeZone: 'Europe/Berlin' })
const digest = (name: string, time: string, state: 'active' | 'paused' = 'active') => ({
  name,
  state,
  channel: `C0${name.toUpperCase()}`,
  schedule: daily(time),
})

describe('the next digest', () => {
  it('is the earliest active one', () => {
    const all = [digest('late', '12:00'), digest('paused', '09:30', 'paused'), digest('soon', '10:00')]
    const next = nextDigest(all, now)
    expect([String(next?.at), next?.name, next?.channel]).toEqual(['2026-11-16T09:00:00Z', 'soon', 'C0SOON'])
  })

  it('is never the one that is due right now', () => {
    expect(String(nextDigest([digest('now', '09:00')], now)?.at)).toBe('2026-11-17T08:00:00Z')
  })

  it('is `null` if none is active', () => {
    expect(nextDigest([digest('paused', '09:30', 'paused')], now)).toBeNull()
    expect(nextDigest([], now)).toBeNull()
  })
})
