import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type PlainReason, type Reason, reasonOf } from '../reason.ts'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

const kinds: readonly NoticeMatter['kind'][] = [
  'paused',
  'not_posted',
  'unknown',
  'owner_wanted',
  'restore',
  'waiting',
]

/**
 * Writes each notice once, in the transaction that records its cause. Slots of digests and alerts are whole milliseconds;
 * a notice's slot encodes its kind and step in the digits below a millisecond.
 */
export async function writeNotices(
  transaction: Transaction<Database> | Kysely<Database>,
  notices: readonly NewNotice[],
  now: Temporal.Instant,
): Promise<void> {
  const at = instantText(now)
  for (const { team, subscriptionId, channel, to, notice, at: from } of notices) {
    const { since, matter, step } = notice
    const key = Temporal.Instant.from(since).round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
    const below = kinds.indexOf(matter.kind) * 1_000 + step + 1
    await transaction
      .insertInto('deliveries')
      .values({
        team_id: team,
        id: randomUUID(),
        subscription_id: subscriptionId,
        slot: key.add({ nanoseconds: below }).toString({ fractionalSecondDigits: 9 }),
        channel_id: to ?? channel,
        notice: JSON.stringify(notice),
        attempt: 0,
        lease_until: instantText(from),
        thread_next: 0,
        thread_leaving: 0,
        thread_take: 0,
        created_at: at,
        updated_at: at,
        ...(to === null
          ? {
              state: 'failed',
              reason: 'nobody_to_tell' satisfies PlainReason,
              finished_at: at,
              untold_at: at,
            }
          : { state: 'pending' }),
      })
      .onConflict((conflict) => conflict.columns(['team_id', 'subscription_id', 'slot']).doNothing())
      .execute()
  }
}

/** What a notice about a digest is about. Its message is composed when it is sent. */
export type NoticeMatter =
  /** Slack refuses the digest's channel, or its schedule can't be read. */
  | { readonly kind: 'paused'; readonly code: Reason }
  /** One slot was not posted, and won't be. `hours`: how long posting was tried. */
  | { readonly kind: 'not_posted'; readonly reason: Reason; readonly hours?: number }
  /** It is unknown whether the delivery with this id was posted. */
  | { readonly kind: 'unknown'; readonly delivery: string }
  /** The owner has left. `gone`: Slack user id. */
  | { readonly kind: 'owner_wanted'; readonly gone: string }
  /** Sightline is back in a workspace with stopped digests. `oldest`: id of the first one that was set up. */
  | { readonly kind: 'restore'; readonly oldest: string }
  /** Recommendations and tasks of the digest's channel that have waited long. */
  | { readonly kind: 'waiting'; readonly items: readonly WaitingItem[] }

/** A recommendation without a task, or a task whose figures have not moved. */
export interface WaitingItem {
  readonly organizationId: string
  readonly workspaceId: string
  readonly resultId: string
  /** The title at the time when the item was found. */
  readonly title: string
  /** `null`: it has no task. `weeks`: how many weeks of figures were compared. */
  readonly task: { readonly id: string; readonly generation: number; readonly weeks: number } | null
  /** ISO 8601 instant since which it is tracked, or the task exists. */
  readonly since: string
}

/** Stored with a notice's delivery. The channel of that delivery is the recipient: a person or a channel. */
export interface Notice {
  readonly matter: NoticeMatter
  /** ISO 8601 instant of the slot or event. */
  readonly since: string
  /** Number of this delivery among those about the event, from 0. Each step is written once. */
  readonly step: number
  /** Earlier recipients. `unknown`: the notice may have arrived; otherwise Slack refused it. */
  readonly tried: readonly { readonly to: string; readonly unknown: boolean }[]
}

/** A notice to be written. */
export interface NewNotice {
  readonly team: string
  readonly subscriptionId: string
  /** The digest's channel. */
  readonly channel: string
  /** Slack id of a person or a channel; `null`: no recipient, recorded as a failed delivery. */
  readonly to: string | null
  readonly notice: Notice
  /** Earliest time to send it. */
  readonly at: Temporal.Instant
}

/** Reads the notice of a delivery. */
export function noticeOf(json: string | null): Notice | null {
  if (json === null) return null
  const notice: Notice = JSON.parse(json)
  const { matter } = notice
  switch (matter.kind) {
    case 'paused':
      return { ...notice, matter: { ...matter, code: supportedReason(matter.code) } }
    case 'not_posted':
      return { ...notice, matter: { ...matter, reason: supportedReason(matter.reason) } }
    default:
      return notice
  }
}

/** Handles unknown codes and sentences, which another version may have written. */
function supportedReason(reason: Reason): Reason {
  if (typeof reason !== 'string') return reason
  return reasonOf({ code: reason, cause: null, detail: null }) ?? 'not_recorded'
}
