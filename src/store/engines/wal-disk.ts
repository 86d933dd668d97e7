import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** Syncs a database file to disk. */
export interface Disk {
  /** Resolves when everything committed before the call is on disk. */
  sync(): Promise<void>
  close(): void
}

const datasync = promisify(fdatasync)

/**
 * Syncs the write-ahead log without blocking the event loop, as SQLite's `synchronous=FULL` does after each commit. A
 * second file descriptor is safe: the log isn't replaced while the database is open, and SQLite's locks aren't on it.
 *
 * @param path of the database file
 */
export function walDisk(path: string): Disk {
  let log: number | null = null
  let syncing = 0
  let closed = false
  const closeLog = () => {
    if (!closed || syncing > 0 || log === null) return
    close(log, () => {})
    log = null
  }
  return {
    async sync() {
      log ??= openSync(`${path}-wal`, 'r+')
      syncing += 1
      try {
        await datasync(log)
      } finally {
        syncing -= 1
        closeLog()
      }
    },
    close() {
      closed = true
      closeLog()
    },
  }
}
