/** Other weeks of the fixtures' market, so that headline, chart and table of a view agree. */
import type { BrandChange, BrandStanding } from '../../../src/model/reports.ts'
import type { Trend } from '../../../src/model/trend.ts'
import { change, market, quiet, report, standing } from '../fixtures.ts'

/** The market with these brands replaced, by rank. */
export function marketWith(...replaced: readonly BrandStanding[]): readonly BrandStanding[] {
  const others = market.filter(({ brand }) => !replaced.some((each) => each.brand === brand))
  const place = ({ rank }: BrandStanding) => rank ?? Number.POSITIVE_INFINITY
  return [...replaced, ...others].sort((a, b) => place(a) - place(b))
}

const own = standing('Northwind', 3, 3, [38.2, 37.9], { mine: true })

/** Every brand keeps its rank, and hardly moves. */
export const quietMarket = {
  own,
  standings: marketWith(own, standing('Fabrikam', 2, 2, [40.1, 40.6])).map((each, index) =>
    each.rank === null || each.mine
      ? each
      : { ...each, previousRank: each.rank, ...slightly(each, (index % 3) * 0.2) },
  ),
}

const sinking = { ...own, ...slightly(own, -0.3) }

/** The same, in the last of some weeks in which the own brand slid. */
export const slidingMarket = {
  own: sinking,
  standings: quietMarket.standings.map((each) => (each === own ? sinking : each)),
}

function slightly(each: BrandStanding, by: number): Partial<BrandStanding> {
  const { visibility, presence, averageRanking, mentions, shareOfVoice } = each
  return {
    visibility: change(visibility.value, (visibility.value ?? 0) - by),
    presence: change(presence.value, presence.value),
    averageRanking: change(averageRanking.value, averageRanking.value, '', 'lower'),
    mentions: change(mentions.value, mentions.value, ''),
    shareOfVoice: change(shareOfVoice.value, shareOfVoice.value),
  }
}

const scores = [45, 45.4, 44.8, 45.2, 44.1, 43.5, 42, 42.3, 40.6, 39.4, 38.5, 38.2]
const fabrikam = [40.2, 40.9, 39.8, 40.4, 41, 40.1, 39.9, 40.3, 40.7, 40.2, 40.6, 40.1]
const adventure = [32.1, 32.8, 33.4, 33, 32.2, 33.9, 34.1, 33.5, 32.9, 33.3, 33.4, 33.2]
const monday = (week: number) => Temporal.PlainDate.from('2026-08-24').add({ weeks: week }).toString()

/** A slide of eight weeks that ends in the quiet market. */
export const slide = {
  brands: ['Northwind', 'Fabrikam', 'Adventure Works'],
  unit: '%',
  weeks: scores.map((score, week) => ({
    start: monday(week),
    scores: [score, fabrikam[week] ?? null, adventure[week] ?? null],
  })),
  leftOut: [],
  change: null,
  asOf: null,
} satisfies Trend

/** What is said of it. */
export const sliding: BrandChange = {
  kind: 'slope',
  direction: -1,
  points: -0.9,
  from: '2026-09-14',
  again: false,
  before: 45.2,
}

/** The same, ending in a week with news of its own, without two weeks, and without the competitor in a third. */
export const trendWithGaps: Trend = {
  ...slide,
  weeks: slide.weeks
    .filter(({ start }) => start !== '2026-09-28' && start !== '2026-10-12')
    .map((week) => (week.start === '2026-09-21' ? { ...week, scores: [45.2, 40.7, null] } : week)),
  leftOut: ['2026-09-28', '2026-10-12'],
  change: sliding,
}

/** The same with the channel's notes: two in one week, and one in a week that is not in the chart. */
export const trendWithNotes: Trend = {
  ...trendWithGaps,
  notes: [
    { day: '2026-09-30', text: 'In a week that is not measured' },
    { day: '2026-10-21', text: 'New pricing page is live' },
    { day: '2026-11-09', text: 'Press release about the Series B' },
    { day: '2026-11-11', text: 'Comparison page moved to /compare' },
  ],
}

/** A slide that ends in another year than it began. */
export const longSlide: Trend = {
  ...slide,
  weeks: slide.weeks.map((week, index) => ({
    ...week,
    start: Temporal.PlainDate.from('2026-11-02').add({ weeks: index }).toString(),
  })),
  change: { ...sliding, from: '2026-11-23' },
}

/** A step two weeks ago. */
export const raised: Trend = {
  ...slide,
  weeks: slide.weeks.map((week, index) => ({
    ...week,
    scores: [
      [31.2, 31.9, 33, 32.1, 33.4, 32.8, 31.5, 32.2, 33.1, 32.7, 37.9, 38.2][index] ?? 0,
      ...week.scores.slice(1),
    ],
  })),
  change: { kind: 'step', direction: 1, points: 5.6, from: '2026-11-02', again: false, before: 32.7 },
}

export const steadyTrend: Trend = {
  ...slide,
  weeks: slide.weeks.map((week, index) => ({
    ...week,
    scores: [index === 10 ? 37.9 : 38.2 - ((11 - index) % 3) / 10, ...week.scores.slice(1)],
  })),
}

/** A week without news. */
export const quietReport = report(quiet(quietMarket.own), quietMarket)

/** A week without news of its own, at the end of the slide. */
export const slidingReport = report(quiet(slidingMarket.own, { slope: sliding }), slidingMarket)

const firstOwn = standing('Northwind', 3, null, [38.2, null], { mine: true })
/** Nothing is known of the week before. */
export const firstReport = report(
  { kind: 'first_period', own: firstOwn, of: 3 },
  {
    standings: [
      standing('Contoso', 1, null, [51, null]),
      standing('Fabrikam', 2, null, [40.1, null]),
      firstOwn,
    ],
    own: firstOwn,
    totalMentions: 4_005,
  },
)
