import type { Json } from '../json.ts'

/** An answer `{ok: false, error}` of Slack, with what else stands beside it. */
export class SlackError extends Error {
  readonly code: string
  readonly details: Json

  constructor(code: string, details: Json = {}) {
    super(code)
    this.name = 'SlackError'
    this.code = code
    this.details = details
  }
}

/** Slack's form for errors at a place: `messages` as in `response_metadata.messages`. */
export function withMessages(code: string, messages: readonly string[]): SlackError {
  return new SlackError(code, {
    errors: messages,
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  })
}
