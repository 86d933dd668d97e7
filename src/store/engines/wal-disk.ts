import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** The disk under a database file. */
export interface Disk {
  /** Resolves when everything that was committed before the call is on the disk. */
  sync(): Promise<void>
  close(): void
}

const datasync = promisify(fdatasync)

/**
 * Waits for the disk beside the event loop: what SQLite's `synchronous=FULL` does after each commit, on the same
 * write-ahead log. The log keeps its place in the file system from the first commit until the database is closed, and
 * carries none of SQLite's locks, so that a second descriptor takes nothing from it.
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
