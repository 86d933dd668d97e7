/** A team's quarter, for the review's views. */
import type { BeforeAfter, BeforeAfterVerdict, MeasureChange } from '../../src/model/before-after.ts'
import type { Review, ReviewedTask } from '../../src/model/review.ts'
import { assembleReview, type ReviewInput } from '../../src/review/review.ts'

const period = (start: string, end: string) => ({ unit: 'week' as const, start, end, timeZone: 'UTC' })

const visibility = (before: number, since: number, isReliable = false): MeasureChange => ({
  metric: 'visibility',
  before: { value: before, answers: 1_200, margin: 2.3 },
  since: { value: since, answers: 1_500, margin: 2.2 },
  change: Math.round((since - before) * 10) / 10,
  isReliable,
})

export function story(verdict: BeforeAfterVerdict, more: Partial<BeforeAfter> = {}): BeforeAfter {
  const isRead = verdict.kind !== 'too_early' && verdict.kind !== 'unavailable'
  const moved = verdict.kind === 'up' || verdict.kind === 'down' || verdict.kind === 'shared_change'
  return {
    aim: { engines: ['Perplexity'], rival: null, topics: [], subreddit: null },
    from: '2026-10-07',
    basis: 'created',
    own: 'Northwind',
    before: period('2026-09-07', '2026-10-04'),
    since: isRead ? period('2026-10-12', '2026-11-15') : null,
    weeksSince: isRead ? 5 : 0,
    isFinal: false,
    aimed: isRead ? [visibility(21, moved ? 26.4 : 21.6, moved)] : [],
    overall: isRead ? [visibility(38.2, 38.9)] : [],
    others: isRead
      ? [
          { kind: 'engines', name: null, of: 0, change: visibility(42, 41.8) },
          { kind: 'rivals', name: null, of: 3, change: visibility(30, 30.6) },
        ]
      : [],
    verdict,
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

export const quarterInput: ReviewInput = {
  channel: 'C0MARKETING',
  brand: 'Northwind',
  period: { unit: 'month', start: '2026-10-01', end: '2026-11-22', timeZone: 'UTC', thisYear: 2026 },
  today: '2026-11-22',
  tasks: [
    reviewedTask(1, {
      name: 'Get listed in the three most quoted buying guides',
      doneOn: '2026-10-14',
      doneBy: 'U0BEN',
      story: story({ kind: 'up', weeks: 5 }, { from: '2026-10-14', basis: 'done' }),
    }),
    reviewedTask(2, {
      name: 'Publish a comparison page',
      createdOn: '2026-10-09',
      story: story({ kind: 'no_reliable_change', weeks: 5 }),
    }),
    reviewedTask(3, {
      name: 'Answer the pricing question on Reddit',
      createdOn: '2026-10-20',
      createdBy: 'U0BEN',
      doneOn: '2026-10-22',
      doneBy: 'U0BEN',
      story: story({ kind: 'shared_change', direction: 'up', weeks: 3 }),
    }),
    reviewedTask(4, {
      name: 'Rewrite the integrations page',
      createdOn: '2026-11-11',
      story: story({ kind: 'too_early', readableOn: '2026-12-07' }),
    }),
    reviewedTask(5, {
      name: 'Add structured data to the documentation',
      createdOn: '2026-09-02',
      story: story({ kind: 'down', weeks: 8 }, { from: '2026-09-02', aimed: [visibility(26.4, 21, true)] }),
    }),
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
        (
          [
            { kind: 'up', weeks: 5 },
            { kind: 'no_reliable_change', weeks: 4 },
            { kind: 'shared_change', direction: 'down', weeks: 6 },
            { kind: 'too_early', readableOn: '2026-12-14' },
            { kind: 'too_small' },
            { kind: 'data_gap', side: 'since' },
            { kind: 'unavailable', why: 'out_of_requests' },
          ] as const
        )[number % 7] ?? { kind: 'too_small' },
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
  tasks: [4, 6].map((number) =>
    reviewedTask(number, {
      createdOn: '2026-11-11',
      name: number === 4 ? 'Rewrite the integrations page' : 'Publish a comparison page',
      story: story({ kind: 'too_early', readableOn: '2026-12-07' }),
    }),
  ),
  notes: [],
  openRecommendations: [],
})

export const emptyReview = review({ brand: null, tasks: [], notes: [], openRecommendations: [] })

/** The service gave no answer, or not enough data. */
export const unreadReview = review({
  tasks: [
    reviewedTask(1, { name: 'Publish a comparison page', story: story({ kind: 'too_small' }) }),
    reviewedTask(2, {
      name: 'Rewrite the integrations page',
      story: story({ kind: 'unavailable', why: 'failed' }),
    }),
    reviewedTask(3, {
      name: 'Answer the pricing question on Reddit',
      story: story({ kind: 'data_gap', side: 'before' }),
    }),
  ],
  notes: [],
})
