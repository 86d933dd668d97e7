import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** What has been used up and may not be used again: the `state` of an installation, a delivery, a form that was sent. */
export interface IdempotencyKeys {
  /**
   * `true` for the one caller who uses it first, of all processes.
   * @param until when it is void anyway, so that nobody has to remember it any longer
   */
  use(state: string, until: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
  /** It was used for nothing, and may be used again. */
  release(state: string): Promise<void>
}

/** What stands for a thing that is used once. It gives away nothing of its parts. */
export function singleUse(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

/** What is void is of no consequence, and is looked for no more often. */
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
    use: async (state, until, now) => {
      await sweep(now)
      const used = await db
        .insertInto('used_states')
        .values({ state, until: instantText(until) })
        .onConflict((conflict) =>
          conflict
            .column('state')
            .doUpdateSet({ until: instantText(until) })
            // Void, and not yet swept away.
            .where('used_states.until', '<=', instantText(now)),
        )
        .returning('state')
        .executeTakeFirst()
      return used !== undefined
    },
    release: async (state) => {
      await db.deleteFrom('used_states').where('state', '=', state).execute()
    },
  }
}
