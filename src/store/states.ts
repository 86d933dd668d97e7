import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { instantText } from './text.ts'

/** What has been used up and may not be used again, for instance the `state` of an installation. */
export interface StateStore {
  /**
   * `true` for the one caller who uses it first, of all processes.
   * @param until when it is void anyway, so that nobody has to remember it any longer
   */
  use(state: string, until: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
}

export function stateStore(db: Kysely<Database>): StateStore {
  return {
    async use(state, until, now) {
      await db.deleteFrom('used_states').where('until', '<=', instantText(now)).execute()
      const used = await db
        .insertInto('used_states')
        .values({ state, until: instantText(until) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('state')
        .executeTakeFirst()
      return used !== undefined
    },
  }
}
