import type { TaskReason } from '../store/reason.ts'

export interface BriefSummary {
  readonly id: string
  readonly taskId: string | null
  readonly title: string
  readonly body: string
  readonly updatedAt: string | null
}

/** The task of one recommendation, as far as Sightline knows. Times are ISO 8601 instants. */
export type TaskState =
  | { readonly kind: 'none' }
  | { readonly kind: 'creating'; readonly by: string; readonly at: string }
  | {
      readonly kind: 'created'
      readonly taskId: string
      readonly name: string
      readonly description: string
      /** Slack user id of who clicked. */
      readonly by: string
      readonly at: string
      /** Slack user id of who found the task, where the service's answer was lost. */
      readonly confirmedBy?: string
      /** The day on which the team finished it, and who said so; left out: nobody has. */
      readonly done?: { readonly on: string; readonly by: string }
      /** Slack user id of who said that it isn't done after all. */
      readonly reopenedBy?: string
    }
  | { readonly kind: 'unknown'; readonly by: string; readonly at: string; readonly reason: TaskReason | null }

/** One tracked recommendation with its briefs and its task. */
export interface Recommendation {
  readonly organizationId: string
  readonly workspaceId: string
  readonly resultId: string
  /** In the service's order (the sort order of their tasks). */
  readonly briefs: readonly BriefSummary[]
  readonly task: TaskState
}
