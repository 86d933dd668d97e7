/** What can be read of a task whose creation got no clear answer. */

/** A brief that may belong to the task of an attempt whose outcome is unknown. */
export interface TaskEvidenceItem {
  readonly taskId: string
  readonly briefId: string
  readonly title: string
  /** ISO 8601 instant. */
  readonly writtenAt: string
}

/** What can be read of a task whose creation got no clear answer. */
export interface TaskEvidence {
  /** Slack user id of whose attempt it was. */
  readonly by: string
  /** ISO 8601 instant of the attempt. */
  readonly at: string
  /** The newest first, one for each task. */
  readonly items: readonly TaskEvidenceItem[]
  /** How many briefs were looked at. */
  readonly briefs: number
  /** How many of them have no date, and so say nothing. */
  readonly undated: number
}
