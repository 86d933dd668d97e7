import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { ErrorTranslator } from './errors.ts'

/** What a kind of database gives: the connection, and how its errors read to a person. */
export interface Engine {
  readonly db: Kysely<Database>
  readonly translate: ErrorTranslator
  /** Runs a method of the store, and answers when what it wrote outlives a loss of power. */
  readonly within: <T>(method: () => Promise<T>) => Promise<T>
  /** The statement that makes all other processes wait until this migration's transaction ends. */
  readonly migrationLock: string | null
  /** Whether other processes may work on the same rows. */
  readonly shared: boolean
}
