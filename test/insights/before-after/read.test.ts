import { describe, expect, it } from 'vitest'
import { aimOf, noAim } from '../../../src/insights/before-after/aim.ts'
import { beforeAfterOf, weeksOf } from '../../../src/insights/before-after/read.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import { scope, service } from '../service.ts'

const at = (instant: string): Clock => ({
  now: () => Temporal.Instant.from(instant),
  sleep: () => new Promise(() => {}),
})
const options = {
  clock: at('2026-11-16T09:00:00Z'),
  timeZone: 'Europe/Berlin',
  noiseBand: 1,
  questions: 6,
}
const aim = aimOf([], { engines: [], brands: [], own: [], subreddits: [], filterNames: [] })
const task = { id: 'r1', from: '2026-10-29', basis: 'created', aim } as const

describe('a story', () => {
  it('is too early before three complete weeks have passed, and says from when on it is not', async () => {
    expect(aim).toEqual(noAim)
    const api = service({})
    const stories = await beforeAfterOf(api, scope, [task], options)
    expect(stories.get('r1')).toMatchObject({
      before: { start: '2026-09-28', end: '2026-10-25' },
      since: { start: '2026-11-02', end: '2026-11-15' },
      weeksSince: 2,
      verdict: { kind: 'too_early', readableOn: '2026-11-23' },
    })
    expect(await weeksOf(api, scope, task, options)).toBeNull()
  })
})
