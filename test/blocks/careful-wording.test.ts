/** Sentences claim no more than the data shows. */
import { describe, expect, it } from 'vitest'
import { redditHeadlineOf } from '../../src/blocks/digest/parts.ts'
import { allBrands } from '../../src/blocks/digest/thread.ts'
import { mrkdwnLines, textOf } from '../../src/blocks/kit/block-text.ts'
import { whenWords } from '../../src/blocks/kit/periods.ts'
import { richText } from '../../src/blocks/kit/spans.ts'
import { redditAnswer } from '../../src/blocks/reddit/reddit.ts'
import { reviewHeadline } from '../../src/blocks/review/review.ts'
import { headlineSentence } from '../../src/blocks/visibility/headline-copy.ts'
import { weeksChart } from '../../src/blocks/visibility/trend.ts'
import { assembleReview } from '../../src/review/read.ts'
import { fabrikam, northwind, quiet, redditNews, report } from './fixtures.ts'
import { quarterInput, reviewedTask, story } from './review-fixtures.ts'

describe('the headline of a review', () => {
  it.each([
    { states: ['no_effect', 'no_effect'], says: 'no clear change.' },
    { states: ['no_effect', 'too_early'], says: 'no clear change in the 1 task that can be compared.' },
    { states: ['faded', 'no_effect'], says: 'no clear change.' },
    { states: ['shared', 'no_effect'], says: 'no clear change that competitors don’t share.' },
    { states: ['too_early', 'too_early'], says: 'too early to say what changed.' },
    { states: ['unread', 'unread'], says: 'the weeks since are still being read.' },
    { states: ['unread', 'too_early', 'no_aim'], says: 'not enough data yet to say what changed.' },
    { states: ['no_aim', 'no_comparison'], says: 'none of the tasks can be compared.' },
    {
      states: ['up', 'back', 'down'],
      says: 'since then, 2 rises and 1 fall of more than ordinary variation.',
    },
  ] as const)('says only what is true: $says', ({ states, says }) => {
    const tasks = states.map((state, index) => reviewedTask(index, { story: story(state) }))
    expect(reviewHeadline(assembleReview({ ...quarterInput, tasks }))).toMatch(new RegExp(`; ${says}$`))
  })
})

describe('Reddit’s headline', () => {
  const [turned, , older] = redditNews.items
  if (turned === undefined || older === undefined) throw new Error('there are three')
  const news = (...items: typeof redditNews.items) => ({ ...redditNews, items })

  it('calls a sentiment unchanged only if the earlier one is known', () => {
    expect(redditHeadlineOf(news({ ...older, isNew: true }))).toBe('Reddit: 1 new summary.')
    const withPrevious = { ...older, previousSentiment: 'positive' }
    expect(redditHeadlineOf(news({ ...withPrevious, isNew: true }))).toBe(
      'Reddit: 1 new summary, sentiment unchanged.',
    )
    const answer = (item: typeof older) =>
      redditAnswer(news(item), { shareable: false, command: 'reddit' }).text
    for (const item of [older, withPrevious])
      expect(answer(item)).toMatch(/^Reddit: positive in r\/trailrunning\.\n/)
  })

  it('counts no new summaries if only a sentiment turned', () => {
    expect(redditHeadlineOf(news({ ...turned, isNew: false }))).toBe(
      'Reddit: sentiment improved in 1 subreddit.',
    )
  })
})

it('a chart names the command that lists notes it doesn’t show', () => {
  const notes = Array.from({ length: 7 }, (_, day) => ({ day: `2026-11-0${day + 2}`, text: 'New page' }))
  const weeks = [{ start: '2026-11-02', scores: [41.3] }]
  const { events } = weeksChart({ title: 'Weeks', lines: ['Northwind'], weeks, notes })
  expect(events.at(-1)).toBe('1 earlier note not shown: /sightline notes')
})

it('a message without blocks still names the group to ask, and links what the blocks link', () => {
  const block = richText([
    ['Ask ', { group: 'S0BRAND' }, ', see ', { link: 'https://a.slack.com/x', text: 'A & B' }],
  ])
  expect(mrkdwnLines(block)).toEqual(['Ask <!subteam^S0BRAND>, see <https://a.slack.com/x|A &amp; B>'])
})

it('being passed is never marked as good news, even if the own score rose too', () => {
  const risen = { ...northwind, visibility: { ...northwind.visibility, verdict: 'better' as const } }
  const says = headlineSentence(report({ kind: 'overtaken', own: risen, rivals: [fabrikam] }))
  expect(says).toMatch(/^▼ Fabrikam/)
})

it('nobody “passed” whom the period before had in that order already', () => {
  const before = (previous: number) => ({
    ...fabrikam,
    visibility: { ...fabrikam.visibility, previous },
  })
  const says = (previous: number) =>
    headlineSentence(report({ kind: 'overtook', own: northwind, rivals: [before(previous)] }))
  const was = northwind.visibility.previous ?? 0
  expect(says(was + 1)).toMatch(/^▲ Northwind passed Fabrikam and is 2nd of 11: .*, was 1\.0 behind\./)
  expect(says(was - 1)).toMatch(
    /^▲ Northwind is now clearly ahead of Fabrikam and 2nd of 11: .* ahead, was 1\.0\./,
  )
})

describe('the table of a digest', () => {
  const all = report(quiet(northwind))
  const titleOf = (more: Partial<typeof all>) => textOf(allBrands({ ...all, ...more }).blocks).split('\n')[0]

  it('says “all brands” only if it has all', () => {
    expect(titleOf({})).toMatch(/^All \d+ brands, by rank/)
    expect(titleOf({ brandsLeftOut: 40 })).toMatch(/^The first \d+ brands, by rank/)
    expect(titleOf({ standings: [northwind, fabrikam], brands: ['Northwind', 'Fabrikam'] })).toBe(
      '2 brands, by rank',
    )
  })

  it('with one row says “Your brand” only if it is the own brand', () => {
    expect(titleOf({ standings: [northwind] })).toBe('Your brand, by rank')
    expect(titleOf({ standings: [fabrikam] })).toBe('1 brand, by rank')
  })
})

it('a period of another year includes the year', () => {
  const october = { unit: 'month', start: '2025-10-01', end: '2025-10-31', timeZone: 'UTC' } as const
  expect(whenWords({ ...october, thisYear: 2026 })).toBe('in October 2025')
  expect(whenWords({ ...october, thisYear: 2025 })).toBe('in October')
})
