import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseSync } from 'node:sqlite'
import type { Disk } from './wal-disk.ts'

const isRead = /^\s*select\b/i
/** They refuse to run within a transaction. */
const isApart = /^\s*(vacuum|pragma|attach|detach)\b/i

/** What was written in one turn of the event loop. */
class Turn {
  /** It can't be undone by anything but the power. */
  readonly committed = Promise.withResolvers<void>()
  readonly onDisk = Promise.withResolvers<void>()

  constructor() {
    // Whoever waits meets the rejection; where nobody does it must not end the process.
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
 * Commits what is written in the same turn of the event loop together, and waits for the disk beside the event loop:
 * while it waits for one turn's commit, the commits of the next turns gather, and share the next wait. Measured with a
 * thousand digests, waiting within each commit took up to a quarter of the time, and every acknowledgement waited with it.
 * Nobody has an answer before what they wrote is on the disk, with all that was committed before it: see `within`.
 *
 * A transaction is a savepoint within the turn's own, so that it can be rolled back alone.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #disk: Disk
  /** The method of the store that is running, and whether it has written. */
  readonly #method = new AsyncLocalStorage<{ wrote: boolean }>()
  /** `null`: nothing was written in this turn yet. */
  #open: Turn | null = null
  /** Those that the next wait for the disk is for, the oldest first. */
  #committed: Turn[] = []
  /** Those that the disk is being waited for. */
  #leaving: Turn[] = []
  #within = false
  #failures = 0
  #lastFailure: unknown = null
  /** The disk refused to say that it has what was committed. */
  #inDoubt = false

  constructor(database: DatabaseSync, disk: Disk) {
    this.#database = database
    this.#disk = disk
  }

  /**
   * Runs a method, and answers when what it wrote is on the disk. What it has only read is committed then, and on the
   * disk before anything that is written because of it.
   */
  async within<T>(method: () => Promise<T>): Promise<T> {
    const before = this.#failures
    const own = { wrote: false }
    const answer = await this.#method.run(own, method)
    if (own.wrote) await (this.#open ?? this.#committed.at(-1) ?? this.#leaving.at(-1))?.onDisk.promise
    else await this.#open?.committed.promise
    if (this.#failures !== before) throw this.#lastFailure
    return answer
  }

  /** Runs a statement. */
  run<T>(sql: string, statement: () => T): T {
    if (isApart.test(sql)) {
      if (!this.#within) this.flush()
    } else if (!isRead.test(sql)) this.#begin()
    try {
      return statement()
    } catch (error) {
      // What breaks the disk breaks the whole transaction; anything else only its own statement.
      if (this.#open !== null && !this.#database.isTransaction) this.#fail(error)
      throw error
    }
  }

  begin(): void {
    this.#begin()
    this.#database.exec('SAVEPOINT part')
    this.#within = true
  }

  commit(): void {
    this.#within = false
    this.#database.exec('RELEASE part')
  }

  rollback(): void {
    this.#within = false
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK TO part; RELEASE part')
  }

  /** Commits now, without the transaction that has not come to its end. */
  flush(): void {
    this.#commit()
    void this.#waitForDisk()
  }

  /** Commits what there is, and closes the database: with that all of it is on the disk. */
  close(): void {
    this.#commit()
    this.#database.close()
    this.#disk.close()
    for (const turn of [...this.#leaving, ...this.#committed]) turn.end()
    this.#committed = []
  }

  #commit(): void {
    const open = this.#open
    if (open === null) return
    if (this.#within) this.rollback()
    try {
      this.#database.exec('COMMIT')
      // The log may lack what the disk refused once, whatever it says later: the file itself then has to have it.
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
    // Somebody reads: with the next commit, then.
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
    // A transaction that takes several turns is committed with its last one.
    if (this.#within) setImmediate(this.#endOfTurn)
    else if (this.#database.isOpen) this.flush()
  }

  async #waitForDisk(): Promise<void> {
    if (this.#leaving.length > 0) return
    while (this.#committed.length > 0) {
      this.#leaving = this.#committed
      this.#committed = []
      try {
        await this.#disk.sync()
        for (const turn of this.#leaving) turn.end()
      } catch (error) {
        this.#inDoubt = true
        this.#failures += 1
        this.#lastFailure = error
        for (const turn of this.#leaving) turn.end(error)
      }
      this.#leaving = []
    }
  }

  #fail(error: unknown): void {
    this.#failures += 1
    this.#lastFailure = error
    this.#open?.end(error)
    this.#open = null
  }
}
