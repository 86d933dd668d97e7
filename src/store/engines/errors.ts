/**
 * What went wrong with the database:
 * - `locked`: another process has the file open.
 * - `unreachable`: the file or the server cannot be opened (right now).
 * - `denied`: it is there, but we may not use it.
 * - `bad_address`: the database address cannot be read.
 * - `occupied`: it has tables of the same names that are not ours.
 * - `newer_schema`: a newer Sightline has been here.
 * - `corrupt`: the file is no database, or a damaged one.
 * - `full`: no room to write.
 * - `not_empty`: what would be written or restored would replace something.
 * - `no_backup`: the backup can't be made or used, for a reason that lies in neither database.
 * - `no_encryption_key`: a secret is to be kept, and there is nothing to seal it with.
 * - `sealed`: a kept secret can't be opened with the keys that there are.
 * - `failed`: the database refused a statement; a bug, or a case we do not know.
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

/** Everything that the store throws. The message states the cause, then the next step, and holds no secret. */
export class StoreError extends Error {
  /** What a person in Slack is told, who can do nothing about the database. */
  readonly userMessage =
    "Sightline can't use its own records right now. Try again in a minute; if it stays so, tell whoever runs Sightline."
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}

/** Turns a driver's error into a {@link StoreError}; one that is one already stays as it is. */
export type ErrorTranslator = (error: unknown) => StoreError
