import type { DigestData, WatchedEvaluations } from '../blocks/digest/data.ts'
import { trackedSince } from '../channels/track.ts'
import type { RedditReading, SeenSummary } from '../insights/reddit.ts'
import { finite } from '../insights/significance.ts'
import type { Clock } from '../lib/clock.ts'
import { hashed } from '../lib/strings.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { NewsSinceDigest, RecommendationNews } from '../model/digest.ts'
import type { EngineReport } from '../model/engine-report.ts'
import { isNarrowed, type Question } from '../model/question.ts'
import type { BriefSummary, Recommendation } from '../model/recommendation.ts'
import type { Section, VisibilityReport } from '../model/reports.ts'
import type { StoryNews } from '../model/story.ts'
import type {
  DigestFigures,
  DigestRecord,
  DigestStatement,
  ReportedActions,
  Store,
  ToldNews,
} from '../store/index.ts'

/** What a digest reports, as its record keeps it, and what is new since. */

interface ReportedContent {
  readonly composedAt: string
  /** `null` if the digest has none, or only repeats the last ones in a few lines. */
  readonly figures?: DigestFigures | null
  readonly reddit?: RedditReading | null
  readonly recommendations?: readonly Section<Recommendation>[] | null
  readonly evaluations?: WatchedEvaluations | null
  readonly unread?: readonly string[]
  /** What it tells of tasks, by `toldAs`. */
  readonly stories?: Readonly<Record<string, StoryNews>>
  readonly told?: readonly ToldNews[]
}

export function statementOf(content: ReportedContent, record: DigestRecord | null): DigestStatement {
  const { composedAt, figures = null, reddit = null, recommendations = null, evaluations = null } = content
  const { unread = [], stories = {}, told = [] } = content
  return {
    composedAt,
    figures,
    reddit: reddit && redditStatement(reddit, record?.reddit ?? null),
    actions: recommendations && actionsStatement(recommendations, record?.actions ?? null),
    evaluations: evaluations && {
      states: Object.fromEntries([
        ...unread.map((id) => [id, 'unread'] as const),
        ...endedEvaluations(evaluations).map((id) => [id, 'ended'] as const),
      ]),
    },
    stories,
    told,
  }
}

/** Known summaries kept per subreddit. If the newest are withdrawn, an older known one must not count as new. */
const summariesPerSubreddit = 20
/** Known summaries kept for subreddits that were not read this time. */
const summariesElsewhere = 1_000

function redditStatement(
  { summaries, sentiments }: RedditReading,
  record: DigestRecord['reddit'],
): DigestStatement['reddit'] {
  const current = new Map(summaries.map((one) => [one.summaryId, one]))
  const withdrawn = record?.summaries.filter(({ summaryId }) => !current.has(summaryId)) ?? []
  const read = new Set(summaries.map(({ subreddit }) => subreddit))
  const [elsewhere = [], known = []] = [false, true].map((isRead) =>
    [...withdrawn, ...current.values()]
      .filter(({ subreddit }) => read.has(subreddit) === isRead)
      .sort(newestFirst),
  )
  const bySubreddit = Map.groupBy(known, ({ subreddit }) => subreddit).values()
  return {
    summaries: [
      ...bySubreddit.flatMap((group) => group.slice(0, summariesPerSubreddit)),
      ...elsewhere.slice(0, summariesElsewhere),
    ],
    sentiments: { ...record?.sentiments, ...Object.fromEntries(sentiments) },
  }
}

function newestFirst(a: SeenSummary, b: SeenSummary): number {
  const age = ({ creationDate, summaryId }: SeenSummary) => `${creationDate ?? ''}\0${summaryId}`
  return age(a) < age(b) ? 1 : -1
}

type ReportedBriefs = NonNullable<DigestStatement['actions']>['recommendations'][string]

function actionsStatement(
  tracked: readonly Section<Recommendation>[],
  record: DigestRecord['actions'],
): DigestStatement['actions'] {
  const recommendations = tracked.map((section): readonly [string, ReportedBriefs] => {
    if (!section.ok) return [section.subject ?? '', record?.recommendations[section.subject ?? ''] ?? null]
    const { resultId, briefs } = section.data
    return [resultId, Object.fromEntries(briefs.map(({ id, updatedAt }) => [id, updatedAt]))]
  })
  return { recommendations: Object.fromEntries(recommendations) }
}

/** Ended evaluations. Their end is news only once. */
function endedEvaluations(
  watched: Pick<WatchedEvaluations, 'evaluations'> | null | undefined,
): readonly string[] {
  return (watched?.evaluations ?? []).flatMap((one) => (one.ok && one.data.isFinal ? [one.data.id] : []))
}

