import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** Keys that may be used once: an OAuth `state`, a request from Slack, a submitted form. */
export interface IdempotencyKeys {
  /**
   * @returns `true` for the first caller in all processes
   * @param until when the key expires; after that it may be removed
   * @param owner also returns `true` if the same owner asks again, because its first answer may have been lost
   */
  use(key: string, until: Temporal.Instant, now: Temporal.Instant, owner?: string | null): Promise<boolean>
  /** Makes the key usable again. */
  release(key: string): Promise<void>
}

/** A key derived from these parts that doesn't reveal them. */
export function singleUse(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

/** Expired keys do no harm, so they are removed at most this often. */
const sweepMs = 60_000

export function idempotencyKeys(db: Kysely<Database>): IdempotencyKeys {
  let swept = Number.NEGATIVE_INFINITY
  const sweep = async (now: Temporal.Instant) => {
    const ms = now.epochMilliseconds
    if (Math.abs(ms - swept) < sweepMs) return
    swept = ms
    await db.deleteFrom('used_states').where('until', '<=', instantText(now)).execute()
  }
  return {
    use: async (key, until, now, owner = null) => {
      await sweep(now)
      const used = await db
        .insertInto('used_states')
        .values({ state: key, until: instantText(until), owner })
        .onConflict((conflict) =>
          conflict
            .column('state')
            .doUpdateSet({ until: instantText(until), owner })
            .where(({ eb, or }) =>
              // Expired but not removed yet, or the same owner. Without an owner, the comparison with NULL is never true.
              or([eb('used_states.until', '<=', instantText(now)), eb('used_states.owner', '=', owner)]),
            ),
        )
        .returning('state')
        .executeTakeFirst()
      return used !== undefined
    },
    release: async (key) => {
      await db.deleteFrom('used_states').where('state', '=', key).execute()
    },
  }
}
