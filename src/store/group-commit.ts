import type { DatabaseSync } from 'node:sqlite'

const isRead = /^\s*select\b/i
/** They refuse to run within a transaction. */
const isApart = /^\s*(vacuum|pragma|attach|detach)\b/i

/**
 * Commits what is written in the same turn of the event loop together. A commit waits for the disk, and everything else
 * waits with it: measured with a thousand digests, five of them for each digest took more than half of the time. Nobody
 * has an answer before what they wrote, or read of what others wrote, is on the disk: see `follow`.
 *
 * A transaction is a savepoint within the turn's own, so that it can be rolled back alone.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  /** Of the turn's transaction; `null`: nothing was written yet. */
  #open: PromiseWithResolvers<void> | null = null
  #within = false
  #failures = 0
  #lastFailure: unknown = null

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Call it before a method's first statement; what it answers resolves when all of them are on the disk. */
  follow(): () => Promise<void> {
    const before = this.#failures
    return async () => {
      await this.#open?.promise
      if (this.#failures !== before) throw this.#lastFailure
    }
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
    const open = this.#open
    if (open === null) return
    if (this.#within) this.rollback()
    try {
      this.#database.exec('COMMIT')
      this.#open = null
      open.resolve()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#fail(error)
    }
  }

  #begin(): void {
    if (this.#open !== null) return
    this.#database.exec('BEGIN')
    this.#open = Promise.withResolvers()
    // Whoever follows meets the rejection; without a follower it must not end the process.
    this.#open.promise.catch(() => {})
    setImmediate(this.#endOfTurn)
  }

  readonly #endOfTurn = () => {
    // A transaction that takes several turns is committed with its last one.
    if (this.#within) setImmediate(this.#endOfTurn)
    else if (this.#database.isOpen) this.flush()
  }

  #fail(error: unknown): void {
    this.#failures += 1
    this.#lastFailure = error
    this.#open?.reject(error)
    this.#open = null
  }
}
