import { expect, it } from 'vitest'
import { statementOf } from '../../src/digests/statement.ts'
import { type DigestRecord, recordKey } from '../../src/store/index.ts'

const at = '2026-11-09T09:00:00.000Z'
const nothing = {
  composedAt: at,
  figures: null,
  reddit: null,
  recommendations: null,
  evaluations: null,
  unread: [],
  stories: {},
  told: [],
}
const none: DigestRecord = {
  composedAt: at,
  figures: null,
  reddit: null,
  actions: null,
  evaluations: null,
  told: [],
}

type Summaries = NonNullable<Parameters<typeof statementOf>[0]['reddit']>['summaries']

const read = (summaries: Summaries, word = 'neutral') => ({
  news: { baseline: false, items: [], missing: [] },
  sentiments: new Map(summaries.map(({ subreddit }) => [subreddit, word])),
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
  const change = statementOf({ ...nothing, reddit }, record).reddit
  if (change === null) throw new Error('it read Reddit')
  const summaries = new Map(record.reddit?.summaries)
  for (const { summaryId, ...one } of change.summaries) summaries.set(recordKey(summaryId), one)
  for (const key of change.gone) summaries.delete(key)
  const sentiments = new Map([...(record.reddit?.sentiments ?? []), ...Object.entries(change.sentiments)])
  return { ...record, reddit: { summaries: summaries, sentiments } }
}

it('a statement records only what is new among thousands of known summaries', () => {
  const many = summaries(5_000, 100)
  const record = after(none, read(many))
  expect(record.reddit?.summaries.size).toBe(100 * 20)
  const again = statementOf({ ...nothing, reddit: read(many) }, record)
  expect(again.reddit).toEqual({ summaries: [], sentiments: {}, gone: [] })
  const fresh = { summaryId: 'new', subreddit: 'subreddit 7', creationDate: day(6_000) }
  const change = statementOf({ ...nothing, reddit: read([fresh, ...many]) }, record)
  expect(change.reddit).toMatchObject({ summaries: [fresh], sentiments: {}, gone: [expect.any(String)] })
})

it('a statement keeps limited numbers of summaries that were withdrawn or whose subreddit was not read', () => {
  const record = after(none, read(summaries(30)))
  expect(record.reddit?.summaries.size).toBe(20)
  const elsewhere = [{ summaryId: 'else', subreddit: 'elsewhere', creationDate: null }]
  const later = after(record, read(elsewhere))
  expect(later.reddit?.summaries.size, 'they may come back').toBe(21)
  const crowded = after(none, read(summaries(3_000, 3_000)))
  expect(crowded.reddit?.summaries.size).toBe(3_000)
  expect(after(crowded, read(elsewhere)).reddit?.summaries.size).toBe(1_001)
})

it('a statement includes a sentiment that changed without a new summary', () => {
  const record = after(none, read(summaries(1), 'positive'))
  const change = statementOf({ ...nothing, reddit: read(summaries(1), 'mixed') }, record)
  expect(change.reddit).toEqual({ summaries: [], sentiments: { 'subreddit 0': 'mixed' }, gone: [] })
})

it('a statement omits what was not read', () => {
  expect(statementOf(nothing, none)).toEqual({
    composedAt: at,
    figures: null,
    reddit: null,
    actions: null,
    evaluations: null,
    stories: {},
    told: [],
  })
})
