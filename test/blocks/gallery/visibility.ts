import { problemMessage } from '../../../src/blocks/kit/problem.ts'
import { howNumbersAreRead, howSureModal } from '../../../src/blocks/visibility/how-sure.ts'
import { moreStandings, visibilityAnswer } from '../../../src/blocks/visibility/visibility.ts'
import { csvNotSent, csvSent } from '../../../src/blocks/visibility/visibility-csv.ts'
import { marked } from '../../../src/insights/headline.ts'
import type { Reading } from '../../../src/insights/reading/reading.ts'
import { type Asked, noFilters } from '../../../src/model/question.ts'
import {
  contoso,
  dataGap,
  fabrikam,
  market,
  month,
  northwind,
  options,
  overtookReport,
  ownChange,
  quiet,
  report,
  rivalChange,
  standing,
  twoDaysMissing,
  week,
} from '../fixtures.ts'
import { type Exhibit, type ExhibitGroup, examplesOf, exhibit, exhibitsOf, inChannel } from './exhibit.ts'
import {
  longSlide,
  marketWith,
  quietMarket,
  raised,
  slide,
  slidingReport,
  steadyTrend,
  trendWithNotes,
} from './markets.ts'

type ReportData = Parameters<typeof report>

/** A brand that has been where it is since September. */
export const levelOf = (id: string, points: number): Reading => ({
  id,
  level: { points, interval: [points - 1.1, points + 1.1], logOdds: 0, error: 1 },
  spread: 1.14,
  from: '2026-09-28',
  shape: 'level',
  rate: null,
  changes: [],
  last: null,
  newestWeek: { points: 0.4, interval: [-1.9, 2.4], chance: 0.7 },
  history: [],
})
const climbingReading = (id: string): Reading => ({
  ...levelOf(id, 40.2),
  shape: 'slope',
  rate: { points: 0.8, interval: [0.3, 1.3] },
})
const fallenReading: Reading = {
  ...levelOf('Northwind', 41.3),
  newestWeek: null,
  last: lastChange('step', -5.2, [-7.6, -2.8], '2026-11-09'),
}
const stoppedReading: Reading = {
  ...fallenReading,
  last: lastChange('stop', 0.1, [-0.3, 0.5], '2026-10-19', '2026-11-09'),
}
const slidingReading: Reading = {
  ...levelOf('Northwind', 40.9),
  shape: 'slope',
  rate: { points: -0.9, interval: [-1.4, -0.4] },
  last: lastChange('slope', -1, [-1.5, -0.5], '2026-09-21', '2026-10-19'),
}

function lastChange(
  kind: NonNullable<Reading['last']>['kind'],
  points: number,
  interval: readonly [number, number],
  from: string,
  told = from,
): Reading['last'] {
  return {
    kind,
    points,
    interval,
    from,
    told,
    direction: points < 0 ? -1 : 1,
    z: points < 0 ? -4 : 4,
    again: false,
  }
}

const overtook = { kind: 'overtook', own: northwind, rivals: [fabrikam], lost: [] } as const
const moved = standing('Northwind', 2, 2, [43.4, 41.3], { mine: true })
const fallen = standing('Northwind', 3, 2, [38.2, 43.4], { mine: true })
const quietOfThree = quiet(quietMarket.own)
const ofThree = { ...quietMarket, standings: quietMarket.standings.slice(0, 3) }
const passed = standing('Northwind', 4, 2, [38.2, 40], { mine: true })
const steady = standing('Northwind', 2, 2, [41.3, 41], { mine: true })
const climbing = standing('Tailspin Toys', 5, 6, [28, 24.4])
const fabrikamThird = standing('Fabrikam', 3, 3, [40.1, 40.6])
const movedMarket = { own: moved, standings: marketWith(moved, fabrikamThird) }
const fallReport = report(ownChange(fallen), {
  own: fallen,
  standings: marketWith(fallen, standing('Fabrikam', 2, 3, [40.1, 40.6])).slice(0, 3),
})
const notCompared = standing('Northwind', 1, null, [41.3, null], { mine: true })
const back = standing('Northwind', 2, null, [41.3, null], { mine: true })
const farBehind = standing('Northwind', null, null, [0.4, 0.4], { mine: true, beyond: 500 })
const seenBefore = {
  own: standing('Northwind', 3, 3, [38.2, 38], { mine: true }),
  period: week('2026-11-02'),
  of: 11,
} as const
const withoutOwn = { own: null, standings: [contoso, ...market.slice(2, 4)] }
const nothing = { standings: [], own: null, totalMentions: null }
const marketWithoutOwn = market.filter(({ mine }) => !mine)
const unmeasured = standing('Northwind', null, 3, [null, 38.9], { mine: true })

