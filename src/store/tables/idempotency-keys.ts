import { hashed } from '../../lib/strings.ts'
import { changes, type Db, instantText, sql } from './sql.ts'

/** A key derived from these parts that doesn't reveal them. */
export const singleUse = (...parts: readonly string[]): string => hashed(JSON.stringify(parts))

/** Expired keys do no harm, so they are removed at most this often. */
const sweepMs = 60_000

/** Keys that may be used once: an OAuth `state`, a request from Slack, a submitted form. */
export function idempotencyKeys(db: Db) {
  let swept = Number.NEGATIVE_INFINITY
  const sweep = async (now: Temporal.Instant) => {
    const ms = now.epochMilliseconds
    if (Math.abs(ms - swept) < sweepMs) return
    swept = ms
    await sql`DELETE FROM used_states WHERE until <= ${instantText(now)}`.execute(db)
  }
  return {
    /**
     * @returns `true` for the first caller in all processes
     * @param until when the key expires; after that it may be removed
     */
    async use(key: string, until: Temporal.Instant, now: Temporal.Instant) {
      await sweep(now)
      // It may be expired but not removed yet.
      const used = sql`INSERT INTO used_states (state, until) VALUES (${key}, ${instantText(until)})
        ON CONFLICT (state) DO UPDATE SET until = excluded.until WHERE used_states.until <= ${instantText(now)}`
      return changes(db, used)
    },
    /** Makes the key usable again. */
    async release(key: string): Promise<void> {
      await sql`DELETE FROM used_states WHERE state = ${key}`.execute(db)
    },
  }
}
