/**
 * Codes of database errors:
 * - `locked`: another process has the file open.
 * - `unreachable`: the file or the server can't be opened at the moment.
 * - `denied`: missing permissions.
 * - `bad_address`: the database address is invalid.
 * - `occupied`: another program's tables are in the database.
 * - `newer_schema`: a newer version of Sightline has migrated it.
 * - `corrupt`: the file is damaged or not a database.
 * - `full`: no space left.
 * - `not_empty`: writing or restoring would replace existing data.
 * - `no_backup`: the backup can't be made or used, for a reason outside both databases.
 * - `no_encryption_key`: there is no key to encrypt a secret with.
 * - `sealed`: a stored secret can't be decrypted with the configured keys.
 * - `failed`: the database refused a statement: a bug or an unknown case.
 */
export type StoreErrorCode =
  | 'locked'
  | 'unreachable'
  | 'denied'
  | 'bad_address'
  | 'occupied'
  | 'newer_schema'
  | 'corrupt'
  | 'full'
  | 'not_empty'
  | 'no_backup'
  | 'no_encryption_key'
  | 'sealed'
  | 'failed'

/** The only error that the store throws. Its message gives the cause, then the next step, and contains no secret. */
export class StoreError extends Error {
  readonly userMessage: string
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
    this.userMessage =
      code === 'sealed'
        ? 'Sightline can’t decrypt what it has stored. Tell your Sightline admin that its earlier encryption key is missing.'
        : 'Sightline can’t reach its own data. Try again in a minute. If it keeps happening, tell your Sightline admin.'
  }
}

/** Turns a driver's error into a {@link StoreError}; returns a `StoreError` unchanged. */
export type ErrorTranslator = (error: unknown) => StoreError
