import type { Kysely, Transaction } from 'kysely'
import { prepared } from './prepared.ts'
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

/** A digest's own rows mostly fit into one statement, and each number of rows is a statement that is built once. */
const entriesPerStatement = 50

type RecordLedger = (
  transaction: Transaction<Database>,
  of: { readonly team: string; readonly subscriptionId: string },
  entries: readonly LedgerEntry[],
  at: string,
) => Promise<void>

/** Adds to the ledger; a summary that is in it already gets its newest sentiment. Call it inside a transaction. */
export function ledgerRecord(db: Kysely<Database>): RecordLedger {
  const bySize = new Map<number, ReturnType<typeof insertOf>>()
  return async (transaction, of, entries, at) => {
    // PostgreSQL refuses to change a row twice in one statement.
    const unique = [...new Map(entries.map((entry) => [entry.summaryId, entry])).values()]
      // Always in the same order, so that two processes with the same summaries never wait for each other.
      .sort((a, b) => (a.summaryId < b.summaryId ? -1 : 1))
    for (let from = 0; from < unique.length; from += entriesPerStatement) {
      const rows = unique.slice(from, from + entriesPerStatement)
      const insert = bySize.get(rows.length) ?? insertOf(db, rows.length)
      bySize.set(rows.length, insert)
      const values = rows.flatMap((row, index) =>
        Object.entries(row).map(([column, value]) => [`${column} ${index}`, value]),
      )
      await insert({ ...of, at, ...Object.fromEntries(values) }, transaction)
    }
  }
}

function insertOf(db: Kysely<Database>, size: number) {
  const entryColumns = ['summaryId', 'subreddit', 'sentiment', 'creationDate'] as const
  const indexes = Array.from({ length: size }, (_unused, index) => index)
  const names = indexes.flatMap((index) => entryColumns.map((column) => `${column} ${index}`))
  return prepared<unknown, string>(db, ['team', 'subscriptionId', 'at', ...names], (values) => {
    const value = (name: string) => values[name] as never
    return db
      .insertInto('reddit_ledger')
      .values(
        indexes.map((index) => ({
          team_id: value('team'),
          subscription_id: value('subscriptionId'),
          summary_id: value(`summaryId ${index}`),
          subreddit: value(`subreddit ${index}`),
          sentiment: value(`sentiment ${index}`),
          creation_date: value(`creationDate ${index}`),
          recorded_at: value('at'),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'subscription_id', 'summary_id']).doUpdateSet((eb) => ({
          subreddit: eb.ref('excluded.subreddit'),
          sentiment: eb.ref('excluded.sentiment'),
          creation_date: eb.ref('excluded.creation_date'),
          recorded_at: eb.ref('excluded.recorded_at'),
        })),
      )
  })
}

export function ledgerStore(db: Kysely<Database>): LedgerStore {
  // In one statement, so that no digest is recorded between the two readings.
  const reading = prepared(db, ['team', 'subscriptionId'], ({ team, subscriptionId }) =>
    db
      .selectFrom(
        db
          .selectNoFrom(({ exists, selectFrom }) =>
            exists(
              selectFrom('deliveries')
                .select('id')
                .where('team_id', '=', team)
                .where('subscription_id', '=', subscriptionId)
                .where('reddit_recorded', '=', 1),
            ).as('recorded'),
          )
          .as('baseline'),
      )
      .leftJoin('reddit_ledger', (join) =>
        join.on('reddit_ledger.team_id', '=', team).on('reddit_ledger.subscription_id', '=', subscriptionId),
      )
      .select(['baseline.recorded', 'summary_id', 'subreddit', 'sentiment', 'creation_date', 'recorded_at']),
  )
  return {
    async seen(team, subscriptionId) {
      const read = await reading({ team, subscriptionId })
      const rows = read.flatMap(({ recorded: _, summary_id, subreddit, ...row }) =>
        summary_id === null || subreddit === null ? [] : [{ ...row, summary_id, subreddit }],
      )

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
        isBaseline: !read.some(({ recorded }) => recorded),
      }
    },
  }
}
