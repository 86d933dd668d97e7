import { currentReference, type Log, type LogFields } from './telemetry.ts'

/** A failure that the person can fix: cause, then next step, with `usage` and a copyable `suggestion`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly usage: string | null
  readonly suggestion: string | null
  /** Slack ids of people and user groups who can help. */
  readonly ask: readonly string[]

  constructor(
    code: string,
    sentence: string,
    hints: { readonly usage?: string; readonly suggestion?: string; readonly ask?: readonly string[] } = {},
  ) {
    super(sentence)
    this.code = code
    this.usage = hints.usage ?? null
    this.suggestion = hints.suggestion ?? null
    this.ask = hints.ask ?? []
  }
}

export interface Explained {
  /** Cause and next step, for a person in Slack. */
  readonly sentence: string
  readonly code: string
  /** `false`: an unexpected error, logged with its stack. */
  readonly foreseen: boolean
  /** Origin: the request, the service, the database, Slack, or a bug in Sightline. */
  readonly from: 'problem' | 'api' | 'store' | 'slack' | 'fault'
}

const origins: Readonly<Record<string, Explained['from']>> = {
  Problem: 'problem',
  ApiError: 'api',
  StoreError: 'store',
  PostError: 'slack',
}

function originOf(error: Error): Explained['from'] {
  return origins[error.name] ?? (error.cause instanceof Error ? originOf(error.cause) : 'fault')
}

/** The code with status and field, to tell a service that is down from one that answers 500. */
function detailedCode(error: Error & { readonly code: string }): string {
  if ('status' in error && typeof error.status === 'number') {
    const field = 'field' in error && typeof error.field === 'string' ? `:${error.field || 'body'}` : ''
    return `${error.code}:${error.status}${field}`
  }
  return error.code
}

/** A `Problem` or an error with a `userMessage` has its own sentence; all others get a general one. */
export function explain(error: unknown): Explained {
  if (error instanceof Problem)
    return { sentence: error.message, code: error.code, foreseen: true, from: 'problem' }
  if (
    error instanceof Error &&
    'userMessage' in error &&
    typeof error.userMessage === 'string' &&
    'code' in error &&
    typeof error.code === 'string'
  )
    return {
      sentence: error.userMessage,
      code: detailedCode(error as Error & { readonly code: string }),
      foreseen: true,
      from: originOf(error),
    }
  return {
    sentence:
      'Something went wrong in Sightline. Try again; if it happens again, send the reference below to your Sightline admin.',
    code: 'internal',
    foreseen: false,
    from: 'fault',
  }
}

/** The sentence of an expected error. @throws the error itself if it is unexpected */
export function foreseenSentence(error: unknown): string {
  const { sentence, foreseen } = explain(error)
  if (!foreseen) throw error
  return sentence
}

export interface Reported
  extends Pick<Explained, 'sentence' | 'from'>,
    Pick<Problem, 'usage' | 'suggestion' | 'ask'> {
  readonly reference: string
  readonly isPassing: boolean
}

/** Codes of failures that pass by themselves. */
const passing = /^(unavailable|timeout|rate_limited|outcome_unknown|busy|unreachable|locked)\b/

/**
 * Logs an error and returns what to show the person, with the same reference. Always use this, so that every failure a
 * person sees is in the log.
 * @param event name of the log line, for example `request failed`
 */
export function report(
  log: Pick<Log, 'warn' | 'error'>,
  event: string,
  error: unknown,
  fields: LogFields,
): Reported {
  const { sentence, code, foreseen, from } = explain(error)
  const reference = currentReference()
  log[foreseen ? 'warn' : 'error'](event, { ...fields, reference, code, error })
  const { usage, suggestion, ask } = error instanceof Problem ? error : noHints
  return { sentence, reference, from, usage, suggestion, ask, isPassing: foreseen && passing.test(code) }
}

const noHints: Pick<Problem, 'usage' | 'suggestion' | 'ask'> = { usage: null, suggestion: null, ask: [] }

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
