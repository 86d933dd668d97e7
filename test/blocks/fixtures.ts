/** A market of twelve brands, as insights would describe it. */

import { figureChange, marked } from '../../src/insights/headline.ts'
import { FAMILY_RATE, OWN_RATE } from '../../src/insights/reading/changes.ts'
import { bySample, margin, metricChange } from '../../src/insights/significance.ts'
import { noFilters } from '../../src/model/question.ts'
import type { Recommendation, TaskState } from '../../src/model/recommendation.ts'
import type { RedditItem, RedditNews } from '../../src/model/reddit.ts'
import type {
  BrandChange,
  BrandStanding,
  Headline,
  MetricChange,
  VisibilityReport,
} from '../../src/model/reports.ts'

export const change = (
  value: number | null,
  previous: number | null,
  unit = '%',
  direction: 'higher' | 'lower' = 'higher',
) => metricChange({ value, prev_value: previous, unit }, direction)

/** The week that begins on this Monday. */
export const week = (monday: string) =>
  ({
    unit: 'week',
    start: monday,
    end: Temporal.PlainDate.from(monday).add({ days: 6 }).toString(),
    timeZone: 'Europe/Paris',
    thisYear: 2026,
  }) as const

/** A month such as 2026-10. */
export const month = (name: string, timeZone = 'America/New_York') =>
  ({
    unit: 'month',
    start: `${name}-01`,
    end: Temporal.PlainYearMonth.from(name).toPlainDate({ day: 31 }).toString(),
    timeZone,
    thisYear: 2026,
  }) as const

const thisWeek: VisibilityReport['period'] = week('2026-11-09')

export function standing(
  brand: string,
  rank: number | null,
  previousRank: number | null,
  visibility: [number | null, number | null],
  more: Partial<BrandStanding> = {},
): BrandStanding {
  const [now, before] = visibility
  const of = (share: number) => (part: number | null) =>
    part === null ? null : Math.round(part * share * 10) / 10
  const made = {
    brand,
    mine: false,
    rank,
    previousRank,
    visibility: change(now, before),
    presence: change(of(0.8)(now), of(0.8)(before)),
    averageRanking: change(
      rank === null ? null : rank + 0.4,
      previousRank === null ? null : previousRank + 0.4,
      '',
      'lower',
    ),
    mentions: change(
      now === null ? null : Math.round(now * 31),
      before === null ? null : Math.round(before * 31),
      '',
    ),
    shareOfVoice: change(of(0.3)(now), of(0.3)(before)),
    answers: { now: 33_100, before: 33_350 },
    ...more,
  }
  const sampledMade = { ...made, visibility: sampled(made.visibility), presence: sampled(made.presence) }
  // As one of the eleven rivals of a market of twelve.
  const risk = made.mine ? OWN_RATE : FAMILY_RATE / 11
  return marked(sampledMade, figureChange(sampledMade, thisWeek, risk, bySample), thisWeek)

  function sampled(one: MetricChange): MetricChange {
    return { ...one, margin: margin(one.value, made.answers.now) }
  }
}

export const contoso = standing('Contoso', 1, 1, [51, 50.8])
export const northwind = standing('Northwind', 2, 3, [41.3, 38.9], { mine: true })
export const fabrikam = standing('Fabrikam', 3, 2, [40.1, 40.6])

export const market: readonly BrandStanding[] = [
  contoso,
  northwind,
  fabrikam,
  standing('Adventure Works', 4, 4, [33.2, 35.4]),
  standing('Tailspin Toys', 5, 6, [28, 24.4]),
  standing('Litware', 6, 5, [27.5, 27.5]),
  standing('Proseware', 7, 7, [19.8, 19.1]),
  standing('Wide World Importers', 8, 8, [14.2, 14.4]),
  standing('Woodgrove', 9, 9, [11.7, 12.3]),
  standing('Lucerne Publishing', 10, 10, [8.4, 8.4]),
  standing('Humongous Insurance', 11, null, [3.1, null]),
  standing('Coho Winery', null, 11, [null, 5.2]),
]

/** Data was collected every day, in both weeks. */
export const covered: VisibilityReport['coverage'] = {
  now: { days: 7, collected: 7, usual: 7, answers: 1640 },
  before: { days: 7, collected: 7, usual: 7, answers: 1652 },
  gap: null,
}

/** Two days of this week were not collected. */
export const twoDaysMissing: VisibilityReport['coverage'] = {
  now: { days: 7, collected: 5, usual: 7, answers: 2380 },
  before: { days: 7, collected: 7, usual: 7, answers: 3339 },
  gap: { side: 'now', by: 'days' },
}

export function report(headline: Headline, more: Partial<VisibilityReport> = {}): VisibilityReport {
  return {
    period: thisWeek,
    requestedPeriod: null,
    comparedWith: week('2026-11-02'),
    engines: [],
    brands: [],
    filters: noFilters,
    standings: market,
    own: northwind,
    ranked: 11,
    answers: { now: 33_100, before: 33_350 },
    smallestNews: 1,
    totalMentions: 8_532,
    brandsLeftOut: 0,
    collect: { date: '2026-11-14', total: 1_204 },
    coverage: covered,
    impossible: [],
    isFraction: false,
    headline,
    tooClose: [],
    ...more,
  }
}