/** The figures of a digest; `null` if it has none. @param question the question they answer, as JSON */
export function figuresOf({ report, engines }: DigestData, question: string): DigestFigures | null {
  const basis = hashed(question)
  if (report?.ok) {
    const { period, headline, own } = report.data
    return { ...ofOwn(own), period: periodOf(period), headline: headline.kind, basis }
  }
  if (!engines?.ok) return null
  const { period, hasData } = engines.data
  const [first] = engines.data.engines.flatMap((part) => (part.ok ? [part.data.own] : []))
  return {
    ...ofOwn(first ?? null),
    period: periodOf(period),
    headline: hasData ? 'engines' : 'no_data',
    basis,
  }
}

/** Displayed precision. */
function ofOwn(own: VisibilityReport['own']): Pick<DigestFigures, 'rank' | 'visibility'> {
  const score = own?.visibility.value ?? null
  return { rank: own?.rank ?? null, visibility: score === null ? null : finite(Math.round(score * 10) / 10) }
}

function periodOf({ unit, start, end }: VisibilityReport['period']): DigestFigures['period'] {
  return { unit, start, end }
}

/**
 * Whether a digest has nothing new: no change of the brands or engines that wasn't told, nothing new on Reddit, no
 * recommendation news, no news of a task, and no evaluation that has ended. An unavailable section may hide
 * news, so it counts as new.
 * @param last.told what this digest has told of the brands
 * @param last.hasEnded whether an evaluation's end was reported
 */
export function isNothingNew(
  { report, engines, reddit, recommendations, evaluations, news, stories = [] }: DigestData,
  figures: DigestFigures | null,
  last: {
    readonly figures: DigestFigures | null
    readonly told: readonly ToldNews[]
    readonly hasEnded: (id: string) => boolean
  },
): boolean {
  if (
    [report, engines, reddit, ...recommendations, ...(evaluations?.evaluations ?? [])].some(
      (part) => part?.ok === false,
    )
  )
    return false
  const ofBrands = report?.ok ? newsIn(report.data) : []
  const isAllTold = ofBrands.every((one) => isTold(last.told, one))
  const hasNoNews = !report?.ok || report.data.headline.kind === 'quiet' || (ofBrands.length > 0 && isAllTold)
  const isQuiet = hasNoNews && (!engines?.ok || isSteady(engines.data))
  return (
    isSameQuestion(figures, last.figures) &&
    // Data that came late may change what the same week says.
    (isQuiet || (isAllTold && isRepeated(figures, last.figures))) &&
    (!reddit?.ok ||
      (!reddit.data.baseline && !reddit.data.items.some(({ isNew, turned }) => isNew || turned !== null))) &&
    (news?.size ?? 0) === 0 &&
    stories.length === 0 &&
    endedEvaluations(evaluations).every(last.hasEnded)
  )
}

function isSameQuestion(now: DigestFigures | null, last: DigestFigures | null): boolean {
  if (now === null) return true
  if (last === null || last.basis !== now.basis) return false
  return (now.headline === 'no_data') === (last.headline === 'no_data')
}

/** Without data, another empty period is not news. */
function isRepeated(now: DigestFigures | null, last: DigestFigures | null): boolean {
  if (now === null || last === null || now.headline !== last.headline) return false
  return now.headline === 'no_data' || JSON.stringify(now.period) === JSON.stringify(last.period)
}

function isSteady({ engines }: EngineReport): boolean {
  return engines.every((part) => !part.ok || (part.data.news === null && part.data.gone?.isCertain !== true))
}

/** The changes that a report tells in its headline. Each is told once, by a digest or by an alert. */
export function newsIn(report: VisibilityReport): readonly ToldNews[] {
  const { headline, own } = report
  const { start, unit } = report.period
  const when = { from: start, told: start, ...toldAbout(report), ...(unit === 'week' ? {} : { unit }) }
  const way = (points: number) => (points > 0 ? 1 : -1)
  switch (headline.kind) {
    case 'overtook':
    case 'overtaken': {
      const direction = headline.kind === 'overtook' ? 1 : -1
      const passed = headline.rivals.map(
        ({ brand }): ToldNews => ({ brand, kind: 'passing', direction, ...when }),
      )
      const delta = own?.visibility.isNews ? own.visibility.delta : null
      return own !== null && delta !== null
        ? [...passed, { brand: own.brand, kind: 'change', direction: way(delta), ...when }]
        : passed
    }
    case 'own_change':
    case 'rival_change': {
      const { brand } = headline.kind === 'own_change' ? headline.own : headline.rival
      const { direction, from } = headline.change
      return [{ brand, kind: 'change', ...when, direction, from }]
    }
    case 'data_gap':
      return headline.within?.isNews
        ? [{ brand: headline.own.brand, kind: 'change', direction: way(headline.within.points), ...when }]
        : []
    case 'own_vanished':
      return headline.isCertain
        ? [{ brand: headline.last.own.brand, kind: 'change', direction: -1, ...when }]
        : []
    default:
      return []
  }
}

