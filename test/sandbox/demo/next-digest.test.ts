import { expect, it } from 'vitest'
import { nextDigest } from '../../../sandbox/demo/next-digest.ts'

const now = Temporal.Instant.from('2026-11-16T08:00Z')
const digest = (name: string, time: string, state: 'active' | 'paused' = 'active') => ({
  name,
  state,
  channel: `C0${name.toUpperCase()}`,
  schedule: { kind: 'daily', time, timeZone: 'Europe/Berlin' } as const,
})

it('the next digest is the earliest active one, and none that is due right now', () => {
  const paused = digest('paused', '09:30', 'paused')
  const next = nextDigest([digest('late', '12:00'), paused, digest('soon', '10:00')], now)
  expect([String(next?.at), next?.name, next?.channel]).toEqual(['2026-11-16T09:00:00Z', 'soon', 'C0SOON'])
  expect(String(nextDigest([digest('now', '09:00')], now)?.at)).toBe('2026-11-17T08:00:00Z')
  expect(nextDigest([paused], now)).toBeNull()
})
