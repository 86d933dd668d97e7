/** What a digest is drawn from. */
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
import type { DigestDrift } from './visibility.ts'

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
  /** Says how to track one, since none is. */
  readonly tracksNone?: boolean
  /** Those that people watch here, and those that have ended since the last digest. */
  readonly evaluations?: WatchedEvaluations | null
  /** The sum of small changes since visibility was last reported in full; only if visibility itself is no news. */
  readonly drift?: DigestDrift | null
  /** Tasks whose measures have reliably moved, which no earlier digest of these said; omitted: none. */
  readonly stories?: readonly DigestStory[]
  /** What of the recommendations is new since the last digest. */
  readonly news?: NewsSinceDigest
  /** False: what does not fit is only counted. True by default. */
  readonly detailsInThread?: boolean
}

export interface ReportedRecommendations {
  /** Result ids of those that have no news since. */
  readonly ids: readonly string[]
  /** Since how many days the oldest of them without a task is here; `null`: not known. */
  readonly oldestDays: number | null
  /** Tasks that were created since the last digest, the newest first. */
  readonly created: readonly CreatedTask[]
}

/** A task whose measures have moved; reported once. */
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
  /** What didn't fit or would be too much, for the thread below it, in this order. */
  readonly replies: readonly Message[]
}