/** What became news of a brand in the report's week. */
export function changeOf(standing: BrandStanding, more: Partial<BrandChange> = {}): BrandChange {
  const { delta, previous } = standing.visibility
  const points = delta ?? 0
  return {
    kind: 'step',
    direction: points < 0 ? -1 : 1,
    points,
    from: '2026-11-09',
    again: false,
    before: previous,
    ...more,
  }
}

type Told<Kind extends Headline['kind']> = Extract<Headline, { kind: Kind }>

export const ownChange = (own: BrandStanding, more: Partial<BrandChange> = {}): Told<'own_change'> => ({
  kind: 'own_change',
  own,
  change: changeOf(own, more),
})

export const rivalChange = (own: BrandStanding, rival: BrandStanding): Told<'rival_change'> => ({
  kind: 'rival_change',
  own,
  rival,
  change: changeOf(rival),
})

export const quiet = (own: BrandStanding, more: Partial<Told<'quiet'>> = {}): Told<'quiet'> => ({
  kind: 'quiet',
  own,
  within: { points: own.visibility.delta ?? 0, interval: [-1.9, 2.4], isNews: false },
  slope: null,
  ...more,
})

export const dataGap = (own: BrandStanding, more: Partial<Told<'data_gap'>> = {}): Told<'data_gap'> => ({
  kind: 'data_gap',
  own,
  missing: [],
  fewer: [],
  within: null,
  ...more,
})

export const overtookReport = report({ kind: 'overtook', own: northwind, rivals: [fabrikam], lost: [] })

function redditItem(subreddit: string, more: Partial<RedditItem> = {}): RedditItem {
  return {
    id: `id-${subreddit}`,
    subreddit,
    date: '2026-11-13',
    description: `People in ${subreddit} compare daily trainers. Northwind is named for comfort, Contoso for durability.`,
    sentiment: 'positive',
    previousSentiment: null,
    turned: null,
    certainTurn: null,
    themes: ['comfort', 'durability', 'price'],
    weeklyVisitors: '412K',
    weeklyContributors: '3.1K',
    isNew: true,
    ...more,
  }
}

export const redditNews: RedditNews = {
  baseline: false,
  thisYear: 2026,
  items: [
    redditItem('running', { previousSentiment: 'neutral', turned: 'better' }),
    redditItem('marathon', {
      sentiment: 'negative',
      previousSentiment: 'positive',
      turned: 'worse',
      certainTurn: { previousSentiment: 'positive', turned: 'worse' },
      date: '2026-11-12',
      description: 'Several long threads report that the new sole wears out within 300 kilometres.',
      themes: ['durability', 'warranty'],
    }),
    redditItem('trailrunning', { isNew: false, date: '2026-10-30', themes: [], weeklyVisitors: null }),
  ],
  missing: ['ultrarunning'],
}

export const created: Extract<TaskState, { kind: 'created' }> = {
  kind: 'created',
  taskId: '7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d001',
  name: 'Publish a comparison of daily trainers',
  description: 'AI assistants quote three comparison pages, none of which names Northwind.',
  by: 'U0ANA',
  at: '2026-11-16T08:14:00Z',
}

export const creating: TaskState = { kind: 'creating', by: 'U0BEN', at: '2026-11-16T08:13:59Z' }

/** @param reason why nobody knows whether it was created */
export const unknownTask = (reason: 'stopped' | 'outcome_unknown' = 'outcome_unknown'): TaskState => ({
  kind: 'unknown',
  by: 'U0BEN',
  at: '2026-11-16T08:14:30Z',
  reason,
})

export function recommendation(number: number, more: Partial<Recommendation> = {}): Recommendation {
  return {
    organizationId: '1c0e7a52-0000-4000-8000-000000000001',
    workspaceId: '1c0e7a52-0000-4000-8000-000000000002',
    resultId: `3f1c9a20-0000-4000-8000-00000000000${number}`,
    briefs: [
      {
        id: `b-${number}`,
        taskId: null,
        title: titles[number % titles.length] ?? '',
        body: '# Why\n\nAI assistants quote **three** comparison pages; none of them names Northwind.\n\n- Compare five models\n- Say who each is for',
        updatedAt: '2026-11-13T10:00:00Z',
      },
    ],
    task: { kind: 'none' },
    ...more,
  }
}

const titles = [
  'Publish a comparison of daily trainers',
  'Answer the durability question on the product page',
  'Get listed in the three most quoted buying guides',
  'Add a size guide that assistants can quote',
  'Ask reviewers to update their 2025 tests',
]

export const ok = <T>(data: T) => ({ ok: true as const, data })

/** Options of every answer about last week. */
export const options = {
  shareable: true,
  command: 'visibility week 2026-11-09',
  byEngine: 'engines week 2026-11-09',
}
