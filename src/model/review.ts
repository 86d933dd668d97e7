import type { TaskRecord } from '../store/index.ts'
import type { TitledRecommendation } from './channel.ts'
import type { ReportPeriod, VisibilityReport } from './reports.ts'
import type { Story, SubredditSentiments } from './story.ts'
import type { ChartNote, Trend } from './trend.ts'

/** What a channel's team did in a period, and what changed since. Days are `YYYY-MM-DD`. */

export interface ReviewedTask
  extends Pick<TaskRecord, 'resultId' | 'taskId' | 'name' | 'createdBy' | 'doneOn' | 'doneBy'> {
  readonly createdOn: string
  readonly story: Story | null
}

interface Work {
  readonly created: number
  readonly done: number
}

/** An event that the team put on the timeline. */
export interface ReviewNote extends ChartNote {
  readonly by: string
}

export interface OpenRecommendation extends TitledRecommendation {
  /** `null`: unknown, for example a configured one that no digest of the channel has shown yet. */
  readonly trackedOn: string | null
}

/** Where the brand stands in the period's last complete week, and the weeks of the period. */
export interface ReviewStanding {
  readonly report: VisibilityReport
  /** `null`: fewer than two weeks are known. */
  readonly trend: Trend | null
}

export interface Review {
  /** `null`: the figures are unavailable, or no week of the period is complete. */
  readonly standing: ReviewStanding | null
  /** Of the channel’s subreddits: the last one before the period, and the newest one in it. */
  readonly reddit: readonly SubredditSentiments[]
  readonly channel: string
  /** The own brand's name; `null`: unknown. */
  readonly brand: string | null
  /** It ends today at the latest. */
  readonly period: ReportPeriod
  readonly today: string
  /** Tasks created in the period, newest first. */
  readonly created: readonly ReviewedTask[]
  /** Tasks marked as done in the period, newest first. */
  readonly done: readonly ReviewedTask[]
  readonly people: readonly (Work & { readonly user: string })[]
  /** Weeks in which a task was created or done, by their Monday, oldest first. */
  readonly weeks: readonly (Work & { readonly start: string })[]
  /** Tasks of the period and of the eight weeks before it, newest first. */
  readonly followed: readonly ReviewedTask[]
  readonly notes: readonly ReviewNote[]
  /** Tracked recommendations without a task, oldest first. */
  readonly openRecommendations: readonly OpenRecommendation[]
  /** Tasks created by the end of the period and not done yet, oldest first. */
  readonly openTasks: readonly ReviewedTask[]
}
