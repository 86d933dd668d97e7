import type { ReportPeriod, VisibilityReport } from './reports.ts'
import type { Story } from './story.ts'
import type { Trend } from './trend.ts'

/** What a channel's team did in a period, and what changed since. Days are `YYYY-MM-DD`. */

/** A task of the channel. */
export interface ReviewedTask {
  readonly resultId: string
  readonly taskId: string | null
  readonly name: string | null
  /** Slack user id. */
  readonly createdBy: string
  /** A day. */
  readonly createdOn: string
  /** The day that the team gave; `null`: not marked as done. */
  readonly doneOn: string | null
  readonly doneBy: string | null
  /** `null`: not read. */
  readonly story: Story | null
}

/** What one person created and marked as done. */
export interface WorkByPerson {
  /** Slack user id. */
  readonly user: string
  readonly created: number
  readonly done: number
}

export interface WorkByWeek {
  /** The week's Monday. */
  readonly start: string
  readonly created: number
  readonly done: number
}

/** An event that the team put on the timeline. */
export interface ReviewNote {
  readonly day: string
  readonly text: string
  /** Slack user id. */
  readonly by: string
}

export interface OpenRecommendation {
  readonly resultId: string
  /** `null`: it has no brief, or its briefs are unavailable. */
  readonly title: string | null
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
  /** Slack's id. */
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
  /** The most active person first. */
  readonly people: readonly WorkByPerson[]
  /** Weeks in which a task was created or done, oldest first. */
  readonly weeks: readonly WorkByWeek[]
  /** Tasks of the period and of the eight weeks before it, newest first. */
  readonly followed: readonly ReviewedTask[]
  /** Oldest first. */
  readonly notes: readonly ReviewNote[]
  /** Tracked recommendations without a task, oldest first. */
  readonly openRecommendations: readonly OpenRecommendation[]
  /** Tasks not done by the end of the period, oldest first. */
  readonly openTasks: readonly ReviewedTask[]
}
