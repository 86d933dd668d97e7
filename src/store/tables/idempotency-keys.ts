import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** Keys that may be used once: an OAuth `state`, a request from Slack, a submitted form. */
export interface IdempotencyKeys {
  /**
   * `true` for the first caller, over all processes.
   * @param until its expiry; after that the key may be removed
   */
  use(key: string, until: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
  /** Allows its use again. */
  release(key: string): Promise<void>
}

/** A key derived from these parts that doesn't reveal them. */
export function singleUse(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

/** Expired keys do no harm, so they are removed rarely. */
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
    use: async (key, until, now) => {
      await sweep(now)
      const used = await db
        .insertInto('used_states')
        .values({ state: key, until: instantText(until) })
        .onConflict((conflict) =>
          conflict
            .column('state')
            .doUpdateSet({ until: instantText(until) })
            // Expired, but not removed yet.
            .where('used_states.until', '<=', instantText(now)),
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
