import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type LedgerEntry, recordLedger } from './ledger.ts'
import type { Database } from './schema.ts'
import { instantText, laterText } from './text.ts'

/**
 * One digest for one slot, as its owner reads it in the history.
 * - `pending`: claimed, nothing has left yet; free to be claimed again when its lease has run out.
 * - `posting`: the post may have left. Never claimed again.
 * - `unknown`: nobody knows whether Slack took it. Only `claimUnknown` leads out, or Slack's late answer.
 * - `posted`, `skipped`, `failed`: final.
 */
export interface Delivery {
  readonly team: string
  readonly id: string
  readonly subscriptionId: string
  /** ISO 8601 instant of the slot. */
  readonly slot: string
  readonly channel: string
  readonly state: 'pending' | 'posting' | 'posted' | 'unknown' | 'skipped' | 'failed'
  readonly attempt: number
  /** ISO 8601 instant: until then the claim's holder has it; for a released one, when it may be tried again. */
  readonly leaseUntil: string
  readonly reason: string | null
  /** Slack's `ts`; set exactly when `posted`. */
  readonly messageTs: string | null
  /** ISO 8601 instants. */
  readonly createdAt: string
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
  readonly attempt: number
  readonly leaseMs: number
}

/** Methods that finish a claim answer `false` when it is void: someone else has it, or it is finished. */
export interface DeliveryStore {
  /**
   * Claims a slot: inserts it as `pending`, or takes over a `pending` one whose lease has run out. `null`:
   * someone else has it, its post may have left, or it is finished.
   */
  claim(request: {
    readonly team: string
    readonly subscriptionId: string
    readonly slot: Temporal.Instant
    readonly channel: string
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<Claim | null>
  /**
   * Claims an `unknown` delivery again, to look it up or because a person says "Post again". One caller wins; the
   * others get the delivery as it is (`null`: there is none). It is in `posting` at once, without `beginPost`: if
   * this process dies now, it becomes `unknown` again instead of being posted by itself.
   */
  claimUnknown(request: {
    readonly team: string
    readonly id: string
    readonly leaseMs: number
    readonly now: Temporal.Instant
  }): Promise<
    | { readonly won: true; readonly claim: Claim }
    | { readonly won: false; readonly delivery: Delivery | null }
  >
  /** `pending` → `posting`, committed before the post leaves; the lease starts anew. `false`: don't post. */
  beginPost(claim: Claim, now: Temporal.Instant): Promise<boolean>
  /**
   * `posting` → `posted` with Slack's `ts`, together with the reddit ledger, in one transaction. `ledger` is `null`
   * when the digest could not read reddit, and a list (empty too) when it did: that records the baseline. Also
   * takes an answer that comes after the delivery became `unknown`, and may be repeated with the same `ts`.
   */
  posted(
    claim: Claim,
    result: { readonly messageTs: string; readonly ledger: readonly LedgerEntry[] | null },
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `posting` → `unknown`: Slack may have taken it. */
  unknown(claim: Claim, reason: string, now: Temporal.Instant): Promise<boolean>
  /** `pending` or `posting` → `failed`: it was not posted and will not be. */
  failed(claim: Claim, reason: string, now: Temporal.Instant): Promise<boolean>
  /** `pending` → `skipped`: too late for this slot. */
  skipped(claim: Claim, reason: string, now: Temporal.Instant): Promise<boolean>
  /** `pending` or `posting` → `pending`, free from `retryAt` on. From `posting` only when Slack surely refused (429). */
  release(
    claim: Claim,
    retry: { readonly retryAt: Temporal.Instant; readonly reason: string },
    now: Temporal.Instant,
  ): Promise<boolean>
  /**
   * Deliveries in `posting` past their lease become `unknown`: their process died, and they are never repeated
   * blindly. Each is answered to exactly one caller, who looks it up or tells the owner.
   */
  expirePosting(now: Temporal.Instant): Promise<readonly Delivery[]>
  /** The delivery with the newest slot of each active subscription, by subscription id. */
  newest(): Promise<ReadonlyMap<string, Delivery>>
  /** A channel's deliveries, the newest slot first. */
  history(team: string, channel: string, limit: number): Promise<readonly Delivery[]>
}

const columns = [
  'deliveries.team_id as team',
  'deliveries.id as id',
  'subscription_id as subscriptionId',
  'slot',
  'deliveries.channel_id as channel',
  'state',
  'attempt',
  'lease_until as leaseUntil',
  'reason',
  'message_ts as messageTs',
  'deliveries.created_at as createdAt',
  'updated_at as updatedAt',
  'finished_at as finishedAt',
] as const

const claimColumns = [
  'team_id as team',
  'id',
  'subscription_id as subscriptionId',
  'slot',
  'channel_id as channel',
  'attempt',
] as const

export function deliveryStore(db: Kysely<Database>): DeliveryStore {
  /** The rows that a claim may still change, if they are in one of these states. */
  const held = (
    claim: Claim,
    states: readonly Delivery['state'][],
    within: Kysely<Database> | Transaction<Database> = db,
  ) =>
    within
      .updateTable('deliveries')
      .where('team_id', '=', claim.team)
      .where('id', '=', claim.id)
      .where('attempt', '=', claim.attempt)
      .where('state', 'in', states)
      .returning('id')

  async function finish(
    claim: Claim,
    from: readonly Delivery['state'][],
    state: 'unknown' | 'failed' | 'skipped',
    reason: string,
    now: Temporal.Instant,
  ): Promise<boolean> {
    const at = instantText(now)
    const row = await held(claim, from)
      .set({ state, reason, updated_at: at, finished_at: at })
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    async claim({ team, subscriptionId, slot, channel, leaseMs, now }) {
      const at = instantText(now)
      const lease_until = laterText(now, leaseMs)
      const row = await db
        .insertInto('deliveries')
        .values({
          team_id: team,
          id: randomUUID(),
          subscription_id: subscriptionId,
          slot: instantText(slot),
          channel_id: channel,
          state: 'pending',
          attempt: 1,
          lease_until,
          reddit_recorded: 0,
          created_at: at,
          updated_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'subscription_id', 'slot'])
            .doUpdateSet((eb) => ({
              attempt: eb('deliveries.attempt', '+', 1),
              channel_id: channel,
              lease_until,
              updated_at: at,
            }))
            .where('deliveries.state', '=', 'pending')
            .where('deliveries.lease_until', '<=', at),
        )
        .returning(claimColumns)
        .executeTakeFirst()
      return row === undefined ? null : { ...row, leaseMs }
    },

    async claimUnknown({ team, id, leaseMs, now }) {
      const row = await db
        .updateTable('deliveries')
        .set((eb) => ({
          state: 'posting',
          attempt: eb('attempt', '+', 1),
          lease_until: laterText(now, leaseMs),
          updated_at: instantText(now),
          finished_at: null,
        }))
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('state', '=', 'unknown')
        .returning(claimColumns)
        .executeTakeFirst()
      if (row !== undefined) return { won: true, claim: { ...row, leaseMs } }
      const delivery = await db
        .selectFrom('deliveries')
        .select(columns)
        .where('team_id', '=', team)
        .where('id', '=', id)
        .executeTakeFirst()
      return { won: false, delivery: delivery ?? null }
    },

    async beginPost(claim, now) {
      const row = await held(claim, ['pending'])
        .set({
          state: 'posting',
          reason: null,
          lease_until: laterText(now, claim.leaseMs),
          updated_at: instantText(now),
        })
        .executeTakeFirst()
      return row !== undefined
    },

    posted: (claim, { messageTs, ledger }, now) =>
      db.transaction().execute(async (transaction) => {
        const at = instantText(now)
        const row = await held(claim, ['posting', 'unknown'], transaction)
          .set({
            state: 'posted',
            reason: null,
            message_ts: messageTs,
            reddit_recorded: ledger === null ? 0 : 1,
            updated_at: at,
            finished_at: at,
          })
          .executeTakeFirst()
        if (row !== undefined) {
          await recordLedger(transaction, claim.team, claim.subscriptionId, ledger ?? [], at)
          return true
        }
        // A commit whose answer got lost may be repeated: the same post is already on record then.
        const same = await transaction
          .selectFrom('deliveries')
          .select('id')
          .where('team_id', '=', claim.team)
          .where('id', '=', claim.id)
          .where('attempt', '=', claim.attempt)
          .where('state', '=', 'posted')
          .where('message_ts', '=', messageTs)
          .executeTakeFirst()
        return same !== undefined
      }),

    unknown: (claim, reason, now) => finish(claim, ['posting'], 'unknown', reason, now),
    failed: (claim, reason, now) => finish(claim, ['pending', 'posting'], 'failed', reason, now),
    skipped: (claim, reason, now) => finish(claim, ['pending'], 'skipped', reason, now),

    async release(claim, { retryAt, reason }, now) {
      const row = await held(claim, ['pending', 'posting'])
        .set({ state: 'pending', reason, lease_until: instantText(retryAt), updated_at: instantText(now) })
        .executeTakeFirst()
      return row !== undefined
    },

    expirePosting(now) {
      const at = instantText(now)
      return db
        .updateTable('deliveries')
        .set({
          state: 'unknown',
          reason: 'Sightline stopped while it was posting.',
          updated_at: at,
          finished_at: at,
        })
        .where('state', '=', 'posting')
        .where('lease_until', '<=', at)
        .returning(columns)
        .execute()
    },

    async newest() {
      const rows = await db
        .selectFrom('subscriptions')
        .innerJoin('deliveries', (join) =>
          join
            .onRef('deliveries.team_id', '=', 'subscriptions.team_id')
            .onRef('deliveries.subscription_id', '=', 'subscriptions.id'),
        )
        .select(columns)
        .where('subscriptions.active', '=', 1)
        .where('slot', '=', (eb) =>
          eb
            .selectFrom('deliveries as other')
            .select((of) => of.fn.max('other.slot').as('slot'))
            .whereRef('other.team_id', '=', 'subscriptions.team_id')
            .whereRef('other.subscription_id', '=', 'subscriptions.id'),
        )
        .execute()
      return new Map(rows.map((row) => [row.subscriptionId, row]))
    },

    history: (team, channel, limit) =>
      db
        .selectFrom('deliveries')
        .select(columns)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .orderBy('slot', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
}