const theme = '3f1c9a20-0000-4000-8000-000000000001'
const filters = {
  ...noFilters,
  competitorTypes: ['COMPARISON_SITE', 'QA_FORUM'],
  funnelStages: ['ToFu'],
  personas: ['head-of-it'],
  topics: ['t1', 't2', 't3', 't4', 't5', 't6'],
  thematics: [theme],
  neutralsOnly: true,
  search: 'crm tools',
  filterNames: [
    { filter: 'topics', id: 't1', name: 'Onboarding' },
    { filter: 'personas', id: 'head-of-it', name: 'Head of IT' },
  ] as const,
}
const passing = [standing('Fabrikam', 2, 3, [40.1, 39.6]), standing('Litware', 3, 4, [39, 37.4])]
const many = Array.from({ length: 20 }, (_, index) => `${'long-persona-id-'.repeat(7)}${index}`)

/** 180 brands: more than fit in one table. */
const longOwn = standing('Northwind', 3, 3, [49.5, 50], { mine: true })
const longReport: ReportData = [
  quiet(longOwn),
  {
    standings: Array.from({ length: 180 }, (_, index) =>
      index === 2
        ? longOwn
        : standing(`Brand ${index + 1}`, index + 1, index + 1, [50 - index / 4, 50.5 - index / 4]),
    ),
    own: longOwn,
  },
]

const smallSample = { answers: { now: 410, before: 395 } }
const smallOwn = standing('Northwind', 1, 1, [41.3, 38.9], { mine: true, ...smallSample })

const known = (...readings: readonly Reading[]) => ({ weeks: 31, readings })
const ownNews = report(ownChange(northwind), { standings: [northwind] })

/** Answers of `/sightline visibility`. */
const answer = (
  name: string,
  when: string,
  headline: ReportData[0],
  more?: ReportData[1],
  command = options.command,
  asked: Asked = {},
): Exhibit =>
  exhibit({
    name: `visibility-${name}`,
    when,
    data: { report: report(headline, more), options: { ...options, command, asked } },
    draw: ({ report, options }) => visibilityAnswer(report, options),
  })

