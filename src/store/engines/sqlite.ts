import { AsyncLocalStorage } from 'node:async_hooks'
import { close as closeFile, closeSync, existsSync, fdatasync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Database, Db, Engine, Result, Sql } from '../tables/sql.ts'
import { StoreError, type StoreErrorCode } from './errors.ts'

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

export interface SqliteFile {
  readonly path: string
  readonly database: DatabaseSync
  /** Syncs an open file to disk; omitted: `fdatasync`. */
  readonly datasync?: (file: number) => Promise<void>
  close(): void
}

/** How long startup waits for the previous process to unlock the file. Queries hardly ever wait. */
const busyTimeoutMs = 2_000

/**
 * Opens the database file and locks out other Sightline processes until it is closed or this process ends; they can still
 * read it for a backup. Creates a missing file (mode 0600) and folder (mode 0700). Loads nothing else of the store, so that
 * startup fails early if the file is in use.
 * @throws {StoreError}
 */
export function holdFile(file: string): SqliteFile {
  const path = resolve(file)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const lock = lockFile(path)
    try {
      const { database } = openFile(path)
      const close = () => {
        if (database.isOpen) database.close()
        if (lock.isOpen) lock.close()
      }
      return { path, database, close }
    } catch (error) {
      lock.close()
      throw error
    }
  } catch (error) {
    throw sqliteError(path, error)
  }
}

/** Opens a database file without locking it, and creates a missing one (mode 0600). */
export function openFile(path: string): SqliteFile {
  createFile(path)
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  try {
    // NORMAL doesn't sync commits to disk; `walSync` does that. With 16 MB of pages instead of 2, 7,000 digests read the
    // file a fifth less often; with as much in the log instead of 4 MB, 5,000 digests take 2 % less time. The empty
    // transaction fails if the file isn't writable.
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;
      PRAGMA wal_autocheckpoint = 4000; BEGIN IMMEDIATE; COMMIT`)
    return { path, database, close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whether a running Sightline has locked the file. */
export function isLocked(path: string): boolean {
  if (!existsSync(lockPath(path))) return false
  using lock = new DatabaseSync(lockPath(path), { readOnly: true, timeout: 0 })
  try {
    lock.prepare('SELECT 1 FROM sqlite_schema').all()
    return false
  } catch (error) {
    if (sqliteError(path, error).code === 'locked') return true
    throw error
  }
}

/**
 * Locks the file by keeping a transaction open on an empty database next to it. SQLite's lock works on every system and
 * ends with the process. The empty file is never removed: otherwise two processes could both get a lock.
 */
function lockFile(path: string): DatabaseSync {
  createFile(lockPath(path))
  const lock = new DatabaseSync(lockPath(path), { timeout: busyTimeoutMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

const lockPath = (path: string) => `${path}.lock`

/** Doesn't open an existing file: closing it would release this process's locks on it. */
function createFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** Code and message for SQLite's primary result codes (https://sqlite.org/rescode.html). */
function cause(path: string, code: number): readonly [StoreErrorCode, string] | null {
  switch (code) {
    case 5: // BUSY
    case 6: // LOCKED
      return [
        'locked',
        `${path} is open in another process. Stop the other Sightline, or set DATABASE_URL to a PostgreSQL ` +
          'database to run several.',
      ]
    case 3: // PERM
    case 8: // READONLY
    case 23: // AUTH
      return ['denied', `${path} cannot be written. Give Sightline’s user write access to it and its folder.`]
    case 11: // CORRUPT
    case 26: // NOTADB
      return [
        'corrupt',
        `${path} is damaged or isn’t a Sightline database. Stop Sightline and restore a backup, or move the file ` +
          'away to start empty.',
      ]
    case 13: // FULL
      return ['full', `${path} cannot grow: the disk is full. Free some space; nothing was written.`]
    case 10: // IOERR
      return ['unreachable', `${path} cannot be read or written: the disk reported an error. Check the disk.`]
    case 14: // CANTOPEN
      return [
        'unreachable',
        `${path} cannot be opened. Check that it is a file, and its folder’s permissions.`,
      ]
    default:
      return null
  }
}

/** The equivalent SQLite codes of file-system errors. */
const fileSystemCodes: Readonly<Record<string, number>> = {
  EACCES: 8,
  EPERM: 8,
  EROFS: 8,
  ENOSPC: 13,
  EDQUOT: 13,
  EIO: 10,
  EISDIR: 14,
  ENOTDIR: 14,
  EEXIST: 14,
  ENOENT: 14,
}

/** Turns an error of the driver or the file system into a message for the operator. */
export function sqliteError(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const { code, errcode } = error as { code?: string; errcode?: number }
  const primary = errcode === undefined ? fileSystemCodes[code ?? ''] : errcode & 0xff
  const explained = primary === undefined ? null : cause(path, primary)
  if (explained !== null) return new StoreError(explained[0], explained[1], { cause: error })
  const message = error instanceof Error ? error.message : String(error)
  const isOthers = /^table \w+ already exists$/.test(message)
  const sentence = isOthers
    ? `${path} belongs to another program (${message}). Give Sightline a database of its own.`
    : `The database ${path} rejected a statement: ${message}. This is a bug; please report it.`
  return new StoreError(isOthers ? 'occupied' : 'failed', sentence, { cause: error })
}
