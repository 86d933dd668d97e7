import { describe, expect, it } from 'vitest'
import { digestsAnswer } from '../../src/blocks/digests/digest-list.ts'
import { homeDigest } from './gallery/home.ts'

describe('a channel’s list of digests, after one of them was resumed', () => {
  /** More than a list has room for, each at its own minute. */
  const digests = Array.from({ length: 40 }, (_, number) =>
    homeDigest({
      id: `S${number}`,
      name: `Digest ${number}`,
      schedule: `Every day at 9:${number + 10} (Berlin)`,
      nextRuns: [`2026-11-23T08:${number + 10}:00Z`, `2026-11-24T08:${number + 10}:00Z`],
    }),
  )
  const dates = (json: unknown) => (JSON.stringify(json).match(/"type":"date"|<!date/g) ?? []).length

  it.each([0, 5, 39])('names the time zone and the next two runs of number %i, at any position', (number) => {
    const digest = digests[number]
    if (digest === undefined) throw new Error('no such digest')
    const list = { channel: 'C1', digests, done: { kind: 'resumed', ...digest } as const }
    const { blocks, text } = digestsAnswer(list)
    const [done] = blocks
    const matching = blocks.filter((block) => JSON.stringify(block).includes(digest.schedule))
    expect(JSON.stringify(done)).toContain(`“${digest.name}” is on schedule again`)
    expect(matching.length).toBeGreaterThan(0)
    expect(dates(matching[0])).toBeGreaterThanOrEqual(2)
    expect(text).toContain(digest.schedule)
  })
})
