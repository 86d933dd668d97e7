import { explain } from './problem.ts'

/** A foreseen error whose sentence also tells what was done all the same. */
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

/**
 * The error with a sentence more for the person: what was done, and what was not. A fault of our own stays what it is,
 * so that the log keeps its stack.
 */
export function withOutcome(error: unknown, outcome: string): unknown {
  return explain(error).foreseen ? new OutcomeError(error, outcome) : error
}
