import type { DigestData } from '../../../../src/blocks/digest/data.ts'
import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { digestPosted } from '../../../../src/blocks/digests/digest-preview.ts'
import { asPlainText, withoutChartsAndTables } from '../../../../src/blocks/kit/block-text.ts'
import { evaluation } from '../../answer-fixtures.ts'
import {
  created,
  fabrikam,
  ok,
  overtookReport,
  ownChange,
  recommendation,
  redditNews,
  report,
  standing,
} from '../../fixtures.ts'
import { engineWeek, someEnginesFailing } from '../engines.ts'
import { type Exhibit, type ExhibitGroup, exhibit, exhibitsOf, inChannel } from '../exhibit.ts'
import { homeDigest } from '../home.ts'
import {
  firstReport,
  marketWith,
  quietReport,
  raised,
  slide,
  slidingReport,
  steadyTrend,
  trendWithGaps,
  trendWithNotes,
} from '../markets.ts'
import { digestStory, down, up } from '../tasks/stories.ts'
import { splitReasons } from '../why.ts'

export const digestData = (more: Partial<DigestData> = {}): DigestData => ({
  report: ok(overtookReport),
  reddit: ok(redditNews),
  recommendations: numbered([0, 1, 2, 3, 4]),
  setUpBy: 'U0ANA',
  isFirst: false,
  scheduleText: 'Every Monday at 9:00 (Paris)',
  ...more,
})

/** The message, followed by its thread. */
const wholeDigest = (data: DigestData) => {
  const { main, replies } = digestMessages(data)
  return [main, ...replies]
}

const mainOnly = (data: DigestData) => digestMessages(data).main

/** A digest as it is posted, with its thread. */
const posted = (name: string, when: string, data: DigestData): Exhibit =>
  exhibit({ name, when, seenBy: 'channel', data, threaded: true, draw: wholeDigest })

const unchanged = {
  ...redditNews,
  items: redditNews.items.map((item) => ({ ...item, isNew: false, turned: null, certainTurn: null })),
  missing: [],
}

const fallenOwn = standing('Northwind', 3, 2, [38.2, 43.4], { mine: true })

const resultId = (number: number) => recommendation(number).resultId
const numbered = (numbers: readonly number[]) => numbers.map((number) => ok(recommendation(number)))
const told = (numbers: readonly number[], days: number) =>
  new Map(numbers.map((number) => [resultId(number), days]))

/** Recommendations of which all were told. */
const nothingNew = { reported: told([0, 1, 2], 37), recommendations: numbered([0, 1, 2]) }

/** Sections that a digest may have. */
const figures = { figures: 'visibility', engines: ok(engineWeek) }
const evaluations = { evaluations: [ok(evaluation())], omittedCount: 0 }
const pricingDone = evaluation({ name: 'Pricing page', status: 'completed', isFinal: true })

const manySubreddits = 'trailrunning AskRunningShoeGeeks ultramarathon BeginnersRunning tracknfield'.split(
  ' ',
)

/** Digests with every section, from an ordinary week, a busy one and a quiet one. */
export const weeks = {
  ordinary: digestData({
    ...figures,
    evaluations,
    trend: raised,
    news: new Map([[resultId(0), { tracked: true, briefs: 0 }]]),
    reported: told([1, 2, 3], 37),
    recommendations: numbered([0, 1, 2, 3]),
  }),
  busy: digestData({
    ...figures,
    name: 'Visibility of daily trainers in all engines',
    report: ok(
      report(
        { kind: 'overtaken', own: fallenOwn, rivals: [fabrikam] },
        {
          own: fallenOwn,
          standings: marketWith(fallenOwn, { ...fabrikam, rank: 2, previousRank: 3 }),
          why: splitReasons,
          brandsLeftOut: 12,
          smallestNews: 9,
        },
      ),
    ),
    trend: slide,
    reddit: ok({
      ...redditNews,
      items: manySubreddits.flatMap((subreddit) =>
        redditNews.items
          .slice(0, 2)
          .map((item) => ({ ...item, id: `${subreddit}-${item.turned}`, subreddit })),
      ),
    }),
    evaluations: {
      evaluations: [evaluation(), pricingDone, evaluation({ name: 'Blog' })].map(ok),
      omittedCount: 0,
    },
    news: new Map([
      [resultId(0), { tracked: true, briefs: 0 }],
      [resultId(1), { tracked: false, briefs: 2 }],
      [resultId(2), { tracked: true, briefs: 0 }],
    ]),
    stories: [digestStory(3, up)],
    reported: told([3, 4], 9),
  }),
  quiet: digestData({
    ...figures,
    evaluations,
    report: ok(quietReport),
    trend: steadyTrend,
    reddit: ok(unchanged),
    ...nothingNew,
  }),
  sliding: digestData({ ...figures, evaluations, report: ok(slidingReport), trend: slide }),
  second: digestData({
    ...figures,
    report: ok(
      report(ownChange(fallenOwn, { again: true }), {
        own: fallenOwn,
        standings: marketWith(fallenOwn),
        why: splitReasons,
      }),
    ),
    trend: {
      ...slide,
      brands: ['Northwind', 'Contoso', 'Fabrikam'],
      weeks: [
        { start: '2026-10-26', scores: [47, 51.2, 40] },
        { start: '2026-11-02', scores: [43.4, 51, 40.3] },
        { start: '2026-11-09', scores: [38.2, 51, 40.1] },
      ],
    },
    ...nothingNew,
  }),
} satisfies Readonly<Record<string, DigestData>>

