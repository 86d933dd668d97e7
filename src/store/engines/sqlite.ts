import { AsyncLocalStorage } from 'node:async_hooks'
import { close as closeFile, fdatasync, openSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Database, Db, Engine, Result, Sql } from '../tables/sql.ts'
import { type SqliteFile, sqliteError } from './sqlite-file.ts'

export function sqliteEngine(file: SqliteFile): Engine {
  const sync = walSync(file)
  /** Whether the running store method has written. */
  const method = new AsyncLocalStorage<{ wrote: boolean }>()
  const run = runner(file.database, () => {
    const running = method.getStore()
    if (running !== undefined) running.wrote = true
  })
  return {
    db: database(file.database, run, () => {
      file.close()
      sync.close()
    }),
    translate: (error) => sqliteError(file.path, error),
    within: async (work) => {
      const running = { wrote: false }
      const answer = await method.run(running, work)
      if (running.wrote) await sync.synced()
      return answer
    },
  }
}

/** No other process has the file. */
const shared = false

/** There is one connection, so statements and transactions wait for the transaction before them. */
function database(connection: DatabaseSync, run: Db['run'], close: () => void): Database {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const transaction: Database['transaction'] = (work) =>
    inTurn(async () => {
      connection.exec('BEGIN')
      try {
        const result = await work({ run, shared })
        connection.exec('COMMIT')
        return result
      } catch (error) {
        // After a disk error SQLite has already rolled back. A second rollback would fail and hide the first error.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    })
  return {
    run: (statement) => inTurn(() => run(statement)),
    shared,
    transaction,
    migration: transaction,
    close: () => inTurn(async () => close()),
  }
}

/** @param wrote called for each statement that may write */
function runner(connection: DatabaseSync, wrote: () => void): Db['run'] {
  // Node keeps them prepared. Bounded, because some statements vary: long VALUES lists.
  const statements = connection.createTagStore(200)
  const changes = () => Number(statements.get`SELECT changes() AS changed`?.changed)
  return async ({ text, values }: Sql): Promise<Result> => {
    const isRead = /^\s*select\b/i.test(text[0] ?? '')
    if (!isRead) wrote()
    // Called like the tag of a template, which takes any array of texts.
    const rows = statements.all(text as unknown as TemplateStringsArray, ...(values as SQLInputValue[]))
    return { rows, changed: isRead || rows.length > 0 ? 0 : changes() }
  }
}

/**
 * Syncs the write-ahead log to disk without blocking the event loop, unlike SQLite's `synchronous=FULL`, which syncs in
 * each commit. Commits made during a sync share the next one. Measured on a busy disk: with FULL, 1,000 digests took 4.3
 * times their bound instead of 1.6, and the event loop's p99 delay was 75 ms instead of 9 (docs/performance.md).
 *
 * A second file descriptor is safe: SQLite doesn't replace the log while the database is open, and doesn't lock it.
 */
function walSync({ path, database, datasync = promisify(fdatasync) }: SqliteFile) {
  let log: number | null = null
  /** Resolves when the running sync has ended. Never rejects. */
  let running: Promise<void> = Promise.resolve()
  /** The sync that starts after the running one. */
  let next: Promise<void> | null = null
  /** A sync has failed. Later ones may succeed even though the log on disk is incomplete. */
  let isInDoubt = false

  /** Writes the log to the database file and empties it. `false`: a transaction or a backup prevents that. */
  const checkpoint = (): boolean =>
    !database.isTransaction && database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0

  const sync = async (): Promise<void> => {
    // Closing the database has written everything to its file.
    if (!database.isOpen) return
    if (isInDoubt) {
      if (!checkpoint()) throw Object.assign(new Error('an earlier sync failed'), { code: 'EIO' })
      isInDoubt = false
      return
    }
    try {
      log ??= openSync(`${path}-wal`, 'r+')
      await datasync(log)
    } catch (error) {
      if (!database.isOpen) return
      isInDoubt = true
      throw error
    }
  }

  return {
    /** Resolves when everything committed before the call is on disk. */
    synced: (): Promise<void> => {
      next ??= running.then(() => {
        next = null
        const syncing = sync()
        running = syncing.catch(() => {})
        return syncing
      })
      return next
    },
    /** Call it after the database is closed. */
    close: (): void => {
      void running.then(() => {
        if (log !== null) closeFile(log, () => {})
        log = null
      })
    },
  }
}
