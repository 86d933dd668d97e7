/** What a digest is about to say, compared with the record of what it last said. Pure. */
import type { WatchedEvaluations } from '../blocks/digests/digest-evaluations.ts'
import type { RedditReading, SeenSummary } from '../insights/reddit.ts'
import type { Recommendation, Section } from '../model/reports.ts'
import { type DigestFigures, type DigestRecord, type DigestStatement, recordKey } from '../store/index.ts'

interface Said {
  readonly composedAt: string
  /** `null`: it has none, or repeats in one line what was told before. */
  readonly figures: DigestFigures | null
  readonly reddit: RedditReading | null
  readonly recommendations: readonly Section<Recommendation>[] | null
  readonly evaluations: WatchedEvaluations | null
  /** Of the evaluations that were to be told, those that could not be read. */
  readonly unread: readonly string[]
}

/** Only what the record does not have yet: a digest of thousands of summaries that are known writes none of them. */
export function statementOf(said: Said, record: DigestRecord | null): DigestStatement {
  const { composedAt, figures, reddit, recommendations, evaluations } = said
  return {
    composedAt,
    figures,
    reddit: reddit === null ? null : redditSaid(reddit, record?.reddit ?? null),
    actions: recommendations === null ? null : actionsSaid(recommendations, record?.actions ?? null),
    evaluations:
      evaluations === null
        ? null
        : evaluationsSaid(evaluations, said.unread, record?.evaluations?.states ?? new Map()),
  }
}

/** A subreddit shows its newest summary: these many older ones may be withdrawn before a known one counts as new. */
const summariesPerSubreddit = 20
/** Summaries that were not read this time may come back. */
const summariesElsewhere = 1_000

function redditSaid(
  { summaries, sentiments }: RedditReading,
  record: DigestRecord['reddit'],
): DigestStatement['reddit'] {
  const known: SeenSummary[] = [...(record?.summaries ?? [])].map(([summaryId, one]) => ({
    summaryId,
    ...one,
  }))
  const read = new Map(summaries.map((one) => [recordKey(one.summaryId), one]))
  const subreddits = new Set(summaries.map(({ subreddit }) => subreddit))
  const all = [...known.filter(({ summaryId }) => !read.has(summaryId)), ...read.values()]
  const kept = new Set([
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
  const keptKeys = new Set([...kept].map(({ summaryId }) => recordKey(summaryId)))
  return {
    summaries: [...kept].filter(({ summaryId }) => !record?.summaries.has(recordKey(summaryId))),
    sentiments: Object.fromEntries(
      [...sentiments].filter(([name, word]) => record?.sentiments.get(recordKey(name)) !== word),
    ),
    gone: known.map(({ summaryId }) => summaryId).filter((key) => !keptKeys.has(key)),
  }
}

function newestFirst(a: SeenSummary, b: SeenSummary): number {
  const age = ({ creationDate, summaryId }: SeenSummary) => `${creationDate ?? ''}\0${summaryId}`
  return age(a) < age(b) ? 1 : -1
}

function actionsSaid(
  sections: readonly Section<Recommendation>[],
  record: DigestRecord['actions'],
): DigestStatement['actions'] {
  const said = sections.map((section) =>
    section.ok
      ? ([
          section.data.resultId,
          Object.fromEntries(section.data.briefs.map(({ id, updatedAt }) => [id, updatedAt])),
        ] as const)
      : ([section.subject ?? '', null] as const),
  )
  const isKnown = (id: string, briefs: Readonly<Record<string, string | null>> | null) => {
    const known = record?.recommendations.get(recordKey(id))
    // One that could not be read is still tracked.
    return known !== undefined && (briefs === null || (known !== null && sameEntries(known, briefs)))
  }
  const tracked = new Set(said.map(([id]) => recordKey(id)))
  return {
    recommendations: Object.fromEntries(said.filter(([id, briefs]) => !isKnown(id, briefs))),
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

function evaluationsSaid(
  { watched }: WatchedEvaluations,
  unread: readonly string[],
  known: ReadonlyMap<string, 'ended' | 'unread'>,
): DigestStatement['evaluations'] {
  const ended = endedOf({ watched })
  const states = new Map([
    ...unread.map((id) => [id, 'unread'] as const),
    ...ended.map((id) => [id, 'ended'] as const),
  ])
  const keys = new Set([...states.keys()].map(recordKey))
  return {
    states: Object.fromEntries([...states].filter(([id, state]) => known.get(recordKey(id)) !== state)),
    gone: [...known.keys()].filter((key) => !keys.has(key)),
  }
}

/** The evaluations that have come to their end: a digest that names one tells of it every time, but it is news once. */
export function endedOf(
  evaluations: Pick<WatchedEvaluations, 'watched'> | null | undefined,
): readonly string[] {
  return (evaluations?.watched ?? []).flatMap((one) => (one.ok && one.data.isFinal ? [one.data.id] : []))
}