export const digestGroup: ExhibitGroup = {
  title: 'The digest',
  exhibits: [
    posted(
      'digest',
      'Every Monday morning, in the channel; what doesn’t fit is in its thread.',
      digestData(),
    ),
    posted(
      'digest-ordinary',
      'A later digest with all sections: one recommendation is shown, and all can be listed.',
      weeks.ordinary,
    ),
    posted('digest-busy', 'A busy week: the message still fits on one screen.', weeks.busy),
    posted('digest-second', 'The second fall in a row: its chart has three weeks.', weeks.second),
    posted(
      'digest-stories',
      'The first week in which the figures of some tasks moved reliably: the first task is reported, with charts in the thread.',
      {
        ...weeks.ordinary,
        trend: trendWithNotes,
        stories: [digestStory(0, up), digestStory(1, down), digestStory(2, up)],
      },
    ),
    posted('digest-stories-alone', 'The same in a digest without details in a thread.', {
      ...weeks.ordinary,
      stories: [digestStory(0, up), digestStory(1, down)],
      detailsInThread: false,
    }),
    posted(
      'digest-calm',
      'A week without news, asked for with /sightline digest now: everything is shown anyway.',
      weeks.quiet,
    ),
    exhibit({
      name: 'digest-first',
      when: 'The first digest of a channel, here as a preview: there is nothing to compare with yet.',
      data: digestData({
        report: ok(firstReport),
        reddit: ok({
          ...redditNews,
          baseline: true,
          items: redditNews.items.map((item) => ({ ...item, isNew: false })),
        }),
        recommendations: [],
        isFirst: true,
        label: 'Preview: only you can see this.',
      }),
      threaded: true,
      draw: wholeDigest,
    }),
    posted(
      'digest-parts-failing',
      'Some sections are unavailable; the rest is posted anyway.',
      digestData({
        report: {
          ok: false,
          reason: 'The analytics service did not answer in time. The next digest comes as usual.',
        },
        reddit: { ok: false, reason: 'The key may not read Reddit summaries.' },
        recommendations: [
          { ok: false, reason: 'The service does not know this recommendation.', subject: '3f1c9a20' },
          ok(recommendation(1, { briefs: [] })),
        ],
        scheduleText: null,
      }),
    ),
    posted(
      'digest-parts-chosen',
      'A digest with other sections, its own name, and no details in a thread.',
      digestData({
        name: 'ChatGPT & Co., every morning',
        scheduleText: 'Every weekday at 7:30 (New York)',
        engines: ok(someEnginesFailing),
        evaluations: {
          evaluations: [
            ok(evaluation()),
            ok(pricingDone),
            { ok: false, reason: 'The service did not answer in time.' },
          ],
          omittedCount: 2,
        },
        reddit: null,
        recommendations: numbered([0, 1, 2, 3]),
        detailsInThread: false,
      }),
    ),
    ...inChannel((...all: DigestData[]) => all.map(mainOnly), {
      'digest-quiet': [
        'A week in which nothing moved, and one without newer figures: a few lines are enough.',
        digestData({
          name: 'ChatGPT every Monday',
          report: ok(quietReport),
          reddit: ok(unchanged),
          reported: told([1], 22),
          recommendations: [ok(recommendation(0, { task: created })), ok(recommendation(1))],
          figures: 'visibility ChatGPT',
          isRepeat: true,
        }),
        digestData({ reddit: null, recommendations: [], figures: 'visibility', isRepeat: true }),
        digestData({ report: null, reddit: ok(unchanged), recommendations: [], isRepeat: true }),
      ],
    }),
    ...inChannel(mainOnly, {
      'digest-turned': [
        'Visibility didn’t change, but the sentiment of a subreddit did: that comes first.',
        digestData({ report: ok(quietReport), recommendations: [], detailsInThread: false }),
      ],
    }),
    posted(
      'digest-trend',
      'A quiet week at the end of a slow slide: the first digest that can tell reports it, with the weeks in its thread.',
      digestData({ report: ok(slidingReport), trend: slide, reddit: null, recommendations: [] }),
    ),
    posted(
      'digest-trend-told',
      'A digest with few brands in a week with other news: the trend is only in its thread.',
      digestData({
        report: ok(
          report(ownChange(fallenOwn), { standings: marketWith(fallenOwn).slice(0, 5), own: fallenOwn }),
        ),
        trend: trendWithGaps,
        reddit: null,
        recommendations: [],
      }),
    ),
    ...exhibitsOf(digestPosted, {
      'digest-posted': ['You asked for the digest to be posted now.', homeDigest()],
    }),
    ...inChannel((data: DigestData) => withoutChartsAndTables(mainOnly(data)), {
      'digest-simpler': [
        'Slack refused the digest’s tables and charts: the same numbers in simpler blocks.',
        digestData(),
      ],
    }),
    ...inChannel((data: DigestData) => asPlainText(mainOnly(data)), {
      'digest-plain': ['Slack refused those too: the same in plain text.', digestData()],
    }),
  ],
}
