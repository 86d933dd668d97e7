import { expect, it } from 'vitest'
import { newsIn, newsSinceDigest, statementOf } from '../../src/digests/reported.ts'
import type { ChannelScope } from '../../src/model/channel.ts'
import type { DigestRecord, ReportedActions } from '../../src/store/index.ts'
import { fabrikam, ok, recommendation, report, standing } from '../blocks/fixtures.ts'

type NewsStore = Parameters<typeof newsSinceDigest>[0]

const scope = { team: 'T1', channel: 'C1' } as ChannelScope
const monday = '2026-11-16T08:00:00.000Z'

const store = (records: readonly ReportedActions[]): NewsStore =>
  ({ records: { actionsIn: async () => records } }) as unknown as NewsStore

const at = (number: number, updatedAt: string | null) => {
  const one = recommendation(number)
  return ok({ ...one, briefs: one.briefs.map((brief) => ({ ...brief, updatedAt })) })
}
const idOf = (number: number) => recommendation(number).resultId
/** What a digest has reported about these. */
const saying = (...sections: readonly ReturnType<typeof at>[]): ReportedActions => ({
  at: monday,
  recommendations: Object.fromEntries(
    sections.map(({ data }) => [
      data.resultId,
      Object.fromEntries(data.briefs.map(({ id, updatedAt }) => [id, updatedAt])),
    ]),
  ),
})

it('a brief or recommendation is new if no digest of the channel has reported it', async () => {
  const briefs = recommendation(1).briefs.length
  const weekly = saying(at(0, '2026-11-16T07:59:59Z'), at(1, '2026-11-16T08:00:01Z'), at(2, 'a while ago'))
  const sections = [
    at(0, '2026-11-16T08:59:59+01:00'),
    at(1, '2026-11-17T08:00:00Z'),
    at(2, 'a while ago'),
    at(3, '2026-01-01T00:00:00Z'),
    { ok: false as const, reason: 'The service did not answer.', subject: idOf(4) },
  ]
  const news = await newsSinceDigest(store([weekly]), scope, sections)
  expect([...news]).toEqual([
    [idOf(1), { tracked: false, briefs }],
    [idOf(3), { tracked: true, briefs: 0 }],
  ])
  const both = await newsSinceDigest(store([weekly, saying(at(1, '2026-11-17T08:00:00Z'))]), scope, sections)
  expect([...both.keys()], 'the other digest has reported it').toEqual([idOf(3)])
})

it('recommendations that could not be read for the last report are not news later', async () => {
  const unread = { ...saying(), recommendations: { [idOf(0)]: null } }
  expect((await newsSinceDigest(store([unread]), scope, [at(0, '2026-11-20T08:00:00Z')])).size).toBe(0)
})

it('of a passing, the own change is only told if it is news, so that a later one is not taken for it', () => {
  const own = standing('Northwind', 2, 3, [41.3, 40.9], { mine: true })
  const told = (isNews: boolean) => {
    const changed = { ...own, visibility: { ...own.visibility, isNews } }
    const passing = { kind: 'overtook', own: changed, rivals: [fabrikam], lost: [] } as const
    return newsIn(report(passing, { own: changed })).map(({ brand, direction }) => `${brand} ${direction}`)
  }
  expect([told(false), told(true)]).toEqual([['Fabrikam 1'], ['Fabrikam 1', 'Northwind 1']])
})

const composedAt = '2026-11-09T09:00:00.000Z'
const empty = { composedAt, figures: null, reddit: null, evaluations: null, told: [] }
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
  return { ...record, reddit: { ...read, at: composedAt } }
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
