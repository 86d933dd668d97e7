/** The digest: what changed first, the evidence second, what to do third. */
import type { NewsSinceDigest } from '../../model/digest.ts'
import type { EngineReport } from '../../model/engine-report.ts'
import type { Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { RedditNews } from '../../model/reddit.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { type Composed, compose, type Part, paginate, type Run } from '../kit/budget.ts'
import { context, header, heading, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { actionsHeadline, howToTrack } from '../tasks/actions.ts'
import {
  markedRecommendationPart,
  recommendationName,
  recommendationsCount,
} from '../tasks/recommendation.ts'
import { engineBlocks, engineText } from './digest-engines.ts'
import { evaluationBlocks, evaluationLines, type WatchedEvaluations } from './digest-evaluations.ts'
import { type DigestFrame, digestFooter, digestTitle } from './digest-frame.ts'
import { redditRuns, redditSummary, turnedSentence } from './digest-reddit.ts'
import {
  type DigestDrift,
  driftSentence,
  visibilityBlocks,
  visibilityLines,
  visibilityThread,
} from './digest-visibility.ts'

/** A part that is `null` is not in this digest. */
export interface DigestData extends DigestFrame {
  readonly report: Section<VisibilityReport> | null
  /** What to type after `/sightline ` for the same figures. */
  readonly figures?: string
  /** The weeks up to the report's; for the thread. */
  readonly trend?: Trend | null
  readonly engines?: Section<EngineReport> | null
  readonly reddit: Section<RedditNews> | null
  readonly recommendations: readonly Section<Recommendation>[]
  /** Says how to track one, since none is. */
  readonly tracksNone?: boolean
  /** Those that people watch here, and those that have ended since the last digest. */
  readonly evaluations?: WatchedEvaluations | null
  /** The sum of small changes since visibility was last reported in full; only if visibility itself is no news. */
  readonly drift?: DigestDrift | null
  /** What of the recommendations is new since the last digest. */
  readonly news?: NewsSinceDigest
  /** False: what does not fit is only counted. True by default. */
  readonly detailsInThread?: boolean
}

export interface DigestMessages {
  readonly main: Message
  /** What didn't fit or would be too much, for the thread below it, in this order. */
  readonly replies: readonly Message[]
}

const recommendationsInMain = 3
/** More replies than these for one part would be noise; what is left is counted in the last one. */
const otherReplies = 4

export function digestMessages(data: DigestData): DigestMessages {
  const runs = mainRuns(data)
  const composed = compose(runs)
  const main = { text: digestText(data), blocks: composed.blocks }
  if (data.detailsInThread === false) return { main, replies: [] }
  return {
    main,
    replies: [...visibilityThread(data.report, data.trend ?? null), ...restThread(runs, composed)],
  }
}

/** The order in which the parts are shown; priorities decide which parts get space first. */
function mainRuns(data: DigestData): readonly NamedRun[] {
  const { label, report, figures, engines = null, reddit } = data
  const { recommendations, tracksNone, news, detailsInThread } = data
  const rest = detailsInThread === false ? 'not shown' : 'in the thread'
  return [
    {
      lead: [
        ...(label == null ? [] : [context(label)]),
        header(digestTitle(data)),
        ...visibilityBlocks(report, rest, biggerNews(data), figures),
        ...engineBlocks(engines),
      ],
    },
    ...redditRuns(reddit, rest).map((run) => ({ ...run, thread: 'reddit' as const })),
    {
      thread: 'recommendations',
      lead:
        recommendations.length > 0
          ? [{ type: 'divider' }, heading(recommendationsCount(recommendations))]
          : tracksNone
            ? [{ type: 'divider' }, richText([noneTracked])]
            : [],
      items: recommendations.map((section, copy) =>
        markedRecommendationPart(section, copy, section.ok ? news?.get(section.data.resultId) : undefined),
      ),
      atMost: recommendationsInMain,
      priority: 1,
      more: (left) => [context(`${counted(left, 'more recommendation')} ${rest}.`)],
    },
    { lead: [...evaluationBlocks(data.evaluations ?? null), ...digestFooter(data)] },
  ]
}

/** What comes first where the period itself has no news. */
function biggerNews({ reddit, drift }: DigestData): string | null {
  return turnedSentence(reddit) ?? (drift == null ? null : driftSentence(drift))
}

const noneTracked: Span[] = [`${actionsHeadline([])} `, ...howToTrack]

/** A run, and where its items go that have no place in the main message. */
interface NamedRun extends Run {
  readonly thread?: 'reddit' | 'recommendations'
}

/** The items that the main message has no place for. */
function restThread(runs: readonly NamedRun[], { left }: Composed): readonly Message[] {
  const rest = (thread: NamedRun['thread']) =>
    runs.flatMap((run, index) => (run.thread === thread ? (left[index] ?? []) : []))
  return [
    ...thread('More from Reddit', rest('reddit'), 'more summary', 'more summaries'),
    ...thread(
      'More recommended actions',
      rest('recommendations'),
      'more recommendation',
      'more recommendations',
    ),
  ]
}

function thread(title: string, items: readonly Part[], one: string, many: string): readonly Message[] {
  const messages = paginate(items, {
    lead: (page) => [heading(page === 1 ? title : `${title}, continued`)],
    pages: otherReplies,
    more: (left) => [context(`${counted(left, one, many)} not shown.`)],
  })
  return messages.map((blocks) => ({ text: title, blocks }))
}

function digestText(data: DigestData): string {
  const { label, report, engines = null, reddit, recommendations } = data
  const lines = [
    ...(label == null ? [] : [mrkdwn([oneLine(label, 200)])]),
    ...(report === null
      ? []
      : report.ok
        ? visibilityLines(report.data, biggerNews(data))
        : [mrkdwn([`Brand visibility is unavailable: ${oneLine(report.reason, 400)}`])]),
    ...engineText(engines).map((line) => mrkdwn([line])),
    ...redditSummary(reddit).map((line) => mrkdwn([line])),
    ...(recommendations.length > 0
      ? [mrkdwn([recommendationsCount(recommendations)])]
      : data.tracksNone
        ? [mrkdwn(noneTracked)]
        : []),
    ...recommendations
      .slice(0, recommendationsInMain)
      .map((section) => mrkdwn([recommendationName(section)])),
    ...evaluationLines(data.evaluations ?? null).map((line) => mrkdwn([line])),
  ]
  return summary(lines.length === 0 ? [mrkdwn([digestTitle(data)])] : lines)
}
