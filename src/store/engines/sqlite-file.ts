import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError, type StoreErrorCode } from './errors.ts'
import { type Disk, walDisk } from './wal-disk.ts'

/** A database file that belongs to this process alone until it is closed. */
export interface HeldFile {
  readonly path: string
  readonly database: DatabaseSync
  readonly disk: Disk
}

/** How long a start waits for the process before it to let go of the file; queries never wait. */
const busyTimeoutMs = 2_000

/**
 * Opens the database file, creating it (mode 0600) and its folder (mode 0700) where they are missing, and keeps it
 * to this process. It loads no query builder, so that a start can find out early whether it may go on.
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
    // The lock comes first, so that WAL needs no shared memory; the empty transaction takes it at once.
    // A commit's wait for the disk is `GroupCommit`'s: NORMAL leaves nothing else out.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** What each of SQLite's primary result codes (https://sqlite.org/rescode.html) means to a person. */
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

/** The same for what the file system says before SQLite is asked. */
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

/** What the driver or the file system said, in words for the operator. */
export function sqliteError(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const { code, errcode } = error as { code?: string; errcode?: number }
  const primary = errcode === undefined ? fileSystemCodes[code ?? ''] : errcode & 0xff
  const known = primary === undefined ? null : cause(path, primary)
  if (known !== null) return new StoreError(known[0], known[1], { cause: error })
  const said = error instanceof Error ? error.message : String(error)
  if (/^table \w+ already exists$/.test(said)) {
    return new StoreError(
      'occupied',
      `${path} belongs to another program (${said}). Give Sightline a database of its own.`,
      { cause: error },
    )
  }
  return new StoreError('failed', `The database ${path} refused: ${said}. This is a bug; please report it.`, {
    cause: error,
  })
}
