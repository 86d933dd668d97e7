import type { Json } from '../json.ts'

/** A Slack response `{ok: false, error}`, with any further fields. */
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

/** An error with Slack's messages about particular fields, as in `response_metadata.messages`. */
export function withMessages(code: string, messages: readonly string[]): SlackError {
  return new SlackError(code, {
    errors: messages,
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  })
}
