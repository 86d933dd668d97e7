import { describe, expect, it } from 'vitest'
import { type SoakDay, soak } from './months.ts'

describe('two months of digests and commands, of which one is kept', () => {
  it('the second month fits in what the first has left', { timeout: 300_000 }, async () => {
    const days: SoakDay[] = []
    const keepDays = 30
    const { rows, overdue } = await soak({
      days: 62,
      keepDays,
      digests: 1,
      commands: 1,
      onDay: (day) => days.push(day),
    })
    // Three digests a day, with a thread where there is more to say; the last 30 days and the one that is not over yet.
    expect(days.at(-1)?.posts).toBeGreaterThan(3 * 62)
    expect(rows.deliveries).toBeLessThanOrEqual(3 * (keepDays + 2))
    expect(rows.deliveries).toBeGreaterThanOrEqual(3 * keepDays)
    expect(rows.posted_messages).toBeLessThanOrEqual(2 * 3 * (keepDays + 2))
    expect(overdue).toBe(0)
    const first = Math.max(...days.slice(0, keepDays + 2).map(({ bytes, logBytes }) => bytes + logBytes))
    const second = Math.max(...days.slice(keepDays + 2).map(({ bytes, logBytes }) => bytes + logBytes))
    expect(second).toBeLessThanOrEqual(1.25 * first)
  })
})
