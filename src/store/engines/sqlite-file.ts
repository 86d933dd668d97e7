import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError, type StoreErrorCode } from './errors.ts'
import { type Disk, walDisk } from './wal-disk.ts'

/** A database file that this process has locked until it is closed. */
export interface HeldFile {
  readonly path: string
  readonly database: DatabaseSync
  readonly disk: Disk
}

/** How long a start waits for the previous process to unlock the file; queries never wait. */
const busyTimeoutMs = 2_000

/**
 * Opens and locks the database file. Creates a missing file (mode 0600) and folder (mode 0700). Loads no query builder,
 * so that a start fails early if the file is in use.
 * @throws {StoreError}
 */
export function holdFile(file: string): HeldFile {
  const path = resolve(file)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
    return { path, database: connect(path), disk: walDisk(path) }
  } catch (error) {
    throw sqliteError(path, error)
  }
}

function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  try {
    // Locked before WAL, which then needs no shared memory; the empty transaction takes the lock.
    // `GroupCommit` syncs commits to disk, the only thing that NORMAL leaves out.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (error) {
    database.close()
    throw error
  }
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
      return ['denied', `${path} cannot be written. Give Sightline's user write access to it and its folder.`]
    case 11: // CORRUPT
    case 26: // NOTADB
      return [
        'corrupt',
        `${path} is damaged, or not a database of Sightline. Stop Sightline and restore a backup, or move the file ` +
          'away to start empty.',
      ]
    case 13: // FULL
      return ['full', `${path} cannot grow: the disk is full. Free some space; nothing was written.`]
    case 10: // IOERR
      return ['unreachable', `${path} cannot be read or written: the disk reported an error. Check the disk.`]
    case 14: // CANTOPEN
      return [
        'unreachable',
        `${path} cannot be opened. Check that it is a file, and its folder's permissions.`,
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
  if (/^table \w+ already exists$/.test(message)) {
    return new StoreError(
      'occupied',
      `${path} belongs to another program (${message}). Give Sightline a database of its own.`,
      { cause: error },
    )
  }
  return new StoreError(
    'failed',
    `The database ${path} refused: ${message}. This is a bug; please report it.`,
    {
      cause: error,
    },
  )
}
