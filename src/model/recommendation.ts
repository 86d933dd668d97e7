import * as z from 'zod'
import type { RecommendationRef } from '../store/index.ts'
import type { TaskReason } from '../store/reason.ts'

/** Where a recommendation lives in the service (specification, part 4.7). */
export type RecommendationIds = Omit<RecommendationRef, 'team'>

export const idsOf = ({ organizationId, workspaceId, resultId }: RecommendationIds): RecommendationIds => ({
  organizationId,
  workspaceId,
  resultId,
})

export const briefSummary = z.object({
  id: z.string(),
  taskId: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  updatedAt: z.string().nullable(),
})
export type BriefSummary = Readonly<z.infer<typeof briefSummary>>

export type TaskState =
  | { readonly kind: 'none' }
  | { readonly kind: 'creating'; readonly by: string; readonly at: string }
  | {
      readonly kind: 'created'
      readonly taskId: string
      readonly name: string
      readonly description: string
      readonly by: string
      readonly at: string
      /** Slack user id of the person who found the task after the service's answer was lost. */
      readonly confirmedBy?: string
      /** The day on which it was finished, and who said so; omitted: not marked as done. */
      readonly done?: { readonly on: string; readonly by: string }
      /** Slack user id of the person who marked it as not done again. */
      readonly reopenedBy?: string
    }
  | { readonly kind: 'unknown'; readonly by: string; readonly at: string; readonly reason: TaskReason | null }

export interface Recommendation extends RecommendationIds {
  /** In the service's order (the sort order of their tasks). */
  readonly briefs: readonly BriefSummary[]
  readonly task: TaskState
}

export interface TaskEvidenceItem {
  readonly taskId: string
  readonly briefId: string
  readonly title: string
  readonly writtenAt: string
}

export interface TaskEvidence {
  /** Slack user id of the person who made the attempt. */
  readonly by: string
  readonly at: string
  /** Newest first, one per task. */
  readonly items: readonly TaskEvidenceItem[]
  readonly briefs: number
  /** The number without a date, which prove nothing. */
  readonly undated: number
}

/** The outcome of a click that created no task. */
export interface ClickOutcome {
  /** Cause, then next step; `null`: the task's state says it. */
  readonly sentence: string | null
  /** Finds the click in the log. */
  readonly reference: string
}
