/** Recommendations and tasks that have waited long. A digest's owner is asked once about each. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { WaitingItem } from './notices.ts'
import { enqueue, type Owed } from './owed.ts'
import { changes, instantText } from './sql.ts'
import { recommendation } from './tasks/task-record.ts'

export function waitingStore(db: Kysely<Database>) {
  return {
    /**
     * Marks the items that no one was asked about yet, and writes a notice about them in the same transaction. Only one
     * notice names an item, even if several replicas compose digests, or a digest is composed again.
     * @param notice makes the notice about these items
     * @returns the number of items in the notice
     */
    ask: (
      of: { readonly team: string; readonly channel: string },
      items: readonly WaitingItem[],
      notice: (items: readonly WaitingItem[]) => Owed,
      now: Temporal.Instant,
    ): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        // Sorted, so that two processes with the same items can't deadlock.
        const ordered = items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        const named: WaitingItem[] = []
        for (const item of ordered) if (await mark(transaction, of, item, now)) named.push(item)
        if (named.length > 0)
          await enqueue(transaction, [notice(items.filter((item) => named.includes(item)))], now)
        return named.length
      }),
  }
}

const keyOf = ({ organizationId, workspaceId, resultId, task }: WaitingItem) =>
  JSON.stringify([task === null, organizationId, workspaceId, resultId, task?.generation])

async function mark(
  transaction: Transaction<Database>,
  { team, channel }: { readonly team: string; readonly channel: string },
  { task, ...ref }: WaitingItem,
  now: Temporal.Instant,
): Promise<boolean> {
  const asked = sql`asked_at = ${instantText(now)}`
  return changes(
    transaction,
    task === null
      ? sql`UPDATE tracked_recommendations SET ${asked} WHERE team_id = ${team} AND channel_id = ${channel}
          AND result_id = ${ref.resultId} AND state <> 'stopped' AND asked_at IS NULL`
      : sql`UPDATE tasks SET ${asked} WHERE ${recommendation({ team, ...ref })} AND state = 'created'
          AND generation = ${task.generation} AND asked_at IS NULL`,
  )
}