/** Which answers news is about. */
export function toldAbout({ engines, filters }: Pick<Question, 'engines' | 'filters'>): Partial<ToldNews> {
  const { filterNames: _, ...ids } = filters
  if (engines.length === 0 && !isNarrowed(ids)) return {}
  return { about: hashed(JSON.stringify([engines.toSorted(), ids])) }
}

/** As more weeks become known, the week in which a passing is settled may move by so much. */
const passingDays = 28

/**
 * Whether news was told before. As more weeks become known, a change may be dated anew, or be found in another week, but
 * hardly both. Any other news has one date, and is another one once the opposite was told: the brand has passed back.
 */
export function isTold(
  all: readonly ToldNews[],
  { brand, kind, direction, about, ...news }: ToldNews,
): boolean {
  const told = all.filter((one) => one.brand === brand && one.kind === kind && one.about === about)
  const isDated = ({ unit, from, told: day }: ToldNews) =>
    unit === news.unit && (from === news.from || day === news.told)
  const isSameEvent = (one: ToldNews) =>
    kind !== 'change' &&
    Math.abs(Temporal.PlainDate.from(one.told).until(news.told).days) <= passingDays &&
    !told.some((back) => back.direction !== direction && back.told > one.told && back.told < news.told)
  return told.some((one) => one.direction === direction && (isDated(one) || isSameEvent(one)))
}

/** News that none of the channel's digests has reported yet. Before the first digest, nothing is new. */
export async function newsSinceDigest(
  store: Pick<Store, 'records'>,
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
): Promise<NewsSinceDigest> {
  return newsAgainst(sections, await store.records.actionsIn(scope.team, scope.channel))
}

/** News that none of these digests has reported. @param reported recommendations reported by each digest that counts */
export function newsAgainst(
  sections: readonly Section<Recommendation>[],
  reported: readonly ReportedActions[],
): NewsSinceDigest {
  if (reported.length === 0) return new Map()
  const news = sections.flatMap((section): [string, RecommendationNews][] => {
    if (!section.ok) return []
    const { resultId, briefs } = section.data
    const reportedBy = reported.filter(({ recommendations }) => Object.hasOwn(recommendations, resultId))
    const fresh = briefs.filter((brief) => !reportedBy.some((digest) => hasReported(digest, resultId, brief)))
    // For a recommendation not reported before, "tracked" covers its briefs.
    const change =
      reportedBy.length === 0 ? { tracked: true, briefs: 0 } : { tracked: false, briefs: fresh.length }
    return change.tracked || change.briefs > 0 ? [[resultId, change]] : []
  })
  return new Map(news)
}

function hasReported({ recommendations }: ReportedActions, resultId: string, brief: BriefSummary): boolean {
  const briefs = recommendations[resultId]
  // If the briefs couldn't be read for the last report, they are not news now.
  if (briefs === null) return true
  const updatedAt = briefs?.[brief.id]
  return updatedAt !== undefined && isSame(updatedAt, brief.updatedAt)
}

/** The service may format the same instant in two ways. */
function isSame(one: string | null, other: string | null): boolean {
  if (one === other) return true
  try {
    return one !== null && other !== null && Temporal.Instant.compare(one, other) === 0
  } catch {
    return false
  }
}

/** The reported recommendations by result id, and for how many days each has been tracked; `null`: a configured one. */
export async function reportedRecommendations(
  { store, clock }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock },
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
  { news, record }: { readonly news: NewsSinceDigest; readonly record: DigestRecord | null },
): Promise<ReadonlyMap<string, number | null>> {
  const read = sections.flatMap((section) => (section.ok ? [section.data] : []))
  const reported = record?.actions ? read.filter(({ resultId }) => !news.has(resultId)) : []
  if (reported.length === 0) return new Map()
  const tracking = await trackedSince(store, scope)
  return new Map(
    reported.map(({ resultId }) => {
      const since = tracking.get(resultId) ?? null
      return [resultId, since === null ? null : daysSince(since, clock.now())]
    }),
  )
}

function daysSince(instant: string, now: Temporal.Instant): number {
  const hours = Temporal.Instant.from(instant).until(now).total('hours')
  return Math.max(0, Math.floor(hours / 24))
}
