import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Poster } from '../slack/port.ts'
import type { Store } from '../store/index.ts'
import { rewriteCopies } from './copies.ts'

/** A request to the service has ended by then, so whoever still claims to be waiting has died. */
const claimSeconds = 120

/**
 * Tasks whose creation was under way when its process died: their outcome is unknown, nobody repeats it, and every
 * message that shows them says so. Called now and then; each is settled by one caller.
 */
export async function settleLostTasks(deps: {
  readonly store: Store
  readonly poster: Poster
  readonly clock: Clock
  readonly log: Log
}): Promise<void> {
  const now = deps.clock.now()
  for (const lost of await deps.store.tasks.expireCreating(now.subtract({ seconds: claimSeconds }), now)) {
    deps.log.warn('a task was being created when its process ended; its outcome is unknown', {
      team: lost.team,
      channel: lost.channel,
    })
    await rewriteCopies(deps, lost)
  }
}
