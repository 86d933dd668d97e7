import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseSync } from 'node:sqlite'
import type { Disk } from './wal-disk.ts'

const isRead = /^\s*select\b/i
/** Statements that can't run within a transaction. */
const needsNoTransaction = /^\s*(vacuum|pragma|attach|detach)\b/i

/** The writes of one turn of the event loop. */
class Turn {
  /** Committed; only a power failure can undo it. */
  readonly committed = Promise.withResolvers<void>()
  readonly onDisk = Promise.withResolvers<void>()

  constructor() {
    // Callers handle the rejection; without one it must not crash the process.
    this.committed.promise.catch(() => {})
    this.onDisk.promise.catch(() => {})
  }

  end(error?: unknown): void {
    for (const { resolve, reject } of [this.committed, this.onDisk])
      if (error === undefined) resolve()
      else reject(error)
  }
}

/**
 * Commits the writes of one turn of the event loop together and syncs them to disk without blocking the loop. Commits
 * made during a sync share the next one. Measured with 1,000 digests: syncing within each commit took up to a quarter of
 * the time and delayed every acknowledgement. A caller still resolves only after its writes, and all commits before
 * them, are on disk: see `within`.
 *
 * A transaction is a savepoint in the turn's transaction, so that it can be rolled back alone.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #disk: Disk
  /** The running store method, and whether it has written. */
  readonly #method = new AsyncLocalStorage<{ wrote: boolean }>()
  /** `null`: nothing was written in this turn. */
  #open: Turn | null = null
  /** Turns that wait for the next sync, oldest first. */
  #committed: Turn[] = []
  /** Turns that are being synced. */
  #syncing: Turn[] = []
  #inTransaction = false
  #failures = 0
  #lastFailure: unknown = null
  /** A sync failed, so committed data may not be on disk. */
  #inDoubt = false

  constructor(database: DatabaseSync, disk: Disk) {
    this.#database = database
    this.#disk = disk
  }

  /**
   * Runs a method and resolves when its writes are on disk. A read resolves when the data read is committed; that data
   * reaches the disk before any later write.
   */
  async within<T>(method: () => Promise<T>): Promise<T> {
    const failuresBefore = this.#failures
    const running = { wrote: false }
    const answer = await this.#method.run(running, method)
    if (running.wrote) await (this.#open ?? this.#committed.at(-1) ?? this.#syncing.at(-1))?.onDisk.promise
    else await this.#open?.committed.promise
    if (this.#failures !== failuresBefore) throw this.#lastFailure
    return answer
  }

  run<T>(sql: string, statement: () => T): T {
    if (needsNoTransaction.test(sql)) {
      if (!this.#inTransaction) this.flush()
    } else if (!isRead.test(sql)) this.#begin()
    try {
      return statement()
    } catch (error) {
      // A disk error aborts the whole transaction; other errors only their statement.
      if (this.#open !== null && !this.#database.isTransaction) this.#fail(error)
      throw error
    }
  }

  begin(): void {
    this.#begin()
    this.#database.exec('SAVEPOINT part')
    this.#inTransaction = true
  }

  commit(): void {
    this.#inTransaction = false
    this.#database.exec('RELEASE part')
  }

  rollback(): void {
    this.#inTransaction = false
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK TO part; RELEASE part')
  }

  /** Commits now; an unfinished transaction is rolled back. */
  flush(): void {
    this.#commit()
    void this.#waitForDisk()
  }

  /** Commits and closes the database, which writes everything to disk. */
  close(): void {
    this.#commit()
    this.#database.close()
    this.#disk.close()
    for (const turn of [...this.#syncing, ...this.#committed]) turn.end()
    this.#committed = []
  }

  #commit(): void {
    const open = this.#open
    if (open === null) return
    if (this.#inTransaction) this.rollback()
    try {
      this.#database.exec('COMMIT')
      // After a failed sync the log may be incomplete even if later syncs succeed, so write it to the file.
      if (this.#inDoubt) this.#checkpoint()
      this.#open = null
      open.committed.resolve()
      this.#committed.push(open)
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#fail(error)
    }
  }

  #checkpoint(): void {
    const result = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    // Busy with a reader: try again at the next commit.
    this.#inDoubt = result?.busy !== 0
  }

  #begin(): void {
    const method = this.#method.getStore()
    if (method !== undefined) method.wrote = true
    if (this.#open !== null) return
    this.#database.exec('BEGIN')
    this.#open = new Turn()
    setImmediate(this.#endOfTurn)
  }

  readonly #endOfTurn = () => {
    // A transaction that spans turns is committed with its last turn.
    if (this.#inTransaction) setImmediate(this.#endOfTurn)
    else if (this.#database.isOpen) this.flush()
  }

  async #waitForDisk(): Promise<void> {
    if (this.#syncing.length > 0) return
    while (this.#committed.length > 0) {
      this.#syncing = this.#committed
      this.#committed = []
      try {
        await this.#disk.sync()
        for (const turn of this.#syncing) turn.end()
      } catch (error) {
        this.#inDoubt = true
        this.#failures += 1
        this.#lastFailure = error
        for (const turn of this.#syncing) turn.end(error)
      }
      this.#syncing = []
    }
  }

  #fail(error: unknown): void {
    this.#failures += 1
    this.#lastFailure = error
    this.#open?.end(error)
    this.#open = null
  }
}
