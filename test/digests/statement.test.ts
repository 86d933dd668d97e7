import { expect, it } from 'vitest'
import { statementOf } from '../../src/digests/reported.ts'
import type { DigestRecord } from '../../src/store/index.ts'

const at = '2026-11-09T09:00:00.000Z'
const empty = { composedAt: at, figures: null, reddit: null, evaluations: null, told: [] }
const nothing = { ...empty, recommendations: null, unread: [], stories: {} }
const none: DigestRecord = { ...empty, actions: null }

type Summaries = NonNullable<Parameters<typeof statementOf>[0]['reddit']>['summaries']

const read = (summaries: Summaries) => ({
  news: { baseline: false, items: [], missing: [] },
  sentiments: new Map(summaries.map(({ subreddit }) => [subreddit, 'neutral'])),
  summaries,
})
const day = (number: number) => Temporal.PlainDate.from('2010-01-01').add({ days: number }).toString()
const summaries = (count: number, subreddits = 1): Summaries =>
  Array.from({ length: count }, (_, number) => ({
    summaryId: `summary ${number}`,
    subreddit: `subreddit ${number % subreddits}`,
    creationDate: day(number),
  }))

/** The record after a digest has reported these. */
function after(record: DigestRecord, reddit: ReturnType<typeof read>): DigestRecord {
  const read = statementOf({ ...nothing, reddit }, record).reddit
  if (read === null) throw new Error('it read Reddit')
  return { ...record, reddit: { ...read, at } }
}

it('a statement keeps the newest of thousands of known summaries', () => {
  const many = summaries(5_000, 100)
  const record = after(none, read(many))
  expect(record.reddit?.summaries.length).toBe(100 * 20)
  expect(after(record, read(many)).reddit).toEqual(record.reddit)
  const fresh = { summaryId: 'new', subreddit: 'subreddit 7', creationDate: day(6_000) }
  const later = after(record, read([fresh, ...many])).reddit?.summaries ?? []
  expect(later).toHaveLength(100 * 20)
  expect(later).toContainEqual(fresh)
})

it('a statement keeps limited numbers of summaries that were withdrawn or whose subreddit was not read', () => {
  const record = after(none, read(summaries(30)))
  expect(record.reddit?.summaries.length).toBe(20)
  const elsewhere = [{ summaryId: 'else', subreddit: 'elsewhere', creationDate: null }]
  const later = after(record, read(elsewhere))
  expect(later.reddit?.summaries.length, 'they may come back').toBe(21)
  const crowded = after(none, read(summaries(3_000, 3_000)))
  expect(crowded.reddit?.summaries.length).toBe(3_000)
  expect(after(crowded, read(elsewhere)).reddit?.summaries.length).toBe(1_001)
})
