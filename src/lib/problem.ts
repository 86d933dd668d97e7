import { currentReference, type Log, type LogFields } from './log.ts'

/**
 * A failure that the person who asked can mend: its message is the sentence that they read (cause, then next step).
 * `usage` and `suggestion` are shown beneath it, the suggestion as something to copy.
 */
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
  /** What went wrong and what to do, for a person in Slack. */
  readonly sentence: string
  /** The same for the log. */
  readonly code: string
  /** False: nobody foresaw this error, so that the log keeps its stack. */
  readonly foreseen: boolean
  /** Where it comes from: what was asked, the service, the database, Slack, or a fault of Sightline's own. */
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

/** A code in detail: `unavailable` alone does not tell a service that is down from one that answers 500. */
function detailedCode(error: Error & { readonly code: string }): string {
  if ('status' in error && typeof error.status === 'number') {
    const field = 'field' in error && typeof error.field === 'string' ? `:${error.field || 'body'}` : ''
    return `${error.code}:${error.status}${field}`
  }
  return error.code
}

/**
 * The sentence and the code of any error. An error is readable by people when it carries a `userMessage`
 * (as the API client's and the store's do) or is a `Problem`; every other one gets a sentence that blames nobody.
 */
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
      "Sightline hit a fault of its own and couldn't finish this. Try again; if it comes back, give the reference below to whoever runs Sightline.",
    code: 'internal',
    foreseen: false,
    from: 'fault',
  }
}

/** What a person is told of an error: the sentence, and the reference that finds its line in the log. */
export interface Reported
  extends Pick<Explained, 'sentence' | 'from'>,
    Pick<Problem, 'usage' | 'suggestion' | 'ask'> {
  readonly reference: string
}

/**
 * The one way from an error to a person: a line in the log, and what to tell with the same reference. Whoever tells
 * without it hides the failure from whoever runs Sightline.
 * @param event the line's name, for example `request failed`
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
  return { sentence, reference, from, usage, suggestion, ask }
}

const noHints: Pick<Problem, 'usage' | 'suggestion' | 'ask'> = { usage: null, suggestion: null, ask: [] }
