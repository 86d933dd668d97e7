import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { YieldQueue } from '../lib/yield-queue.ts'
import { type Prunable, prunable, type Store } from '../store/index.ts'

interface PruneDeps {
  readonly store: Pick<Store, 'retention'>
  readonly clock: Clock
  readonly log: Log
  /** What is older than so many days goes. */
  readonly keepDays: number
}

/** Few enough for a statement of some milliseconds. */
const rowsPerPage = 200
/** With each wake-up of the scheduler; what is left has time until the next one. */
const pagesAtOnce = 20
/** From the end of one round through everything to the beginning of the next. */
const restHours = 1

/**
 * Removes what has outlived its time, a little with each call: meant to be called each minute. Between two pages
 * everything else has the event loop.
 */
export function createPruning({ store, clock, log, keepDays }: PruneDeps): () => Promise<void> {
  const yieldQueue = new YieldQueue()
  let waiting: readonly Prunable[] = prunable
  let from: string | null = null
  let removed = 0
  let restsUntil: Temporal.Instant | null = null

  return async () => {
    const now = clock.now()
    if (restsUntil !== null && Temporal.Instant.compare(now, restsUntil) < 0) return
    restsUntil = null
    const before = now.subtract({ hours: keepDays * 24 })
    for (let page = 0; page < pagesAtOnce; page += 1) {
      const [kind, ...others] = waiting
      if (kind === undefined) break
      const pruned = await store.retention.prune(kind, before, { from, limit: rowsPerPage })
      removed += pruned.removed
      from = pruned.next
      if (from === null) waiting = others
      await yieldQueue.pass()
    }
    if (waiting.length > 0) return
    if (removed > 0) log.info('removed what has outlived its time', { count: removed })
    waiting = prunable
    removed = 0
    restsUntil = now.add({ hours: restHours })
  }
}
