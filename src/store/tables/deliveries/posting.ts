import { type Kysely, sql } from 'kysely'
import { prepared } from '../../engines/prepared.ts'
import type { Database } from '../../schema.ts'
import { alertIntent, markAlerts } from '../alerts.ts'
import { type DigestStatement, recordStatement, storedStatement } from '../digest-record.ts'
import { instantText, instantTextAfter, teamIsConnected } from '../sql.ts'
import { checkOwner } from '../subscription-changes.ts'
import { type Claim, reasonColumns } from './record.ts'

/** Stored with a delivery before it is posted. Takes effect when the post is confirmed. */
export interface DeliveryIntent {
  /** `null` for an alert or a notice. */
  readonly statement: DigestStatement | null
  /** The replies to post in its thread, serialized; `null` or omitted: none. */
  readonly thread?: string | null
}

/** The commits before and after a post. Both methods return `false` if the claim is void. */
export interface DeliveryPosting {
  /** `pending` → `posting`, committed before posting. Restarts the lease. `false`: don't post. */
  beginPost(
    claim: Claim,
    begin: DeliveryIntent & { readonly leaseMs: number },
    now: Temporal.Instant,
  ): Promise<boolean>
  /**
   * `posting` → `posted` with Slack's `ts`. The same transaction applies the intent and schedules a check of the
   * subscription's owner. Also accepts a late answer for an `unknown` delivery. May be repeated with the same `ts`.
   *
   * @param threadLeaseMs the caller's lease on the thread, see `threadClaimOf`; omitted: any process may take the thread
   */
  posted(claim: Claim, messageTs: string, now: Temporal.Instant, threadLeaseMs?: number): Promise<boolean>
}

/** @param shared whether other processes may use the same rows */
export function deliveryPosting(db: Kysely<Database>, shared: boolean): DeliveryPosting {
  const begin = prepared(
    db,
    ['team', 'id', 'attempt', 'says', 'thread', 'leaseUntil', 'at'],
    ({ team, id, attempt, says, thread, leaseUntil, at }) =>
      db
        .updateTable('deliveries')
        .set({
          state: 'posting',
          ...reasonColumns(null),
          looked_to: null,
          says,
          thread,
          lease_until: leaseUntil,
          updated_at: at,
        })
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('state', '=', 'pending')
        .returning('id'),
  )
  const storedIntent = prepared(db, ['team', 'id'], ({ team, id }) =>
    db
      .selectFrom('deliveries')
      .innerJoin('subscriptions', (join) =>
        join
          .onRef('subscriptions.team_id', '=', 'deliveries.team_id')
          .onRef('subscriptions.id', '=', 'deliveries.subscription_id'),
      )
      .select(['deliveries.says', 'deliveries.alert', 'deliveries.notice'])
      .where('deliveries.team_id', '=', team)
      .where('deliveries.id', '=', id)
      // To avoid deadlocks, every transaction locks a subscription before its deliveries.
      .$if(shared, (query) => query.forNoKeyUpdate('subscriptions')),
  )
  const post = prepared(
    db,
    ['team', 'id', 'attempt', 'ts', 'threadAt', 'take', 'at'],
    ({ team, id, attempt, ts, threadAt, take, at }) =>
      db
        .updateTable('deliveries')
        .set({
          state: 'posted',
          ...reasonColumns(null),
          message_ts: ts,
          says: null,
          check_at: null,
          thread_at: sql<string | null>`CASE WHEN thread IS NOT NULL THEN ${threadAt} END`,
          thread_take: take,
          updated_at: at,
          finished_at: at,
        })
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('state', 'in', ['posting', 'unknown'])
        .returning('id'),
  )

  return {
    async beginPost({ team, id, attempt }, { statement, thread = null, leaseMs }, now) {
      const [row] = await begin({
        team,
        id,
        attempt,
        says: statement === null ? null : JSON.stringify(statement),
        thread,
        leaseUntil: instantTextAfter(now, leaseMs),
        at: instantText(now),
      })
      return row !== undefined
    },

    posted: (claim, messageTs, now, threadLeaseMs) =>
      db.transaction().execute(async (transaction) => {
        const { team, id, attempt, subscriptionId } = claim
        const at = instantText(now)
        const [intent] = await storedIntent({ team, id }, transaction)
        const statement = intent?.says == null ? null : storedStatement.parse(JSON.parse(intent.says))
        const changes = {
          ts: messageTs,
          threadAt: threadLeaseMs === undefined ? at : instantTextAfter(now, threadLeaseMs),
          take: threadLeaseMs === undefined ? 0 : firstTake,
          at,
        }
        const [row] = await post({ team, id, attempt, ...changes }, transaction)
        if (row !== undefined) {
          if (statement !== null) await recordStatement(transaction, { team, subscriptionId }, statement)
          const { marks = [] } = alertIntent(intent?.alert ?? null) ?? {}
          await markAlerts(transaction, team, subscriptionId, marks, at)
          if (intent?.notice == null) await checkOwner(transaction, { team, id: subscriptionId }, now)
          return true
        }
        // A repeated call, after the first answer was lost: the same post is already recorded.
        const recorded = await transaction
          .selectFrom('deliveries')
          .select('id')
          .where('team_id', '=', team)
          .where('id', '=', id)
          .where('attempt', '=', attempt)
          .where('state', '=', 'posted')
          .where('message_ts', '=', messageTs)
          .executeTakeFirst()
        return recorded !== undefined
      }),
  }
}

