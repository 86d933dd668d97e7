import type { NewsSinceDigest } from '../../model/digest.ts'
import type { EngineReport } from '../../model/engine-report.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import type { Message } from '../../model/message.ts'
import type { Recommendation, RecommendationIds } from '../../model/recommendation.ts'
import type { RedditNews } from '../../model/reddit.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import type { TaskStory } from '../tasks/story.ts'

export interface WatchedEvaluations {
  readonly evaluations: readonly Section<Evaluation>[]
  /** How many were not loaded because there are too many. */
  readonly omittedCount: number
}

export interface DigestFrame {
  readonly name?: string | null
  readonly setUpBy: string | null
  readonly isFirst: boolean
  /** For example `Every Monday at 9:00 (Paris)`. */
  readonly scheduleText: string | null
}

/** A part that is `null` is not in this digest. */
export interface DigestData extends DigestFrame {
  /** A note about this message, for example that it is a preview; shown first. */
  readonly label?: string | null
  /** Nothing has changed since the last digest, so it is short and has no thread. */
  readonly isRepeat?: boolean
  readonly report: Section<VisibilityReport> | null
  /** What to type after `/sightline ` for the same figures. */
  readonly figures?: string
  readonly trend?: Trend | null
  readonly engines?: Section<EngineReport> | null
  readonly reddit: Section<RedditNews> | null
  readonly recommendations: readonly Section<Recommendation>[]
  /** Those that earlier digests reported and without news since, with the days for which they have been tracked. */
  readonly reported?: ReadonlyMap<string, number | null>
  /** No recommendation is tracked, so the digest says how to track one. */
  readonly tracksNone?: boolean
  /** Those that the digest names, that people watch from the channel, or that ended since the last digest. */
  readonly evaluations?: WatchedEvaluations | null
  /** What followed tasks, as far as no digest of the channel has told it yet; omitted: nothing. */
  readonly stories?: readonly DigestStory[]
  readonly news?: NewsSinceDigest
  /** False: what doesn't fit is only counted. True by default. */
  readonly detailsInThread?: boolean
}

/** What followed a task; told once. */
export interface DigestStory extends RecommendationIds, TaskStory {
  readonly taskId: string
}

export interface DigestMessages {
  readonly main: Message
  /** What didn't fit or would be too much, as thread replies in this order. */
  readonly replies: readonly Message[]
}