export const visibilityGroup: ExhibitGroup = {
  title: 'Visibility',
  exhibits: [
    answer('own-change', 'Your brand moved by more than ordinary variation.', ownChange(moved), {
      ...movedMarket,
      engines: ['ChatGPT', 'Perplexity'],
    }),
    answer(
      'overtaken',
      'Competitors passed your brand.',
      { kind: 'overtaken', own: passed, rivals: passing },
      {
        own: passed,
        standings: marketWith(
          passed,
          ...passing,
          standing('Adventure Works', 5, 5, [33.2, 35.4]),
          standing('Tailspin Toys', 6, 6, [28, 27.1]),
        ),
      },
    ),
    answer(
      'competitor-change',
      'Your brand held its place, and a competitor moved.',
      rivalChange(steady, climbing),
      { own: steady, standings: marketWith(steady, fabrikamThird, climbing) },
    ),
    answer('quiet', 'No brand moved by more than ordinary variation.', quiet(quietMarket.own), quietMarket),
    answer('a-month', 'You asked for a month.', overtook, {
      period: month('2026-10'),
      comparedWith: month('2026-09'),
      standings: market.slice(0, 3),
    }),
    answer(
      'brands-asked-for',
      'You asked for some brands, in your own spelling; one of them is not in the data.',
      overtook,
      { brands: ['contoso', 'Acme'], standings: [contoso, northwind] },
    ),
    answer(
      'a-competitor',
      'You asked how a competitor is doing: the sentence, the chart and the table begin with it.',
      ownChange(moved),
      { own: moved, brands: ['Tailspin Toys'], standings: [moved, climbing], engines: ['Perplexity'] },
      'visibility Perplexity week 2026-11-09 "Tailspin Toys"',
    ),
    answer(
      'share-of-voice',
      'You asked for the share of voice: the sentence, the chart and the table show it first, and a leader in it is on top.',
      overtook,
      { standings: marketWith({ ...fabrikamThird, shareOfVoice: { ...contoso.shareOfVoice, value: 19 } }) },
      'visibility share of voice week 2026-11-09',
      { metric: 'shareOfVoice' },
    ),
    answer(
      'an-older-week',
      'The week that you asked for has no data yet, so the newest week with data is shown.',
      overtook,
      { requestedPeriod: week('2026-11-16'), brandsLeftOut: 88 },
    ),
    answer(
      'so-far',
      'You asked for a week that is not over: it is compared with the same days of the week before.',
      overtook,
      {
        period: { ...week('2026-11-16'), soFar: '2026-11-18' },
        comparedWith: { ...week('2026-11-09'), end: '2026-11-11' },
        collect: { date: '2026-11-18', total: 470 },
      },
      'visibility week 2026-11-16',
    ),
    answer('data-gap', 'Days are missing: the answer says so and reports no change.', dataGap(northwind), {
      standings: market.map((one) => marked(one, null, report(quiet(northwind)).period)),
      coverage: twoDaysMissing,
    }),
    answer(
      'not-compared',
      'There are earlier measurements, but none from the week before.',
      { kind: 'not_compared', own: notCompared },
      { own: notCompared, standings: [notCompared], ranked: 1, comparedWith: null },
    ),
    answer(
      'own-vanished',
      'Answers named your brand the week before; none does now.',
      { kind: 'own_vanished', last: seenBefore, isCertain: true },
      { own: null, standings: marketWithoutOwn },
    ),
    answer(
      'own-returned',
      'Your brand was missing the week before, and is back.',
      { kind: 'own_returned', own: back, last: seenBefore, isCertain: true },
      { own: back, standings: marketWith(back) },
    ),
    answer('own-beyond', 'Your brand is far behind: Sightline asked for it by name.', quiet(farBehind), {
      own: farBehind,
      standings: [contoso, farBehind],
      ranked: 500,
      brandsLeftOut: 88,
    }),
    answer(
      'own-unmeasured',
      'Your brand was not measured in this period.',
      { kind: 'own_unmeasured', own: unmeasured, leader: contoso },
      { own: unmeasured, standings: [contoso, unmeasured] },
    ),
    answer(
      'no-own-brand',
      'No brand is marked as yours.',
      { kind: 'no_own_brand', leader: contoso, mover: null },
      withoutOwn,
    ),
    answer(
      'no-data',
      'Nothing was collected in this period.',
      { kind: 'no_data' },
      { ...nothing, collect: null },
    ),
    answer(
      'filtered',
      'You filtered the question, by ids with and without names: ranks and shares of voice count only what matches.',
      ownChange(moved),
      { ...movedMarket, filters },
      `visibility week 2026-11-09 site:comparison_site,qa_forum funnel:tofu persona:head-of-it topic:t1,t2,t3,t4,t5,t6 theme:${theme} neutral:yes search:"crm tools"`,
    ),
    answer(
      'filtered-without-own',
      'Your brand is outside the filters.',
      { kind: 'no_own_brand', leader: contoso, mover: null },
      { ...withoutOwn, filters: { ...noFilters, search: 'o' } },
      'visibility week 2026-11-09 search:"o"',
    ),
    answer(
      'filtered-to-nothing',
      'Nothing matches the filters.',
      { kind: 'no_data' },
      { ...nothing, filters: { ...noFilters, topics: ['t9'] } },
      'visibility week 2026-11-09 topic:t9',
    ),
    answer(
      'filtered-older-week',
      'Nothing in the week that you asked for matches the filters, so the newest week with a match is shown.',
      overtook,
      {
        requestedPeriod: week('2026-11-16'),
        filters: { ...noFilters, competitorTypes: ['NEWS_MEDIA'], strengths: ['s1'] },
      },
      'visibility week 2026-11-09 site:news_media strength:s1',
    ),
    answer(
      'too-long-for-buttons',
      'The question is too long for a button’s value, so a line names the missing buttons.',
      quietOfThree,
      { ...ofThree, filters: { ...noFilters, personas: many } },
      `visibility week 2026-11-09 persona:${many.join(',')}`,
    ),
    answer('cut', 'There are more brands than fit in a message.', ...longReport),
    ...exhibitsOf(visibilityAnswer, {
      'visibility-trend': [
        'Your brand slid slowly: no single week is news, but together they are.',
        slidingReport,
        options,
        slide,
      ],
      'visibility-trend-notes': [
        'The channel has notes in the weeks of the chart.',
        fallReport,
        options,
        trendWithNotes,
      ],
    }),
    ...examplesOf(visibilityAnswer, {
      'visibility-weeks': [
        'A slide with few falls across New Year, a record, or neither: then the weeks are shown without a sentence.',
        [
          report(quietOfThree, {
            ...ofThree,
            period: { ...week('2027-01-18'), thisYear: 2027 },
            comparedWith: week('2027-01-11'),
          }),
          options,
          longSlide,
        ],
        [report(quietOfThree, ofThree), options, { ...raised, asOf: '2026-11-16T06:00:00Z' }],
        [report(quietOfThree, ofThree), options, steadyTrend],
      ],
    }),
    ...examplesOf(moreStandings, {
      'visibility-more': [
        'You clicked “More”: the next rows, and then the last ones.',
        [report(...longReport), 88, options.command],
        [report(...longReport), 175, options.command],
      ],
      'visibility-no-more': [
        'You clicked “More”, and there are now fewer brands.',
        [overtookReport, 88, options.command],
      ],
    }),
    ...examplesOf(howSureModal, {
      'visibility-how-sure': [
        'You clicked “How sure?”: levels, what an ordinary week moves, and what is assumed.',
        [
          report(quiet(northwind)),
          known(levelOf('Contoso', 50.9), levelOf('Northwind', 40.9), climbingReading('Fabrikam')),
        ],
      ],
      'visibility-how-sure-news': [
        'The change is more than ordinary variation.',
        [ownNews, known(fallenReading)],
      ],
      'visibility-how-sure-slope': [
        'It goes on falling, as told in an earlier week, and you asked about a competitor.',
        [slidingReport, known(slidingReading, levelOf('Contoso', 50.9))],
        [
          report(quiet(northwind), { brands: ['Contoso'], standings: [contoso, northwind] }),
          known(slidingReading, levelOf('Contoso', 50.9)),
        ],
      ],
      'visibility-how-sure-stop': [
        'What is more than ordinary variation is that it has stopped falling.',
        [ownNews, known(stoppedReading)],
      ],
      'visibility-how-sure-sample': [
        'The report is about another period than a week, so its figures and ordinary weeks judge.',
        [
          report(quiet(smallOwn), {
            own: smallOwn,
            standings: [
              smallOwn,
              standing('Contoso', 2, 2, [33, 35.5], smallSample),
              ...market.slice(10, 11),
            ],
            answers: smallSample.answers,
            smallestNews: 9.1,
          }),
          { weeks: 3, readings: [] },
        ],
      ],
    }),
    ...exhibitsOf(howNumbersAreRead, { 'help-numbers': ['You asked how to read the numbers.'] }),
    exhibit({
      name: 'visibility-csv-sent',
      when: 'You clicked “CSV”: the file is in your direct messages; sometimes Slack doesn’t return its address.',
      data: {
        report: { ...overtookReport, brandsLeftOut: 4 },
        filename: 'visibility-week-2026-11-09.csv',
        permalink: 'https://example.slack.com/files/U0BOT/F0FILE1/visibility-week-2026-11-09.csv',
      },
      draw: ({ report, filename, permalink }) => [
        csvSent(report, filename, permalink),
        csvSent(report, filename, null),
      ],
    }),
    exhibit({
      name: 'visibility-csv-failed',
      when: 'You clicked “CSV”, and Slack refused the file, asked to slow down, or did not answer.',
      data: { code: 'storage_limit_reached', reference: 'K7QM-2XPA' },
      draw: ({ code, reference }) =>
        (['refused', 'rate_limited', 'unknown'] as const).map((outcome) =>
          problemMessage({ sentence: csvNotSent(outcome, code), reference }),
        ),
    }),
    ...inChannel(visibilityAnswer, {
      'visibility-shared': [
        'A person showed their answer to the channel.',
        overtookReport,
        {
          ...options,
          shareable: false,
          command: 'visibility week 2026-11-09 "Contoso"',
          sharedBy: 'U0ANA',
        },
      ],
    }),
  ],
}
