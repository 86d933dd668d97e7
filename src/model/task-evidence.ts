export interface TaskEvidenceItem {
  readonly taskId: string
  readonly briefId: string
  readonly title: string
  /** ISO 8601 instant. */
  readonly writtenAt: string
}

export interface TaskEvidence {
  /** Slack user id of the person who made the attempt. */
  readonly by: string
  /** ISO 8601 instant of the attempt. */
  readonly at: string
  /** Newest first, one per task. */
  readonly items: readonly TaskEvidenceItem[]
  /** The number of briefs read. */
  readonly briefs: number
  /** The number without a date, which prove nothing. */
  readonly undated: number
}
