import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { type NewNotice, type NoticeMatter, nobodyToTell } from './notice-intent.ts'
import { instantText } from './text.ts'

const kinds: readonly NoticeMatter['kind'][] = ['paused', 'not_posted', 'unknown', 'owner_wanted', 'restore']

/**
 * Writes notices down, each once: within the transaction that records what they tell. A digest's slots and alerts are at
 * full milliseconds; a notice's key is the moment of its matter with its kind and its step in the digits below.
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
          ? { state: 'failed', reason: nobodyToTell, finished_at: at, untold_at: at }
          : { state: 'pending' }),
      })
      .onConflict((conflict) => conflict.columns(['team_id', 'subscription_id', 'slot']).doNothing())
      .execute()
  }
}
