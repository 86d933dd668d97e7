import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { type Audited, withAudit } from './audit.ts'
import { enqueue, type Owed } from './outbox.ts'
import { instantText } from './sql.ts'
import { subscriptionUpdate } from './subscription-changes.ts'
import { type Subscription, takeDue } from './subscription-queries.ts'

/** The owner of a digest receives its notices. Each run schedules a check that the owner is still in the workspace. */
export interface SubscriptionOwners {
  /** Digests whose owner to check. Each is returned to one caller, and once more at `again`, unless `ownerChecked`. */
  takeOwnerChecks(
    now: Temporal.Instant,
    again: Temporal.Instant,
    limit: number,
  ): Promise<readonly Subscription[]>
  /** Ends the check. @param again as passed to `takeOwnerChecks` */
  ownerChecked(team: string, id: string, again: Temporal.Instant): Promise<void>
  /** Schedules a check after a run without a post. */
  checkOwner(team: string, id: string, now: Temporal.Instant): Promise<void>
  /** Asks the channel for a new owner to replace `gone`. `true` for the one caller whose question was written. */
  askForOwner(team: string, id: string, gone: string, question: Owed, now: Temporal.Instant): Promise<boolean>
  /** `true` for the one caller who changed the owner from `from`. */
  setOwner(
    team: string,
    id: string,
    owner: { readonly from: string | null; readonly to: string },
    now: Temporal.Instant,
    audited?: Audited<boolean>,
  ): Promise<boolean>
}

/** Schedules a check. After a post, it runs in the transaction that records the post. */
export async function checkOwnerAt(
  db: Kysely<Database>,
  key: { readonly team: string; readonly id: string },
  at: string,
): Promise<void> {
  await subscriptionUpdate(db, key).set({ owner_check_at: at }).where('owner_id', 'is not', null).execute()
}

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function subscriptionOwners(db: Kysely<Database>, shared: boolean): SubscriptionOwners {
  return {
    takeOwnerChecks: (now, again, limit) =>
      takeDue(db, shared, 'owner_check_at', { now, next: again, limit }),

    ownerChecked: async (team, id, again) => {
      await subscriptionUpdate(db, { team, id })
        .set({ owner_check_at: null })
        .where('owner_check_at', '=', instantText(again))
        .execute()
    },

    checkOwner: (team, id, now) => checkOwnerAt(db, { team, id }, instantText(now)),

    askForOwner: (team, id, gone, question, now) =>
      db.transaction().execute(async (transaction) => {
        const asked = await subscriptionUpdate(transaction, { team, id })
          .set({ owner_asked: gone })
          .where('owner_id', '=', gone)
          .where('state', '<>', 'deleted')
          .where((eb) => eb.or([eb('owner_asked', 'is', null), eb('owner_asked', '<>', gone)]))
          .returning('id')
          .executeTakeFirst()
        if (asked !== undefined) await enqueue(transaction, [question], now)
        return asked !== undefined
      }),

    setOwner: (team, id, { from, to }, now, audited) =>
      withAudit(
        db,
        now,
        async (transaction) => {
          const changed = await subscriptionUpdate(transaction, { team, id })
            .set({ owner_id: to, owner_asked: null })
            .where('owner_id', from === null ? 'is' : '=', from)
            .where('state', '<>', 'deleted')
            .returning('id')
            .executeTakeFirst()
          return changed !== undefined
        },
        audited,
      ),
  }
}
