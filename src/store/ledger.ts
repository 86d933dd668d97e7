import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** One reddit summary that a digest has shown, or recorded as baseline. */
export interface LedgerEntry {
  readonly summaryId: string
  readonly subreddit: string
  readonly sentiment: string | null
  /** As the service gave it, `YYYY-MM-DD`. */
  readonly creationDate: string | null
}

export interface LedgerStore {
  /** What a subscription's digests have shown so far. Entries are written by `deliveries.posted`. */
  seen(team: string, subscriptionId: string): Promise<SeenReddit>
}

export interface SeenReddit {
  /** The summaries' ids. */
  readonly ids: ReadonlySet<string>
  /** By subreddit: the sentiment of its newest summary that has one. */
  readonly lastSentiments: ReadonlyMap<string, string>
  /** No posted digest has read reddit yet: the next one records what exists and calls nothing new. */
  readonly isBaseline: boolean
}

/** Keeps each statement far below both engines' limits of bound parameters. */
const entriesPerStatement = 500

/** Adds to the ledger; a summary that is in it already gets its newest sentiment. Call it inside a transaction. */
export async function recordLedger(
  transaction: Transaction<Database>,
  team: string,
  subscriptionId: string,
  entries: readonly LedgerEntry[],
  at: string,
): Promise<void> {
  // PostgreSQL refuses to change a row twice in one statement.
  const unique = new Map(entries.map((entry) => [entry.summaryId, entry])).values().toArray()
  for (let from = 0; from < unique.length; from += entriesPerStatement) {
    const rows = unique.slice(from, from + entriesPerStatement).map((entry) => ({
      team_id: team,
      subscription_id: subscriptionId,
      summary_id: entry.summaryId,
      subreddit: entry.subreddit,
      sentiment: entry.sentiment,
      creation_date: entry.creationDate,
      recorded_at: at,
    }))
    await transaction
      .insertInto('reddit_ledger')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'subscription_id', 'summary_id']).doUpdateSet((eb) => ({
          subreddit: eb.ref('excluded.subreddit'),
          sentiment: eb.ref('excluded.sentiment'),
          creation_date: eb.ref('excluded.creation_date'),
          recorded_at: eb.ref('excluded.recorded_at'),
        })),
      )
      .execute()
  }
}

export function ledgerStore(db: Kysely<Database>): LedgerStore {
  return {
    async seen(team, subscriptionId) {
      const rows = await db
        .selectFrom('reddit_ledger')
        .select(['summary_id', 'subreddit', 'sentiment', 'creation_date', 'recorded_at'])
        .where('team_id', '=', team)
        .where('subscription_id', '=', subscriptionId)
        .execute()
      const baseline = await db
        .selectFrom('deliveries')
        .select('id')
        .where('team_id', '=', team)
        .where('subscription_id', '=', subscriptionId)
        .where('reddit_recorded', '=', 1)
        .limit(1)
        .executeTakeFirst()

      // Sorted here: the engines disagree about where NULL sorts, and about the order of texts.
      const age = (row: (typeof rows)[number]) =>
        `${row.creation_date ?? ''}\0${row.recorded_at}\0${row.summary_id}`
      const oldestFirst = rows.map((row) => ({ row, age: age(row) })).sort((a, b) => (a.age < b.age ? -1 : 1))
      const lastSentiments = new Map<string, string>()
      for (const { row } of oldestFirst) {
        if (row.sentiment !== null) lastSentiments.set(row.subreddit, row.sentiment)
      }
      return {
        ids: new Set(rows.map((row) => row.summary_id)),
        lastSentiments,
        isBaseline: baseline === undefined,
      }
    },
  }
}
