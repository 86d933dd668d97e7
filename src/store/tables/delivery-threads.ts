import { type Kysely, sql } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { firstTake } from './delivery-posting.ts'
import type { Claim } from './delivery-record.ts'
import { ofConnected } from './disconnections.ts'
import { instantText, laterText } from './text.ts'

/** The right to go on with what follows a posted digest. `take` is its fencing token. */
export interface ThreadClaim {
  readonly team: string
  /** The delivery's. */
  readonly id: string
  readonly subscriptionId: string
  readonly channel: string
  /** Slack's `ts` of the digest. */
  readonly ts: string
  /** ISO 8601 instant. */
  readonly slot: string
  /** The first reply that is not settled, from 0. */
  readonly next: number
  /** Whether that reply may have left already: its process ended, or Slack gave no answer. */
  readonly leaving: boolean
  readonly take: number
}

/** A claim, and what it is about. */
export interface TakenThread extends ThreadClaim {
  /** As it was given with the intent. */
  readonly thread: string
}

/** The claim of whoever recorded the post, and took what follows it with that. @param ts Slack's, of the digest */
export const ownThread = ({ team, id, subscriptionId, channel, slot }: Claim, ts: string): ThreadClaim => ({
  team,
  id,
  subscriptionId,
  channel,
  ts,
  slot,
  next: 0,
  leaving: false,
  take: firstTake,
})

/** What follows a posted digest: its replies, one after the other. Methods answer `false` when a claim is void. */
export interface DeliveryThreads {
  /** Posted digests that nobody goes on with. */
  threadsWaiting(
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly { readonly team: string; readonly id: string }[]>
  /** `null`: nothing follows, or somebody is at it, or it is to wait. */
  takeThread(request: {
    readonly team: string
    readonly id: string
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<TakenThread | null>
  /** The next reply is about to leave; committed before it does, and the lease starts anew. `false`: don't post. */
  beginReply(claim: ThreadClaim, leaseMs: number, now: Temporal.Instant): Promise<boolean>
  /** So many replies are settled; `'all'`: nothing follows any more. */
  replied(claim: ThreadClaim, replies: number | 'all', now: Temporal.Instant): Promise<boolean>
  /** Free from `at` on. `leaving`: the next reply may have left; it is to be looked up then. */
  leaveThread(
    claim: ThreadClaim,
    left: { readonly at: Temporal.Instant; readonly leaving: boolean },
  ): Promise<boolean>
}

export function deliveryThreads(db: Kysely<Database>): DeliveryThreads {
  const waiting = (now: Temporal.Instant) =>
    db
      .selectFrom('deliveries')
      .where('thread_at', '<=', instantText(now))
      .where('state', '=', sql.lit('posted'))
      .where(ofConnected('deliveries'))

  const held = (claim: Pick<ThreadClaim, 'team' | 'id' | 'take'>) =>
    db
      .updateTable('deliveries')
      .where('team_id', '=', claim.team)
      .where('id', '=', claim.id)
      .where('thread_take', '=', claim.take)
      .where('thread', 'is not', null)
      .returning('id')
  const begin = prepared(db, ['team', 'id', 'take', 'leaseUntil'], ({ team, id, take, leaseUntil }) =>
    held({ team, id, take }).set({ thread_leaving: 1, thread_at: leaseUntil }),
  )
  const end = prepared(db, ['team', 'id', 'take', 'at'], ({ team, id, take, at }) =>
    held({ team, id, take }).set({ thread: null, thread_leaving: 0, thread_at: null, updated_at: at }),
  )

  return {
    threadsWaiting: (now, limit) =>
      waiting(now).select(['team_id as team', 'id']).orderBy('thread_at').limit(limit).execute(),

    async takeThread({ team, id, leaseMs, now }) {
      const row = await db
        .updateTable('deliveries')
        .set((eb) => ({ thread_take: eb('thread_take', '+', 1), thread_at: laterText(now, leaseMs) }))
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('state', '=', 'posted')
        .where('thread_at', '<=', instantText(now))
        .returning([
          'subscription_id as subscriptionId',
          'channel_id as channel',
          'message_ts as ts',
          'slot',
          'thread',
          'thread_next as next',
          'thread_leaving as leaving',
          'thread_take as take',
        ])
        .executeTakeFirst()
      if (row === undefined || row.thread === null || row.ts === null) return null
      return { ...row, team, id, ts: row.ts, thread: row.thread, leaving: row.leaving === 1 }
    },

    async beginReply({ team, id, take }, leaseMs, now) {
      const [row] = await begin({ team, id, take, leaseUntil: laterText(now, leaseMs) })
      return row !== undefined
    },

    async replied(claim, replies, now) {
      const { team, id, take } = claim
      const row =
        replies === 'all'
          ? (await end({ team, id, take, at: instantText(now) })).at(0)
          : await held(claim).set({ thread_next: replies, thread_leaving: 0 }).executeTakeFirst()
      return row !== undefined
    },

    async leaveThread(claim, { at, leaving }) {
      const row = await held(claim)
        .set({ thread_leaving: leaving ? 1 : 0, thread_at: instantText(at) })
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
