/** The data that a digest is drawn from. */
import type { NewsSinceDigest } from '../../model/digest.ts'
import type { EngineReport } from '../../model/engine-report.ts'
import type { Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { RedditNews } from '../../model/reddit.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import type { DigestLength } from '../../store/index.ts'
import type { RecommendationRef } from '../kit/codec.ts'
import type { TaskStory } from '../tasks/story.ts'
import type { WatchedEvaluations } from './evaluations.ts'
import type { DigestFrame } from './frame.ts'

/** A part that is `null` is not in this digest. */
export interface DigestData extends DigestFrame {
  /** Brief by default. */
  readonly length?: DigestLength
  readonly report: Section<VisibilityReport> | null
  /** What to type after `/sightline ` for the same figures. */
  readonly figures?: string
  /** The weeks up to the report's. */
  readonly trend?: Trend | null
  readonly engines?: Section<EngineReport> | null
  readonly reddit: Section<RedditNews> | null
  readonly recommendations: readonly Section<Recommendation>[]
  /** Recommendations that earlier digests have reported; omitted: none. */
  readonly reported?: ReportedRecommendations
  /** No recommendation is tracked, so the digest says how to track one. */
  readonly tracksNone?: boolean
  /** Those that the digest names, that people watch from the channel, or that ended since the last digest. */
  readonly evaluations?: WatchedEvaluations | null
  /** What followed tasks, as far as no digest of the channel has told it yet; omitted: nothing. */
  readonly stories?: readonly DigestStory[]
  /** News of the recommendations since the last digest. */
  readonly news?: NewsSinceDigest
  /** False: what doesn't fit is only counted. True by default. */
  readonly detailsInThread?: boolean
}

export interface ReportedRecommendations {
  /** Result ids of those without news since then. */
  readonly ids: readonly string[]
  /** For how many days the oldest of them without a task has been tracked; `null`: unknown. */
  readonly oldestDays: number | null
  /** Tasks created since the last digest, newest first. */
  readonly created: readonly CreatedTask[]
}

/** What followed a task; told once. */
export interface DigestStory extends RecommendationRef, TaskStory {
  readonly taskId: string
}

export interface CreatedTask {
  /** Slack user id. */
  readonly by: string
  readonly name: string
  /** `YYYY-MM-DD` */
  readonly day: string
}

export interface DigestMessages {
  readonly main: Message
  /** What didn't fit or would be too much, as thread replies in this order. */
  readonly replies: readonly Message[]
}
