/** What tasks moved, in every state of a story. */
import type { DigestStory } from '../../../../src/blocks/digest/data.ts'
import type { BeforeAfter, BeforeAfterWeeks, MeasureChange } from '../../../../src/model/before-after.ts'

const measured = (value: number, answers: number, margin: number) => ({ value, answers, margin })

export const moved = (
  before: number,
  since: number,
  isReliable: boolean | null,
  metric: MeasureChange['metric'] = 'visibility',
): MeasureChange => ({
  metric,
  before: measured(before, 1_240, 1.8),
  since: measured(since, 1_560, 1.6),
  change: Math.round((since - before) * 10) / 10,
  isReliable,
})

const week = (start: string, end: string) => ({ unit: 'week', start, end, timeZone: 'Europe/Paris' }) as const

/** Since Monday, 12 October, on Perplexity. */
export const up: BeforeAfter = {
  aim: { engines: ['Perplexity'], rival: 'Globex', topics: [], subreddit: null },
  from: '2026-10-08',
  basis: 'created',
  own: 'Northwind',
  before: week('2026-09-07', '2026-10-04'),
  since: week('2026-10-12', '2026-11-15'),
  weeksSince: 5,
  isFinal: false,
  aimed: [moved(21, 26.4, true), moved(17.2, 21.1, false, 'presence')],
  overall: [moved(38.2, 38.9, false), moved(30.6, 31, false, 'presence')],
  others: [
    { kind: 'engines', name: null, of: 0, change: moved(41.1, 41, false) },
    { kind: 'rivals', name: null, of: 3, change: moved(33.2, 33.8, false) },
    { kind: 'rival', name: 'Globex', of: 1, change: moved(35.9, 35.2, false) },
    { kind: 'rival', name: 'Fabrikam', of: 1, change: moved(31, 32.4, false) },
  ],
  verdict: { kind: 'up', weeks: 5 },
}

export const down: BeforeAfter = {
  ...up,
  aim: { engines: [], rival: null, topics: [], subreddit: 'saas' },
  basis: 'done',
  from: '2026-10-09',
  aimed: [moved(38.2, 33.1, true), moved(30.6, 27.5, true, 'presence')],
  overall: [],
  verdict: { kind: 'down', weeks: 5 },
}

/** All stories without a claim, by name. */
export const otherStories: Readonly<Record<string, BeforeAfter>> = {
  'Too early': {
    ...up,
    from: '2026-11-10',
    since: null,
    weeksSince: 0,
    aimed: [],
    overall: [],
    others: [],
    verdict: { kind: 'too_early', readableOn: '2026-12-07' },
  },
  'Too small': { ...up, aimed: [moved(21, 26.4, null)], verdict: { kind: 'too_small' } },
  'Days missing': { ...up, verdict: { kind: 'data_gap', side: 'before' } },
  'No reliable change': {
    ...up,
    aim: { ...up.aim, engines: ['ChatGPT', 'Perplexity'], topics: ['t-pricing'] },
    aimed: [moved(21, 21.6, false)],
    verdict: { kind: 'no_reliable_change', weeks: 9 },
  },
  'Sentiments on both sides': {
    ...up,
    aim: { ...up.aim, subreddit: 'running' },
    aimed: [moved(21, 21.6, false)],
    verdict: { kind: 'no_reliable_change', weeks: 5 },
    sentiments: {
      subreddit: 'running',
      before: { day: '2026-10-03', sentiment: 'negative' },
      since: { day: '2026-11-14', sentiment: 'mixed' },
    },
  },
  'Everyone rose': {
    ...up,
    others: [
      { kind: 'engines', name: null, of: 0, change: moved(36, 41, true) },
      { kind: 'rivals', name: null, of: 3, change: moved(30.1, 35.2, true) },
    ],
    verdict: { kind: 'shared_change', direction: 'up', weeks: 5 },
  },
  'Not read': { ...up, aimed: [], verdict: { kind: 'unavailable', why: 'failed' } },
  'Not asked': { ...up, aimed: [], verdict: { kind: 'unavailable', why: 'out_of_requests' } },
}

export const storyWeeks: BeforeAfterWeeks = {
  ownBrand: 'Northwind',
  rivals: ['Globex', 'Fabrikam'],
  weeks: [20.4, 21.8, 20.9, 20.9, 22.4, 24.1, 25.8, 26.9, 27.4, 27.8].map((ownScore, index) => ({
    start: Temporal.PlainDate.from('2026-09-07').add({ weeks: index }).toString(),
    side: index < 4 ? 'before' : index === 4 ? 'during' : 'since',
    ownScore,
    answers: 310,
    rivals: [35.9 - index / 10, 31 + index / 8],
  })),
}

export const storyNotes = [
  { day: '2026-10-21', text: 'New pricing page is live' },
  { day: '2026-11-10', text: 'Press release about the Series B' },
]

export const storyWords = {
  thisYear: 2026,
  filterNames: [{ filter: 'topics', id: 't-pricing', name: 'Pricing' }],
} as const

export const digestStory = (number: number, story: BeforeAfter): DigestStory => ({
  organizationId: '1c0e7a52-0000-4000-8000-000000000001',
  workspaceId: '1c0e7a52-0000-4000-8000-000000000002',
  resultId: `3f1c9a20-0000-4000-8000-00000000000${number}`,
  taskId: `7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d00${number}`,
  name:
    ['Publish a comparison of daily trainers', 'Answer the pricing thread on r/saas'][number] ??
    `Task ${number}`,
  story,
  ...storyWords,
})
