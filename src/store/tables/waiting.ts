/** Recommendations and tasks that have waited long. A digest's owner is asked once about each. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { WaitingItem } from './notices.ts'
import { enqueue, type Owed } from './outbox.ts'
import { instantText } from './sql.ts'
import { taskKeys } from './tasks/task-record.ts'

export interface WaitingStore {
  /**
   * Marks the items that no one was asked about yet, and writes a notice about them in the same transaction. Only one
   * notice names an item, even if several replicas compose digests, or a digest is composed again.
   * @param notice makes the notice about these items
   * @returns the number of items in the notice
   */
  ask(
    of: { readonly team: string; readonly channel: string },
    items: readonly WaitingItem[],
    notice: (items: readonly WaitingItem[]) => Owed,
    now: Temporal.Instant,
  ): Promise<number>
}

export function waitingStore(db: Kysely<Database>): WaitingStore {
  return {
    ask: (of, items, notice, now) =>
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
  const asked = { asked_at: instantText(now) }
  const { numUpdatedRows } = await (task === null
    ? transaction
        .updateTable('tracked_recommendations')
        .set(asked)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('result_id', '=', ref.resultId)
        .where('state', '<>', 'stopped')
        .where('asked_at', 'is', null)
    : transaction
        .updateTable('tasks')
        .set(asked)
        .where((eb) => eb.and({ ...taskKeys({ team, ...ref }), state: 'created' }))
        .where('generation', '=', task.generation)
        .where('asked_at', 'is', null)
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}
