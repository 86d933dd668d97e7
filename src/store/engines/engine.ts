import type { Db } from '../tables/sql.ts'
import type { ErrorTranslator } from './errors.ts'

/** A connected database engine. */
export interface Engine {
  readonly db: Db
  readonly translate: ErrorTranslator
  /** Runs a store method. Resolves when its writes would survive a power failure. */
  readonly within: <T>(method: () => Promise<T>) => Promise<T>
  /** Statement that makes other processes wait until the migration's transaction ends; `null`: not needed. */
  readonly migrationLock: string | null
  /** Whether other processes may use the same rows. */
  readonly shared: boolean
}
