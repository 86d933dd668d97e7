import type { Kysely } from 'kysely'
import { partsOf, type Reason, reasonOf } from '../../reason.ts'
import type { Database, DeliveryRow } from '../../schema.ts'

/**
 * A delivery: one slot of a digest, an alert, or a notice to a person. Times are ISO 8601 instants.
 * - `pending`: planned or claimed, not sent yet. Can be claimed once its lease has expired.
 * - `posting`: the post may have been sent. Can't be claimed again.
 * - `unknown`: Slack may have accepted the post. `claimUnknown` or a late answer from Slack settles it.
 * - `posted`, `skipped`, `failed`: final.
 */
export interface Delivery {
  readonly team: string
  readonly id: string
  readonly subscriptionId: string
  /** If a person asked for the digest: the minute of the request. */
  readonly slot: string
  readonly channel: string
  /** Slack user id of the person who asked for it; `null`: the schedule. */
  readonly askedBy: string | null
  readonly state: DeliveryRow['state']
  readonly attempt: number
  /** End of the claim's lease or, for a released delivery, the time of the next attempt. */
  readonly leaseUntil: string
  readonly reason: Reason | null
  /** Slack's `ts`; set exactly when `posted`. */
  readonly messageTs: string | null
  /** What an alert says and marks, as `alertIntent` reads it; `null`: a digest or a notice. */
  readonly alert: string | null
  /** The notice about a digest, as `noticeOf` reads it; `null`: a digest or an alert. */
  readonly notice: string | null
  /** When to look up an `unknown` delivery; `null`: never. */
  readonly checkAt: string | null
  readonly createdAt: string
  /** Start of the last attempt. */
  readonly startedAt: string | null
  readonly updatedAt: string
  readonly finishedAt: string | null
}

/** The right to deliver one slot. `attempt` is the fencing token: a later claim makes this one void. */
export interface Claim {
  readonly team: string
  readonly id: string
  readonly subscriptionId: string
  /** ISO 8601 instant. */
  readonly slot: string
  readonly channel: string
  readonly askedBy: string | null
  readonly attempt: number
  /** Why an earlier attempt was postponed. */
  readonly reason: Reason | null
  /** What an alert says and marks, as `alertIntent` reads it; `null`: a digest or a notice. */
  readonly alert: string | null
  /** The notice about a digest, as `noticeOf` reads it; `null`: a digest or an alert. */
  readonly notice: string | null
  readonly leaseMs: number
  /** Slack's `ts` of the oldest message searched in the channel, newest first; `null`: not started. */
  readonly searchedUpTo: string | null
}

type ReasonColumns = Pick<DeliveryRow, 'reason' | 'reason_cause' | 'reason_detail'>

export const deliveryReason = ({ reason, reason_cause, reason_detail }: ReasonColumns): Reason | null =>
  reasonOf({ code: reason, cause: reason_cause, detail: reason_detail })

export function reasonColumns(reason: Reason | null): ReasonColumns {
  const { code, cause, detail } = partsOf(reason)
  return { reason: code, reason_cause: cause, reason_detail: detail }
}

export const deliveryRecord = (row: DeliveryRow): Delivery => ({
  team: row.team_id,
  id: row.id,
  subscriptionId: row.subscription_id,
  slot: row.slot,
  channel: row.channel_id,
  askedBy: row.asked_by,
  state: row.state,
  attempt: row.attempt,
  leaseUntil: row.lease_until,
  reason: deliveryReason(row),
  messageTs: row.message_ts,
  alert: row.alert,
  notice: row.notice,
  checkAt: row.check_at,
  createdAt: row.created_at,
  startedAt: row.started_at,
  updatedAt: row.updated_at,
  finishedAt: row.finished_at,
})

export async function findDelivery(db: Kysely<Database>, team: string, id: string): Promise<Delivery | null> {
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('team_id', '=', team)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : deliveryRecord(row)
}

/** Qualified names, for statements with several tables. */
export const claimColumns = [
  'deliveries.team_id as team',
  'deliveries.id as id',
  'deliveries.subscription_id as subscriptionId',
  'deliveries.slot as slot',
  'deliveries.channel_id as channel',
  'deliveries.asked_by as askedBy',
  'deliveries.attempt as attempt',
  'deliveries.reason as reason',
  'deliveries.reason_cause as reason_cause',
  'deliveries.reason_detail as reason_detail',
  'deliveries.alert as alert',
  'deliveries.looked_to as searchedUpTo',
  'deliveries.notice as notice',
] as const

export function claimRecord(
  { reason, reason_cause, reason_detail, ...row }: Omit<Claim, 'reason' | 'leaseMs'> & ReasonColumns,
  leaseMs: number,
): Claim {
  return { ...row, reason: deliveryReason({ reason, reason_cause, reason_detail }), leaseMs }
}
