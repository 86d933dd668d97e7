/** Arbitrary model data: what a service could send on its worst day. */
import fc from 'fast-check'
import { noFilters } from '../../src/model/filters.ts'
import type { BriefSummary, Recommendation, TaskState } from '../../src/model/recommendation.ts'
import type { RedditItem, RedditNews } from '../../src/model/reddit.ts'
import type {
  BrandFilters,
  BrandStanding,
  Headline,
  MetricChange,
  Section,
  VisibilityReport,
} from '../../src/model/reports.ts'
import { type Reason, supportedReason } from '../../src/store/reason.ts'
import { codePoint } from '../properties/code-point.ts'

/** The only Slack user in our own words. Any other mention comes from outside text. */
export const someone = 'U0ANA'

const nasty = fc.constantFrom(
  '',
  ' ',
  '\n\n\n',
  '<!channel>',
  '<@U0EVIL>',
  '<https://evil.example|click>',
  '*bold* _it_ ~gone~ `code`',
  '> quoted\n> again',
  ':tada: https://evil.example a@b.example #general @here',
  '\u202Edesrever\u202C \u200Bhidden\u200F',
  '\u0000\u0007\u001B[31m',
  '\uD800',
  '\uDC00x',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.normalize('NFD').repeat(300),
  '&amp;&lt;!channel&gt;&'.repeat(40),
  'x'.repeat(40_000),
  'word '.repeat(8_000),
  '<!channel>'.repeat(4_000),
  `[a](${'('.repeat(3_000)}`,
  '*'.repeat(3_000),
  '```\nopen',
  'undefined',
  '日本語のブランド',
)

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.tuple(nasty, nasty).map(([a, b]) => `${a} ${b}`) },
)

/** Ordinary names, different from each other. */
export const goodName = fc.integer({ min: 0, max: 1e6 }).map((number) => `Brand ${number}`)

const number = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.constantFrom(
    0,
    -0,
    1e-9,
    0.04,
    1e6,
    1e15,
    1e21,
    -1e21,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
)

export const change: fc.Arbitrary<MetricChange> = fc.record({
  value: fc.option(number),
  previous: fc.option(number),
  unit: fc.oneof(fc.constantFrom('%', '', 'pts'), text),
  delta: fc.option(number),
  verdict: fc.constantFrom('better', 'worse', 'same', 'new', 'unknown'),
  isNews: fc.boolean(),
})

const rank = fc.option(fc.integer({ min: 1, max: 500 }))

export const standingOf = (brand: fc.Arbitrary<string>): fc.Arbitrary<BrandStanding> =>
  fc.record({
    brand,
    mine: fc.boolean(),
    rank,
    previousRank: rank,
    visibility: change,
    presence: change,
    averageRanking: change,
    mentions: change,
    shareOfVoice: change,
    tied: fc.boolean(),
    answers: fc.record({ now: fc.option(fc.double()), before: fc.option(fc.double()) }),
  })

export const day = fc
  .integer({ min: 0, max: 9_000 })
  .map((days) => Temporal.PlainDate.from('2002-01-01').add({ days }).toString())
const date = fc.oneof(day, fc.constantFrom('2026-11-09', '2026-02-30', '', '2026-11-15T00:00:00Z'), text)
const days = { unit: fc.constantFrom('day', 'week', 'month', 'year'), start: date, end: date, timeZone: text }
export const period = fc.oneof(fc.record(days), fc.record({ ...days, soFar: date }))

const points = fc.double({ noNaN: true, noDefaultInfinity: true })
const within = fc.record({ points, interval: fc.tuple(points, points), isNews: fc.boolean() })
export const brandChange = fc.record({
  kind: fc.constantFrom('step', 'slope', 'stop'),
  direction: fc.constantFrom(1 as const, -1 as const),
  points,
  from: date,
  again: fc.boolean(),
  before: fc.option(number),
})

const headline = (one: fc.Arbitrary<BrandStanding>): fc.Arbitrary<Headline> => {
  const of = fc.integer({ min: 0, max: 500 })
  const brands = fc.array(one, { maxLength: 6 })
  const last = fc.record({ own: one, period, of })
  return fc.oneof(
    fc.constant({ kind: 'no_data' }),
    fc.record({ kind: fc.constant('no_own_brand'), leader: one, mover: fc.option(one) }),
    fc.record({ kind: fc.constant('own_unmeasured'), own: one, leader: one }),
    fc.record({ kind: fc.constant('first_period'), own: one, of }),
    fc.record({
      kind: fc.constant('quiet'),
      own: one,
      within: fc.option(within),
      slope: fc.option(brandChange),
    }),
    fc.record({ kind: fc.constant('overtook'), own: one, rivals: brands, lost: brands }),
    fc.record({ kind: fc.constant('overtaken'), own: one, rivals: brands }),
    fc.record({ kind: fc.constant('not_compared'), own: one }),
    fc.record({ kind: fc.constant('own_change'), own: one, change: brandChange }),
    fc.record({
      kind: fc.constant('data_gap'),
      own: one,
      missing: fc.array(text, { maxLength: 12 }),
      fewer: fc.array(text, { maxLength: 12 }),
      within: fc.option(within),
    }),
    fc.record({ kind: fc.constant('own_vanished'), last, isCertain: fc.boolean() }),
    fc.record({
      kind: fc.constant('own_returned'),
      own: one,
      last: fc.option(last),
      isCertain: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('rival_change'), own: one, rival: one, change: brandChange }),
  )
}

