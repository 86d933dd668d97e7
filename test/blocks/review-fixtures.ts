/** A team's quarter, for the review's views. */
import type { Review, ReviewedTask } from '../../src/model/review.ts'
import type { Story } from '../../src/model/story.ts'
import { assembleReview, type ReviewInput } from '../../src/review/read.ts'
import { quietReport, steadyTrend } from './gallery/markets.ts'
import { up } from './gallery/tasks/stories.ts'

export function story(state: Story['state'], more: Partial<Story> = {}): Story {
  const isJudged = ['up', 'down', 'back', 'faded', 'shared', 'no_effect'].includes(state)
  const direction = state === 'down' ? 'down' : 'up'
  const sign = direction === 'up' ? 1 : -1
  const effect: Story['effect'] =
    state === 'no_effect' || state === 'faded'
      ? { points: 0.4, interval: [-1.2, 2] }
      : { points: 5.4 * sign, interval: direction === 'up' ? [2.1, 8.7] : [-8.7, -2.1] }
  return {
    ...up,
    aim: { ...up.aim, rival: null },
    from: '2026-10-07',
    state,
    direction,
    effect: isJudged ? effect : null,
    weeks: isJudged ? 5 : 2,
    readableOn: '2026-12-07',
    levels: isJudged ? up.levels : [],
    chart: null,
    ...more,
  }
}

export function reviewedTask(number: number, more: Partial<ReviewedTask> = {}): ReviewedTask {
  return {
    resultId: `3f1c9a20-0000-4000-8000-00000000000${number}`,
    taskId: `7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d00${number}`,
    name: `Task ${number}`,
    createdBy: 'U0ANA',
    createdOn: '2026-10-07',
    doneOn: null,
    doneBy: null,
    story: null,
    ...more,
  }
}

const task = (number: number, name: string, more: Partial<ReviewedTask>) =>
  reviewedTask(number, { name, ...more })
const doneOn = (day: string) => ({ doneOn: day, doneBy: 'U0BEN' })
const subreddit = (name: string, before: string | null, since: string) => ({
  subreddit: name,
  before: before === null ? null : { day: '2026-09-21', sentiment: before },
  since: { day: '2026-11-16', sentiment: since },
})

export const quarterInput: ReviewInput = {
  standing: { report: quietReport, trend: steadyTrend },
  channel: 'C0MARKETING',
  brand: 'Northwind',
  period: { unit: 'month', start: '2026-10-01', end: '2026-11-22', timeZone: 'UTC', thisYear: 2026 },
  today: '2026-11-22',
  tasks: [
    task(1, 'Get listed in the three most quoted buying guides', {
      ...doneOn('2026-10-14'),
      story: story('up', { from: '2026-10-14', basis: 'done' }),
    }),
    task(2, 'Publish a comparison page', { createdOn: '2026-10-09', story: story('no_effect') }),
    task(3, 'Answer the pricing question on Reddit', {
      createdOn: '2026-10-20',
      createdBy: 'U0BEN',
      ...doneOn('2026-10-22'),
      story: story('shared', { weeks: 3 }),
    }),
    task(4, 'Rewrite the integrations page', { createdOn: '2026-11-11', story: story('too_early') }),
    task(5, 'Add structured data to the documentation', {
      createdOn: '2026-09-02',
      story: story('down', { from: '2026-09-02', weeks: 8 }),
    }),
  ],
  reddit: [
    subreddit('running', 'neutral', 'positive'),
    subreddit('marathon', 'mixed', 'Mixed'),
    subreddit('ultrarunning', null, 'mixed'),
  ],
  notes: [
    { day: '2026-10-12', text: 'New pricing page is live', by: 'U0ANA' },
    { day: '2026-11-02', text: 'Globex was in the news for its funding', by: 'U0BEN' },
  ],
  openRecommendations: [
    { resultId: 'R9', title: 'Collect reviews on two more sites', trackedOn: '2026-09-14' },
    { resultId: 'R8', title: null, trackedOn: null },
  ],
}

export const quarterReview = assembleReview(quarterInput)

const review = (more: Partial<ReviewInput>): Review => assembleReview({ ...quarterInput, ...more })

/** More than any screen shows, with very long texts. */
export const crowdedReview = review({
  tasks: Array.from({ length: 28 }, (_, number) =>
    reviewedTask(number, {
      resultId: `R-${number}`,
      name: `${number}: ${'Rewrite the page about integrations with every partner '.repeat(4)}`,
      createdBy: `U0P${number % 12}`,
      createdOn: Temporal.PlainDate.from('2026-10-01')
        .add({ days: (number * 7) % 50 })
        .toString(),
      ...(number % 3 === 0 ? { doneOn: '2026-11-09', doneBy: `U0P${number % 7}` } : {}),
      story: story(
        (['up', 'no_effect', 'shared', 'too_early', 'no_aim', 'faded', 'unread'] as const)[number % 7] ??
          'no_comparison',
        { lacks: 'weeks_before' },
      ),
    }),
  ),
  notes: Array.from({ length: 6 }, (_, number) => ({
    day: `2026-11-${String((number % 20) + 1).padStart(2, '0')}`,
    text: 'The new pricing page is live in all markets. '.repeat(6),
    by: 'U0ANA',
  })),
  openRecommendations: Array.from({ length: 5 }, (_, number) => ({
    resultId: `O-${number}`,
    title: 'Collect reviews on two more sites than before '.repeat(4),
    trackedOn: '2026-08-03',
  })),
})

export const earlyReview = review({
  tasks: ['Rewrite the integrations page', 'Publish a comparison page'].map((name, number) =>
    task(number, name, { createdOn: '2026-11-11', story: story('too_early') }),
  ),
  notes: [],
  openRecommendations: [],
})

export const emptyReview = review({ brand: null, tasks: [], notes: [], openRecommendations: [] })

/** Nothing can be said yet, or ever. */
export const unreadReview = review({
  tasks: [
    task(1, 'Publish a comparison page', { story: story('no_aim') }),
    task(2, 'Rewrite the integrations page', { story: story('unread') }),
    task(3, 'Answer the pricing question on Reddit', {
      story: story('no_comparison', { lacks: 'weeks_before' }),
    }),
  ],
  notes: [],
})
