import type { Kysely, Transaction } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import type { NewNotice } from './notice-intent.ts'
import { writeNotices } from './notices.ts'
import { type Subscription, subscriptionRecord } from './subscription-record.ts'
import { instantText } from './text.ts'

/** Whom a digest's troubles are told, and what happens when they are gone. */
export interface SubscriptionOwners {
  /**
   * Those of which a digest was posted, each answered to one caller after each post; to another one at `again`, unless
   * that caller has said `ownerChecked` by then.
   */
  takeOwnerChecks(
    now: Temporal.Instant,
    again: Temporal.Instant,
    limit: number,
  ): Promise<readonly Subscription[]>
  /** Somebody has seen whether its owner is still there. @param again as it was taken */
  ownerChecked(team: string, id: string, again: Temporal.Instant): Promise<void>
  /** The same after a run that posted nothing: somebody has to see whether its owner is still there. */
  checkOwner(team: string, id: string, now: Temporal.Instant): Promise<void>
  /**
   * The channel is to be asked for somebody in the place of this owner. `true` for the one caller whose question it is:
   * it is written in the same transaction.
   */
  askForOwner(
    team: string,
    id: string,
    gone: string,
    question: NewNotice,
    now: Temporal.Instant,
  ): Promise<boolean>
  /** `true` for the one caller who changed the owner from `from`. */
  setOwner(
    team: string,
    id: string,
    owner: { readonly from: string | null; readonly to: string },
  ): Promise<boolean>
}

/** Somebody has to see whether its owner is still there; after a post within the transaction that records it. */
export const ownerCheck = (db: Kysely<Database>) =>
  prepared(db, ['team', 'id', 'at'], ({ team, id, at }) =>
    db
      .updateTable('subscriptions')
      .set({ owner_check_at: at })
      .where('team_id', '=', team)
      .where('id', '=', id)
      .where('owner_id', 'is not', null),
  )

export function subscriptionOwners(db: Kysely<Database>, shared: boolean): SubscriptionOwners {
  const checkOwnerAt = ownerCheck(db)
  const change = (team: string, id: string, within: Kysely<Database> | Transaction<Database> = db) =>
    within.updateTable('subscriptions').where('team_id', '=', team).where('id', '=', id)

  return {
    async takeOwnerChecks(now, again, limit) {
      const at = instantText(now)
      const rows = await db
        .with('due', (query) =>
          query
            .selectFrom('subscriptions')
            .select(['team_id', 'id'])
            .where('owner_check_at', '<=', at)
            .orderBy('owner_check_at')
            .limit(limit)
            .$if(shared, (found) => found.forUpdate().skipLocked()),
        )
        .updateTable('subscriptions')
        .set({ owner_check_at: instantText(again) })
        .where((eb) =>
          eb(
            eb.refTuple('team_id', 'id'),
            'in',
            eb.selectFrom('due').select(['team_id', 'id']).$asTuple('team_id', 'id'),
          ),
        )
        .returningAll()
        .execute()
      return rows.map(subscriptionRecord)
    },

    ownerChecked: async (team, id, again) => {
      await change(team, id)
        .set({ owner_check_at: null })
        .where('owner_check_at', '=', instantText(again))
        .execute()
    },

    checkOwner: async (team, id, now) => {
      await checkOwnerAt({ team, id, at: instantText(now) })
    },

    askForOwner: (team, id, gone, question, now) =>
      db.transaction().execute(async (transaction) => {
        const asked = await change(team, id, transaction)
          .set({ owner_asked: gone })
          .where('owner_id', '=', gone)
          .where('state', '<>', 'deleted')
          .where((eb) => eb.or([eb('owner_asked', 'is', null), eb('owner_asked', '<>', gone)]))
          .returning('id')
          .executeTakeFirst()
        if (asked !== undefined) await writeNotices(transaction, [question], now)
        return asked !== undefined
      }),

    async setOwner(team, id, { from, to }) {
      const set = await change(team, id)
        .set({ owner_id: to, owner_asked: null })
        .where('owner_id', from === null ? 'is' : '=', from)
        .where('state', '<>', 'deleted')
        .returning('id')
        .executeTakeFirst()
      return set !== undefined
    },
  }
}
