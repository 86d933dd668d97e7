/** What followed tasks, in every state of a story. */
import type { DigestStory } from '../../../../src/blocks/digest/data.ts'
import type { Story, StoryChart } from '../../../../src/model/story.ts'

const chart: StoryChart = {
  lines: [
    { brand: 'Northwind', engine: 'Perplexity' },
    { brand: 'Northwind', engine: null },
    { brand: 'Globex', engine: 'Perplexity' },
  ],
  weeks: [20.4, 21.8, 20.9, 20.9, 22.4, 24.1, 25.8, 26.9, 27.4, 26.4].map((score, index) => ({
    start: Temporal.PlainDate.from('2026-09-07').add({ weeks: index }).toString(),
    isSince: index > 4,
    scores: [score, 38.2 + index / 10, 35.9 - index / 10],
  })),
}

/** Since Monday, 12 October, on Perplexity. */
export const up: Story = {
  id: 'task',
  aim: { engines: ['Perplexity'], rival: 'Globex', topics: [], subreddit: null },
  from: '2026-10-08',
  basis: 'created',
  state: 'up',
  lacks: null,
  news: 'up',
  own: 'Northwind',
  weeks: 5,
  readableOn: '2026-11-02',
  direction: 'up',
  effect: { points: 5.4, interval: [2.1, 8.7] },
  wasMoving: false,
  levels: [{ engine: 'Perplexity', score: 26.4 }],
  chart,
}

export const down: Story = {
  ...up,
  aim: { engines: ['ChatGPT', 'Perplexity'], rival: null, topics: ['t-pricing'], subreddit: 'saas' },
  basis: 'done',
  from: '2026-10-09',
  state: 'down',
  news: 'down',
  direction: 'down',
  effect: { points: -5.1, interval: [-8, -2.2] },
  levels: [
    { engine: 'ChatGPT', score: 33.1 },
    { engine: 'Perplexity', score: 26.4 },
  ],
}

const nothing = { news: null, effect: null, levels: [] }
const slight = { ...nothing, effect: { points: 0.4, interval: [-1.2, 2] as const }, levels: up.levels }

/** All other stories, by name. */
export const otherStories: Readonly<Record<string, Story>> = {
  'Rising before': { ...up, wasMoving: true },
  'No longer clear': { ...up, effect: { points: 1.8, interval: [-0.6, 4.2] } },
  Faded: { ...up, ...slight, state: 'faded', news: 'faded' },
  Back: { ...up, state: 'back', news: 'back', effect: { points: 4.8, interval: [1.6, 8] } },
  'Competitors rose, too': { ...up, state: 'shared', news: null },
  'No clear change': { ...up, ...slight, state: 'no_effect', weeks: 9 },
  'Sentiments on both sides': {
    ...up,
    ...slight,
    state: 'no_effect',
    sentiments: {
      subreddit: 'running',
      before: { day: '2026-10-03', sentiment: 'negative' },
      since: { day: '2026-11-14', sentiment: 'mixed' },
    },
  },
  'Too early': {
    ...up,
    ...nothing,
    from: '2026-10-29',
    state: 'too_early',
    weeks: 2,
    readableOn: '2026-11-23',
  },
  'No aim': {
    ...up,
    ...nothing,
    aim: { ...up.aim, engines: [], rival: null },
    state: 'no_aim',
    levels: [{ engine: null, score: 38.9 }],
  },
  'Too few weeks before': { ...up, ...slight, effect: null, state: 'no_comparison', lacks: 'weeks_before' },
  'Engine without data': { ...up, ...nothing, state: 'no_comparison', lacks: 'aimed_engines' },
  'Too few other engines': {
    ...up,
    ...nothing,
    aim: { ...up.aim, engines: ['ChatGPT', 'Claude', 'Gemini', 'Perplexity', 'Google'] },
    state: 'no_comparison',
    lacks: 'other_engines',
    levels: ['ChatGPT', 'Claude', 'Gemini', 'Perplexity', 'Google'].map((engine, index) => ({
      engine,
      score: 26.4 + 3 * index,
    })),
  },
  'No own brand': { ...up, ...nothing, own: null, chart: null, state: 'no_comparison', lacks: 'own_brand' },
  'Being read': { ...up, ...nothing, chart: null, state: 'unread' },
}

export const storyNotes = [
  { day: '2026-10-21', text: 'New pricing page is live' },
  { day: '2026-11-10', text: 'Press release about the Series B' },
]

export const storyWords = {
  thisYear: 2026,
  filterNames: [{ filter: 'topics', id: 't-pricing', name: 'Pricing' }],
} as const

export const digestStory = (number: number, story: Story): DigestStory => ({
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