export const collect = fc.option(fc.record({ date, total: fc.option(number) }))
export const impossible = fc.record({
  brand: text,
  metric: fc.constantFrom('visibility', 'presence', 'mentions', 'averageRanking'),
  value: fc.oneof(fc.constantFrom(-3, 1e16), fc.double({ noNaN: true, noDefaultInfinity: true })),
  isPrevious: fc.boolean(),
})
const covered = fc.record({
  days: fc.nat({ max: 366 }),
  collected: fc.option(fc.nat({ max: 366 })),
  usual: fc.option(fc.nat({ max: 366 })),
  answers: fc.option(number),
})
export const coverage: fc.Arbitrary<VisibilityReport['coverage']> = fc.record({
  now: covered,
  before: covered,
  gap: fc.option(
    fc.record({ side: fc.constantFrom('now', 'before'), by: fc.constantFrom('days', 'answers') }),
  ),
})

const filterValues = fc.array(text, { maxLength: 20 })

export const filters: fc.Arbitrary<BrandFilters> = fc.oneof(
  fc.constant(noFilters),
  fc.record({
    competitorTypes: filterValues,
    keywordTypes: filterValues,
    funnelStages: filterValues,
    personas: filterValues,
    topics: filterValues,
    thematics: filterValues,
    strengths: filterValues,
    weaknesses: filterValues,
    neutralsOnly: fc.boolean(),
    search: fc.option(text),
  }),
)

/** @param names the brands' names; @param most how many brands at most */
export const reportOf = (names: fc.Arbitrary<string> = text, most = 40): fc.Arbitrary<VisibilityReport> => {
  const one = standingOf(names)
  return fc
    .record({
      period,
      requestedPeriod: fc.option(period),
      comparedWith: fc.option(period),
      engines: fc.array(text, { maxLength: 12 }),
      brands: fc.array(text, { maxLength: 8 }),
      filters,
      standings: fc.array(one, { maxLength: most, size: 'max' }),
      ownAt: fc.option(fc.nat()),
      ranked: fc.nat({ max: 500 }),
      answers: fc.record({ now: fc.option(number), before: fc.option(number) }),
      smallestNews: fc.option(number),
      totalMentions: fc.option(number),
      brandsLeftOut: fc.nat({ max: 5_000 }),
      collect,
      coverage,
      impossible: fc.array(impossible, { maxLength: 5 }),
      isFraction: fc.boolean(),
      tooClose: fc.array(one, { maxLength: 3 }),
      headline: headline(one),
    })
    .map(({ ownAt, ...rest }) => ({
      ...rest,
      own: ownAt === null ? null : (rest.standings[ownAt % Math.max(1, rest.standings.length)] ?? null),
    }))
}

export const redditItem: fc.Arbitrary<RedditItem> = fc.record({
  id: text,
  subreddit: text,
  date: fc.option(date),
  description: text,
  sentiment: fc.option(text),
  previousSentiment: fc.option(text),
  turned: fc.constantFrom('better', 'worse', 'changed', null),
  certainTurn: fc.option(
    fc.record({ previousSentiment: text, turned: fc.constantFrom('better', 'worse', 'changed') }),
  ),
  themes: fc.array(text, { maxLength: 30 }),
  weeklyVisitors: fc.option(text),
  weeklyContributors: fc.option(text),
  isNew: fc.boolean(),
})

export const redditNews: fc.Arbitrary<RedditNews> = fc.record({
  baseline: fc.boolean(),
  items: fc.array(redditItem, { maxLength: 60, size: 'large' }),
  missing: fc.array(text, { maxLength: 30 }),
})

const instant = fc.oneof(fc.constantFrom('2026-11-16T08:14:00Z', '1400-01-01T00:00:00Z'), text)
const by = fc.constantFrom(someone, 'not a user', '<!channel>')

export const taskState: fc.Arbitrary<TaskState> = fc.oneof(
  fc.constant({ kind: 'none' }),
  fc.record({ kind: fc.constant('creating'), by, at: instant }),
  fc.record({
    kind: fc.constant('unknown'),
    by,
    at: instant,
    reason: fc.constantFrom('outcome_unknown', 'stopped', null),
  }),
  fc.record({ kind: fc.constant('created'), taskId: text, name: text, description: text, by, at: instant }),
)

export const brief: fc.Arbitrary<BriefSummary> = fc.record({
  id: text,
  taskId: fc.option(text),
  title: text,
  body: text,
  updatedAt: fc.option(instant),
})

const id = fc.oneof(fc.uuid(), text)

export const recommendation: fc.Arbitrary<Recommendation> = fc.record({
  organizationId: id,
  workspaceId: id,
  resultId: id,
  briefs: fc.array(brief, { maxLength: 4 }),
  task: taskState,
})

export const section = <T>(data: fc.Arbitrary<T>): fc.Arbitrary<Section<T>> =>
  fc.oneof(
    { weight: 4, arbitrary: data.map((value) => ({ ok: true as const, data: value })) },
    { weight: 1, arbitrary: fc.record({ ok: fc.constant(false as const), reason: text, subject: text }) },
  )

export const recommendations = fc.array(section(recommendation), { maxLength: 25, size: 'large' })

const code = fc.oneof(
  text,
  fc.constantFrom('is_archived', 'constructor', 'quiet', 'not_composed', 'slack_refused', 'given_up'),
)

/** As stored in a database, with codes that this version knows and others. */
const cause = fc.oneof(code, fc.record({ code, detail: text }))
export const reason = fc
  .oneof(cause, fc.record({ code, cause }))
  .map((stored) => supportedReason(stored as Reason))
