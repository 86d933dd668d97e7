import { YieldQueue } from '../lib/async.ts'
import type { Workspace } from '../slack/workspace.ts'
import { type Prunable, prunable, type Store } from '../store/index.ts'

/** Keeps each statement to a few milliseconds. */
export const rowsPerPage = 50
/** Per wake-up of the scheduler; the next one continues. */
const pagesAtOnce = 80
/** How long a thread keeps its question. */
const questionDays = 30
/** Between two full rounds. */
const restHours = 1

/** Deletes rows older than `keepDays`, some pages per call, and yields the event loop between pages. */
export function createPruning(
  { store, clock, log }: Pick<Workspace, 'clock' | 'log'> & { readonly store: Pick<Store, 'retention'> },
  keepDays: number,
): () => Promise<void> {
  const yieldQueue = new YieldQueue()
  let pending: readonly Prunable[] = prunable
  let from: string | null = null
  let removed = 0
  let restUntil: Temporal.Instant | null = null

  return async () => {
    const now = clock.now()
    if (restUntil !== null && Temporal.Instant.compare(now, restUntil) < 0) return
    restUntil = null
    const daysOf = (kind: Prunable) => (kind === 'questions' ? Math.min(questionDays, keepDays) : keepDays)
    for (let page = 0; page < pagesAtOnce; page += 1) {
      const [kind, ...others] = pending
      if (kind === undefined) break
      const before = now.subtract({ hours: daysOf(kind) * 24 })
      const pruned = await store.retention.prune(kind, before, { from, limit: rowsPerPage })
      removed += pruned.removed
      from = pruned.next
      if (from === null) pending = others
      await yieldQueue.pass()
    }
    if (pending.length > 0) return
    if (removed > 0) log.info('deleted expired rows', { count: removed })
    pending = prunable
    removed = 0
    restUntil = now.add({ hours: restHours })
  }
}
