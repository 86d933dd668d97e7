/** A fault that waits for matching requests. */
export interface PendingFault {
  /** Resolves when the fault is used up or ended. */
  readonly over: Promise<void>
  end(): void
}
