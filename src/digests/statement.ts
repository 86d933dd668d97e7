/** Compares what a digest reports with the record of its last report. Pure. */
import type { WatchedEvaluations } from '../blocks/digest/data.ts'
import type { RedditReading, SeenSummary } from '../insights/reddit.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { Section } from '../model/reports.ts'
import type { StoryNews } from '../model/story.ts'
import {
  type DigestFigures,
  type DigestRecord,
  type DigestStatement,
  recordKey,
  type ToldNews,
} from '../store/index.ts'

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

/** Returns only what the record lacks: thousands of known summaries are not written again. */
export function statementOf(content: ReportedContent, record: DigestRecord | null): DigestStatement {
  const { composedAt, figures = null, reddit = null, recommendations = null, evaluations = null } = content
  const { unread = [], stories = {}, told = [] } = content
  return {
    composedAt,
    figures,
    reddit: reddit === null ? null : redditStatement(reddit, record?.reddit ?? null),
    actions: recommendations === null ? null : actionsStatement(recommendations, record?.actions ?? null),
    evaluations:
      evaluations === null
        ? null
        : evaluationsStatement(evaluations, unread, record?.evaluations?.states ?? new Map()),
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
  const recorded: SeenSummary[] = [...(record?.summaries ?? [])].map(([summaryId, one]) => ({
    summaryId,
    ...one,
  }))
  const current = new Map(summaries.map((one) => [recordKey(one.summaryId), one]))
  const subreddits = new Set(summaries.map(({ subreddit }) => subreddit))
  const all = [...recorded.filter(({ summaryId }) => !current.has(summaryId)), ...current.values()]
  const retained = new Set([
    ...Map.groupBy(
      all.filter(({ subreddit }) => subreddits.has(subreddit)),
      ({ subreddit }) => subreddit,
    )
      .values()
      .flatMap((group) => group.toSorted(newestFirst).slice(0, summariesPerSubreddit)),
    ...all
      .filter(({ subreddit }) => !subreddits.has(subreddit))
      .sort(newestFirst)
      .slice(0, summariesElsewhere),
  ])
  const retainedKeys = new Set([...retained].map(({ summaryId }) => recordKey(summaryId)))
  return {
    summaries: [...retained].filter(({ summaryId }) => !record?.summaries.has(recordKey(summaryId))),
    sentiments: Object.fromEntries(
      [...sentiments].filter(([name, word]) => record?.sentiments.get(recordKey(name)) !== word),
    ),
    gone: recorded.map(({ summaryId }) => summaryId).filter((key) => !retainedKeys.has(key)),
  }
}

function newestFirst(a: SeenSummary, b: SeenSummary): number {
  const age = ({ creationDate, summaryId }: SeenSummary) => `${creationDate ?? ''}\0${summaryId}`
  return age(a) < age(b) ? 1 : -1
}

function actionsStatement(
  sections: readonly Section<Recommendation>[],
  record: DigestRecord['actions'],
): DigestStatement['actions'] {
  const current = sections.map((section) =>
    section.ok
      ? ([
          section.data.resultId,
          Object.fromEntries(section.data.briefs.map(({ id, updatedAt }) => [id, updatedAt])),
        ] as const)
      : ([section.subject ?? '', null] as const),
  )
  const isReported = (id: string, briefs: Readonly<Record<string, string | null>> | null) => {
    const recorded = record?.recommendations.get(recordKey(id))
    // An unreadable recommendation is still tracked.
    return recorded !== undefined && (briefs === null || (recorded !== null && sameEntries(recorded, briefs)))
  }
  const tracked = new Set(current.map(([id]) => recordKey(id)))
  return {
    recommendations: Object.fromEntries(current.filter(([id, briefs]) => !isReported(id, briefs))),
    gone: [...(record?.recommendations.keys() ?? [])].filter((key) => !tracked.has(key)),
  }
}

function sameEntries(
  one: ReadonlyMap<string, string | null>,
  other: Readonly<Record<string, string | null>>,
): boolean {
  const entries = Object.entries(other)
  return entries.length === one.size && entries.every(([key, value]) => one.get(key) === value)
}

function evaluationsStatement(
  { watched }: WatchedEvaluations,
  unread: readonly string[],
  recorded: ReadonlyMap<string, 'ended' | 'unread'>,
): DigestStatement['evaluations'] {
  const ended = endedEvaluations({ watched })
  const states = new Map([
    ...unread.map((id) => [id, 'unread'] as const),
    ...ended.map((id) => [id, 'ended'] as const),
  ])
  const keys = new Set([...states.keys()].map(recordKey))
  return {
    states: Object.fromEntries([...states].filter(([id, state]) => recorded.get(recordKey(id)) !== state)),
    gone: [...recorded.keys()].filter((key) => !keys.has(key)),
  }
}

/** Ended evaluations. A digest that names an evaluation always shows it, but its end is news only once. */
export function endedEvaluations(
  evaluations: Pick<WatchedEvaluations, 'watched'> | null | undefined,
): readonly string[] {
  return (evaluations?.watched ?? []).flatMap((one) => (one.ok && one.data.isFinal ? [one.data.id] : []))
}
