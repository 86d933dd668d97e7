import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RedditSummary } from '../../src/api/index.ts'
import { loadReddit, redditNews } from '../../src/insights/reddit.ts'
import { scope, service } from './service.ts'

const summary = (id: string, subreddit: string, date: string | null, more: Partial<RedditSummary> = {}) => ({
  id,
  subreddit_name: subreddit,
  creation_date: date,
  description: `About ${subreddit}`,
  weekly_visitors: '12k',
  weekly_contributors: '300',
  overall_sentiment: 'neutral',
  key_themes: ['pricing'],
  ...more,
})

const nothing = { asked: [], seen: new Set<string>(), lastSentiments: new Map<string, string>() }

describe('reddit news', () => {
  it('have a certain turn only if it holds for two summaries, or goes from one end to the other at once', () => {
    const certain = (last: string | null, ...words: readonly string[]) => {
      const summaries = words.map((overall_sentiment, index) =>
        summary(`s${index}`, 'saas', `2026-11-0${index + 1}`, { overall_sentiment }),
      )
      const lastSentiments = new Map(last === null ? [] : [['saas', last]])
      const seen = new Set(summaries.slice(0, -1).map(({ id }) => id))
      const [item] = redditNews(summaries, { asked: [], seen, lastSentiments }).items
      return item?.certainTurn ?? null
    }
    expect(certain('positive', 'positive', 'mixed'), 'one summary').toBeNull()
    const worse = { previousSentiment: 'positive', turned: 'worse' }
    expect(certain('mixed', 'positive', 'mixed', 'mixed')).toEqual(worse)
    expect(certain('mixed', 'positive', 'mixed', 'mixed', 'mixed'), 'said before').toBeNull()
    expect(certain('mixed', 'mixed', 'positive', 'mixed'), 'back after one').toBeNull()
    expect(certain('mixed', 'positive', 'mixed', 'neutral'), 'another one each time').toBeNull()
    expect(certain('positive', 'positive', 'negative')).toEqual(worse)
    expect(certain('negative', 'positive', 'negative', 'negative'), 'said before').toBeNull()
    expect(certain('negative', 'negative', 'positive')).toMatchObject({ turned: 'better' })
  })

  it('are the newest summary of each subreddit, newest first, in any order of the answer', () => {
    const { items } = redditNews(
      [
        summary('a1', 'saas', '2026-11-02'),
        summary('b1', 'marketing', '2026-11-16'),
        summary('a2', 'SaaS', '2026-11-09'),
        summary('c1', 'undated', null),
      ],
      nothing,
    )
    expect(items.map(({ id }) => id)).toEqual(['b1', 'a2', 'c1'])
  })

  it('show what a summary says, and nothing for missing fields', () => {
    const [full, empty] = redditNews(
      [
        summary('a1', 'saas', '2026-11-02'),
        summary('b1', 'b', null, {
          description: null,
          weekly_visitors: null,
          weekly_contributors: ' ',
          overall_sentiment: null,
          key_themes: undefined,
        }),
      ],
      nothing,
    ).items
    const visited = { weeklyVisitors: '12k', weeklyContributors: '300' }
    expect(full).toMatchObject({ description: 'About saas', themes: ['pricing'], ...visited })
    const unknown = { weeklyVisitors: null, weeklyContributors: null }
    expect(empty).toMatchObject({ description: '', sentiment: null, themes: [], ...unknown })
  })

  it('mark nothing as new in the first digest, and unseen summaries later', () => {
    const summaries = [summary('a1', 'saas', '2026-11-02'), summary('b1', 'marketing', '2026-11-01')]
    const isNew = (seen: ReadonlySet<string> | null) => {
      const { baseline, items } = redditNews(summaries, { ...nothing, seen })
      return [baseline, ...items.map((item) => item.isNew)]
    }
    expect(isNew(null)).toEqual([true, false, false])
    expect(isNew(new Set(['a1']))).toEqual([false, false, true])
  })

  it.each([
    ['negative', 'mixed', 'better'],
    ['Positive', 'neutral', 'worse'],
    ['neutral', 'POSITIVE', 'better'],
    ['mixed', 'negative', 'worse'],
    ['neutral', 'euphoric', 'changed'],
  ])('show how the sentiment turned: %s to %s is %s', (before, now, turned) => {
    const older = summary('a1', 'saas', '2026-11-02', { overall_sentiment: before })
    const newer = summary('a2', 'saas', '2026-11-09', { overall_sentiment: now })
    expect(redditNews([older, newer], nothing).items).toMatchObject([
      { sentiment: now, previousSentiment: before, turned },
    ])
    const remembered = { ...nothing, lastSentiments: new Map([['r/SaaS', before]]) }
    expect(redditNews([newer], remembered).items).toMatchObject([{ previousSentiment: before, turned }])
  })

  it('compare with the sentiment last reported, else with the last summary that has one', () => {
    const summaries = [
      summary('a3', 'saas', '2026-11-16', { overall_sentiment: 'positive' }),
      summary('a2', 'saas', '2026-11-09', { overall_sentiment: '' }),
      summary('a1', 'saas', '2026-11-02', { overall_sentiment: 'negative' }),
    ]
    const remembered = { ...nothing, lastSentiments: new Map([['saas', 'mixed']]) }
    expect(redditNews(summaries, remembered).items[0]?.previousSentiment).toBe('mixed')
    expect(redditNews(summaries, nothing).items[0]?.previousSentiment).toBe('negative')
  })

  it('show a turn once: a summary seen before is only compared with what was recorded about it', () => {
    const summaries = Object.entries({ a2: 'mixed', a1: 'negative', a3: 'positive' }).map(
      ([id, overall_sentiment]) => summary(id, 'saas', '2026-11-09', { overall_sentiment }),
    )
    const seen = new Set(['a1', 'a2', 'a3'])
    const turnOf = (lastSentiments: ReadonlyMap<string, string>) =>
      redditNews(summaries, { ...nothing, seen, lastSentiments }).items[0]?.turned
    expect(turnOf(new Map([['saas', 'positive']]))).toBeNull()
    expect(turnOf(new Map()), 'nobody knows what it was').toBeNull()
    expect(turnOf(new Map([['saas', 'negative']])), 'the service has rewritten it').toBe('better')
  })

  it('show no turn if the sentiment is the same or unknown', () => {
    const one = (overall_sentiment: string | null) =>
      redditNews([summary('a1', 'saas', null, { overall_sentiment })], {
        ...nothing,
        lastSentiments: new Map([['saas', 'neutral']]),
      }).items[0]
    expect(one('Neutral')).toMatchObject({ previousSentiment: 'neutral', turned: null })
    expect(one(null)).toMatchObject({ previousSentiment: 'neutral', turned: null })
  })

  it('name subreddits without a summary, and omit those that weren’t asked for', () => {
    const summaries = [summary('a1', 'SaaS', null), summary('x', 'cats', null), summary('y', '', null)]
    expect(redditNews(summaries, { ...nothing, asked: ['r/saas', '/r/Marketing'] })).toMatchObject({
      items: [{ subreddit: 'SaaS' }],
      missing: ['Marketing'],
    })
  })

  it('never mark a seen summary as new, show each subreddit once, and miss none with a summary', () => {
    const name = fc.constantFrom('saas', 'SaaS', 'r/marketing', 'marketing', 'cats', '')
    const date = fc.constantFrom(null, 'no date', '2026-02-30', '2026-11-02', '2026-11-09', '2026-11-16')
    const word = fc.option(fc.constantFrom('positive', 'Negative', 'mixed', 'euphoric', ''))
    const summaries = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 9 }), name, date, word, fc.jsonValue())
        .map(([id, subreddit, day, overall_sentiment, key_themes]) =>
          summary(`id${id}`, subreddit, day, { overall_sentiment, key_themes }),
        ),
      { maxLength: 12 },
    )
    const seen = fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map((id) => `id${id}`)))
    const last = fc.array(fc.tuple(name, fc.constantFrom('positive', 'mixed')))
    fc.assert(
      fc.property(summaries, seen, fc.array(name), last, (list, ids, asked, sentiments) => {
        const memory = { seen: ids && new Set(ids), asked, lastSentiments: new Map(sentiments) }
        const { baseline, items, missing } = redditNews(list, memory)
        expect(items.filter(({ id, isNew }) => isNew && (baseline || ids?.includes(id)))).toEqual([])
        const shown = items.map(({ subreddit }) => subreddit.toLowerCase())
        expect(new Set(shown).size).toBe(shown.length)
        expect(missing.filter((subreddit) => shown.includes(subreddit.toLowerCase()))).toEqual([])
        for (const item of items) {
          if (item.turned !== null) expect(item.previousSentiment).not.toBeNull()
          const dates = list.filter(({ subreddit_name }) =>
            subreddit_name?.toLowerCase().endsWith(item.subreddit.toLowerCase()),
          )
          const newer = dates.filter(
            ({ creation_date: day }) => day?.startsWith('2026-11') && day > (item.date ?? ''),
          )
          expect(newer).toEqual([])
        }
      }),
    )
  })
})

it('loading reddit news returns every summary read, including older ones, and the sentiment shown', async () => {
  const api = service({
    reddit: [
      summary('a1', 'SaaS', '2026-11-02'),
      summary('a2', 'SaaS', '2026-11-09', { overall_sentiment: 'mixed' }),
    ],
  })
  const memory = { seen: null, lastSentiments: new Map<string, string>() }
  const { news, summaries, sentiments } = await loadReddit(api, scope, ['r/saas', 'cats'], memory)
  expect(news).toMatchObject({ baseline: true, items: [{ id: 'a2' }], missing: ['cats'] })
  expect(summaries).toEqual([
    { summaryId: 'a1', subreddit: 'saas', creationDate: '2026-11-02' },
    { summaryId: 'a2', subreddit: 'saas', creationDate: '2026-11-09' },
  ])
  expect(sentiments).toEqual(new Map([['saas', 'mixed']]))
  expect(api.asked.subreddits).toEqual([['saas', 'cats']])
})
