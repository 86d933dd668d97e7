import type { Database } from '../tables/sql.ts'
import type { ErrorTranslator } from './errors.ts'

/** A connected database engine. */
export interface Engine {
  readonly db: Database
  readonly translate: ErrorTranslator
  /** Runs a store method. Resolves when its writes would survive a power failure. */
  readonly within: <T>(method: () => Promise<T>) => Promise<T>
  /** Whether other processes may use the same rows. */
  readonly shared: boolean
}
