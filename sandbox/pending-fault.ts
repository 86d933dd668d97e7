/** A fault that waits for the requests that meet it. */
export interface PendingFault {
  /** Resolves when it is used up, or was ended. */
  readonly over: Promise<void>
  end(): void
}
