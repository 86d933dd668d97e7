/** A fault that waits for matching requests. */
export interface PendingFault {
  /** Resolves when it is used up, or was ended. */
  readonly over: Promise<void>
  end(): void
}
