import { explain } from './problem.ts'

/** An expected error whose message also says what was done. */
class OutcomeError extends Error {
  override readonly name = 'OutcomeError'
  readonly code: string
  readonly userMessage: string

  constructor(cause: unknown, outcome: string) {
    super(cause instanceof Error ? cause.message : 'not done', { cause })
    const { sentence, code } = explain(cause)
    this.code = code
    this.userMessage = `${sentence} ${outcome}`
  }
}

/** Adds what was done and what wasn't. Unexpected errors are returned unchanged: the log needs their stack. */
export function withOutcome(error: unknown, outcome: string): unknown {
  return explain(error).foreseen ? new OutcomeError(error, outcome) : error
}