/** Recording the post is the first take, because a thread can't be taken before its digest is posted. */
export const firstTake = 1

/** The right to post the replies of a digest. `take` is its fencing token. */
export interface ThreadClaim {
  readonly team: string
  /** Id of the delivery. */
  readonly id: string
  readonly subscriptionId: string
  readonly channel: string
  /** Slack's `ts` of the digest. */
  readonly ts: string
  /** ISO 8601 instant. */
  readonly slot: string
  /** Index of the first unsettled reply. */
  readonly next: number
  /** Whether that reply may have been sent: the process was killed, or Slack didn't answer. */
  readonly mayBeSent: boolean
  readonly take: number
}

/** A claim with the stored replies. */
export interface TakenThread extends ThreadClaim {
  /** The serialized replies, as in `DeliveryIntent`. */
  readonly thread: string
}

/** The thread claim of the caller that recorded the post. @param ts Slack's `ts` of the digest */
export const threadClaimOf = (
  { team, id, subscriptionId, channel, slot }: Claim,
  ts: string,
): ThreadClaim => ({
  team,
  id,
  subscriptionId,
  channel,
  ts,
  slot,
  next: 0,
  mayBeSent: false,
  take: firstTake,
})

/** The replies to posted digests, which are posted in order. Methods return `false` if the claim is void. */
export interface DeliveryThreads {
  /** Posted digests with unclaimed replies to post. */
  threadsWaiting(
    now: Temporal.Instant,
    limit: number,
  ): Promise<readonly { readonly team: string; readonly id: string }[]>
  /** `null`: there are no replies left, another process has claimed them, or they aren't due yet. */
  takeThread(request: {
    readonly team: string
    readonly id: string
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<TakenThread | null>
  /** Committed before the next reply is posted. Restarts the lease. `false`: don't post. */
  beginReply(claim: ThreadClaim, leaseMs: number, now: Temporal.Instant): Promise<boolean>
  /** Records how many replies are settled. */
  replied(claim: ThreadClaim, replies: number | 'all', now: Temporal.Instant): Promise<boolean>
  /** Releases the claim; the thread is due again at `at`. `mayBeSent`: the next reply may have been sent, so look it up. */
  releaseThread(
    claim: ThreadClaim,
    release: { readonly at: Temporal.Instant; readonly mayBeSent: boolean },
  ): Promise<boolean>
}

export function deliveryThreads(db: Kysely<Database>): DeliveryThreads {
  const waiting = (now: Temporal.Instant) =>
    db
      .selectFrom('deliveries')
      .where('thread_at', '<=', instantText(now))
      .where('state', '=', sql.lit('posted'))
      .where(teamIsConnected('deliveries'))

  const updateClaimed = (claim: Pick<ThreadClaim, 'team' | 'id' | 'take'>) =>
    db
      .updateTable('deliveries')
      .where('team_id', '=', claim.team)
      .where('id', '=', claim.id)
      .where('thread_take', '=', claim.take)
      .where('thread', 'is not', null)
      .returning('id')
  const begin = prepared(db, ['team', 'id', 'take', 'leaseUntil'], ({ team, id, take, leaseUntil }) =>
    updateClaimed({ team, id, take }).set({ thread_leaving: 1, thread_at: leaseUntil }),
  )
  const end = prepared(db, ['team', 'id', 'take', 'at'], ({ team, id, take, at }) =>
    updateClaimed({ team, id, take }).set({
      thread: null,
      thread_leaving: 0,
      thread_at: null,
      updated_at: at,
    }),
  )

  return {
    threadsWaiting: (now, limit) =>
      waiting(now).select(['team_id as team', 'id']).orderBy('thread_at').limit(limit).execute(),

    async takeThread({ team, id, leaseMs, now }) {
      const row = await db
        .updateTable('deliveries')
        .set((eb) => ({ thread_take: eb('thread_take', '+', 1), thread_at: instantTextAfter(now, leaseMs) }))
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
          'thread_leaving as mayBeSent',
          'thread_take as take',
        ])
        .executeTakeFirst()
      if (row === undefined || row.thread === null || row.ts === null) return null
      return { ...row, team, id, ts: row.ts, thread: row.thread, mayBeSent: row.mayBeSent === 1 }
    },

    async beginReply({ team, id, take }, leaseMs, now) {
      const [row] = await begin({ team, id, take, leaseUntil: instantTextAfter(now, leaseMs) })
      return row !== undefined
    },

    async replied(claim, replies, now) {
      const { team, id, take } = claim
      const row =
        replies === 'all'
          ? (await end({ team, id, take, at: instantText(now) })).at(0)
          : await updateClaimed(claim).set({ thread_next: replies, thread_leaving: 0 }).executeTakeFirst()
      return row !== undefined
    },

    async releaseThread(claim, { at, mayBeSent }) {
      const row = await updateClaimed(claim)
        .set({ thread_leaving: mayBeSent ? 1 : 0, thread_at: instantText(at) })
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
