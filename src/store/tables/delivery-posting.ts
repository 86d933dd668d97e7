import { type Kysely, sql } from 'kysely'
import { statementRecord } from '../digest-record.ts'
import type { DigestStatement } from '../digest-statement.ts'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { alertIntent } from './alert-intent.ts'
import { markAlerts } from './alerts.ts'
import type { Claim } from './delivery-record.ts'
import { ownerCheck } from './subscription-owners.ts'
import { instantText, laterText } from './text.ts'

/** Kept with a delivery from before its post leaves, and true from the moment on when the post is confirmed. */
export interface DeliveryIntent {
  /** `null`: an alert, or a word that is no digest's. */
  readonly says: DigestStatement | null
  /** What is to follow the post, as whoever goes on with it reads it; `null` or left out: nothing. */
  readonly thread?: string | null
}

/** The two commits between which a post leaves. Both answer `false` when the claim is void. */
export interface DeliveryPosting {
  /** `pending` → `posting`, committed before the post leaves; the lease starts anew. `false`: don't post. */
  beginPost(
    claim: Claim,
    begin: DeliveryIntent & { readonly leaseMs: number },
    now: Temporal.Instant,
  ): Promise<boolean>
  /**
   * `posting` → `posted` with Slack's `ts`, together with what it says or marks by its intent, in one
   * transaction; its subscription's owner is then due to be looked for. Also takes an answer that comes after the
   * delivery became `unknown`, and may be repeated with the same `ts`.
   *
   * @param threadLeaseMs so long the caller has what follows it to itself, by `ownThread`; left out: it waits to be taken
   */
  posted(claim: Claim, messageTs: string, now: Temporal.Instant, threadLeaseMs?: number): Promise<boolean>
}

/** @param shared whether other processes may be at the same rows */
export function deliveryPosting(db: Kysely<Database>, shared: boolean): DeliveryPosting {
  const begin = prepared(
    db,
    ['team', 'id', 'attempt', 'says', 'thread', 'leaseUntil', 'at'],
    ({ team, id, attempt, says, thread, leaseUntil, at }) =>
      db
        .updateTable('deliveries')
        .set({
          state: 'posting',
          reason: null,
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
  const kept = prepared(db, ['team', 'id'], ({ team, id }) =>
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
      // A digest's own row before its deliveries, as whoever pauses it does: neither waits for the other.
      .$if(shared, (found) => found.forNoKeyUpdate('subscriptions')),
  )
  const post = prepared(
    db,
    ['team', 'id', 'attempt', 'ts', 'threadAt', 'take', 'at'],
    ({ team, id, attempt, ts, threadAt, take, at }) =>
      db
        .updateTable('deliveries')
        .set({
          state: 'posted',
          reason: null,
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
  const record = statementRecord(db)
  const checkOwnerAt = ownerCheck(db)

  return {
    async beginPost({ team, id, attempt }, { says, thread = null, leaseMs }, now) {
      const [row] = await begin({
        team,
        id,
        attempt,
        says: says === null ? null : JSON.stringify(says),
        thread,
        leaseUntil: laterText(now, leaseMs),
        at: instantText(now),
      })
      return row !== undefined
    },

    posted: (claim, messageTs, now, threadLeaseMs) =>
      db.transaction().execute(async (transaction) => {
        const { team, id, attempt, subscriptionId } = claim
        const at = instantText(now)
        const [intent] = await kept({ team, id }, transaction)
        const says: DigestStatement | null = intent?.says == null ? null : JSON.parse(intent.says)
        const changes = {
          ts: messageTs,
          threadAt: threadLeaseMs === undefined ? at : laterText(now, threadLeaseMs),
          take: threadLeaseMs === undefined ? 0 : firstTake,
          at,
        }
        const [row] = await post({ team, id, attempt, ...changes }, transaction)
        if (row !== undefined) {
          if (says !== null) await record(transaction, { team, subscriptionId }, says)
          const { marks = [] } = alertIntent(intent?.alert ?? null) ?? {}
          await markAlerts(transaction, team, subscriptionId, marks, at)
          if (intent?.notice == null) await checkOwnerAt({ team, id: subscriptionId, at }, transaction)
          return true
        }
        // A commit whose answer got lost may be repeated: the same post is already on record then.
        const same = await transaction
          .selectFrom('deliveries')
          .select('id')
          .where('team_id', '=', team)
          .where('id', '=', id)
          .where('attempt', '=', attempt)
          .where('state', '=', 'posted')
          .where('message_ts', '=', messageTs)
          .executeTakeFirst()
        return same !== undefined
      }),
  }
}

/** Nobody takes a thread before its digest is posted: whoever records the post is the first. */
export const firstTake = 1
