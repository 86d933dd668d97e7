import { describe, expect, it } from 'vitest'
import { type SoakDay, soak } from './months.ts'

describe('nearly six weeks of digests and commands, with 30 days kept', () => {
  it('reuse the space of deleted data', { timeout: 300_000 }, async () => {
    const each: SoakDay[] = []
    const keepDays = 30
    const days = 40
    const { rows, overdue } = await soak({
      days,
      keepDays,
      digests: 1,
      commands: 1,
      onDay: (day) => each.push(day),
    })
    // Three digests a day, some with a thread; the last 30 days and the current one are kept.
    expect(each.at(-1)?.posts).toBeGreaterThan(3 * days)
    expect(rows.digests).toBeLessThanOrEqual(3 * (keepDays + 2))
    expect(rows.digests).toBeGreaterThanOrEqual(3 * keepDays)
    expect(rows.posted_messages).toBeLessThanOrEqual(2 * 3 * (keepDays + 2))
    expect(overdue).toBe(0)
    const first = Math.max(...each.slice(0, keepDays + 2).map(({ bytes, logBytes }) => bytes + logBytes))
    const second = Math.max(...each.slice(keepDays + 2).map(({ bytes, logBytes }) => bytes + logBytes))
    expect(second).toBeLessThanOrEqual(1.25 * first)
  })
})
