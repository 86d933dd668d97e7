import type { BeforeAfter } from './before-after.ts'
import type { ReportPeriod } from './reports.ts'

/** What a channel's team did in some time, and what its measures did since. Days are `YYYY-MM-DD`. */

/** A task of the channel. */
export interface ReviewedTask {
  readonly resultId: string
  readonly taskId: string | null
  readonly name: string | null
  /** Slack user id. */
  readonly createdBy: string
  /** A day. */
  readonly createdOn: string
  /** The team's own word; `null`: nobody has said so. */
  readonly doneOn: string | null
  readonly doneBy: string | null
  /** `null`: it was not asked for. */
  readonly story: BeforeAfter | null
}

/** What one person created and marked as done. */
export interface PersonsWork {
  /** Slack user id. */
  readonly user: string
  readonly created: number
  readonly done: number
}

export interface WeeksWork {
  /** A Monday. */
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
  /** `null`: it has no brief, or its briefs could not be had. */
  readonly title: string | null
  /** `null`: not known, as for those of the configuration that no digest of the channel had yet. */
  readonly trackedOn: string | null
}

export interface Review {
  /** Slack's id. */
  readonly channel: string
  /** The own brand; `null`: the service names none. */
  readonly brand: string | null
  /** It ends today at the latest. */
  readonly period: ReportPeriod
  readonly today: string
  /** Tasks of that time, the newest first. */
  readonly created: readonly ReviewedTask[]
  /** Marked as done in that time, the newest first. */
  readonly done: readonly ReviewedTask[]
  /** Who did most comes first. */
  readonly people: readonly PersonsWork[]
  /** Weeks in which something was done, the oldest first. */
  readonly weeks: readonly WeeksWork[]
  /** The tasks of that time and of the eight weeks before it, the newest first. */
  readonly followed: readonly ReviewedTask[]
  /** The oldest first. */
  readonly notes: readonly ReviewNote[]
  /** Tracked, and without a task; the oldest first. */
  readonly openRecommendations: readonly OpenRecommendation[]
  /** Not marked as done, the oldest first. */
  readonly openTasks: readonly ReviewedTask[]
}
