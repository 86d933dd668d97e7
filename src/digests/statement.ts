/** Compares what a digest reports with the record of its last report. Pure. */
import type { WatchedEvaluations } from '../blocks/digest/data.ts'
import type { RedditReading, SeenSummary } from '../insights/reddit.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { Section } from '../model/reports.ts'
import type { StoryNews } from '../model/story.ts'
import type { DigestFigures, DigestRecord, DigestStatement, ToldNews } from '../store/index.ts'

interface ReportedContent {
  readonly composedAt: string
  /** `null` if the digest has none, or only repeats the last ones in one line. */
  readonly figures?: DigestFigures | null
  readonly reddit?: RedditReading | null
  readonly recommendations?: readonly Section<Recommendation>[] | null
  readonly evaluations?: WatchedEvaluations | null
  /** Evaluations that could not be read. */
  readonly unread?: readonly string[]
  /** What it tells of tasks, by `storyKey`. */
  readonly stories?: Readonly<Record<string, StoryNews>>
  /** What it tells of the brands. */
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
export function endedEvaluations(
  evaluations: Pick<WatchedEvaluations, 'watched'> | null | undefined,
): readonly string[] {
  return (evaluations?.watched ?? []).flatMap((one) => (one.ok && one.data.isFinal ? [one.data.id] : []))
}
