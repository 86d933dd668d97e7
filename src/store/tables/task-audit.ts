/** What the audit says of clicks on a recommendation's buttons: who, from which message, and what came of it. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { recordAudit } from './audit.ts'
import type { RecommendationRef, TaskClaimRequest, TaskConfirmation, TaskRecord } from './task-record.ts'

/** A click that came second. @param task what it lost to */
export function auditTaken(
  db: Kysely<Database>,
  { team, organizationId, workspaceId, resultId }: RecommendationRef,
  { by, channel, messageTs, reference, now }: TaskClaimRequest,
  task: TaskRecord,
): Promise<void> {
  const { generation, attempt, state, createdBy } = task
  return recordAudit(
    db,
    {
      team,
      user: by,
      channel,
      action: 'task.create',
      subject: resultId,
      outcome: 'taken',
      detail: { organizationId, workspaceId, generation, attempt, message: messageTs, state, by: createdBy },
      reference,
    },
    now,
  )
}

/** How an attempt ended. @param click whose it is, where somebody else settled it */
export function auditAttempt(
  transaction: Transaction<Database>,
  task: TaskRecord,
  outcome: string,
  reason: string | null,
  now: Temporal.Instant,
  click: TaskConfirmation = {
    by: task.createdBy,
    channel: task.channel,
    messageTs: task.messageTs,
    reference: task.reference,
  },
): Promise<void> {
  const { organizationId, workspaceId, generation, attempt, taskId } = task
  return recordAudit(
    transaction,
    {
      team: task.team,
      user: click.by,
      channel: click.channel,
      action: 'task.create',
      subject: task.resultId,
      outcome,
      detail: {
        organizationId,
        workspaceId,
        generation,
        attempt,
        message: click.messageTs,
        task: taskId,
        reason,
      },
      reference: click.reference,
    },
    now,
  )
}
