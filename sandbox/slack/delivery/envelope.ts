import type { Json } from '../json.ts'
import type { EnvelopeKind } from '../model.ts'

/** A payload for the app, to be sent by socket or HTTP. */
export interface Envelope {
  readonly id: string
  readonly kind: EnvelopeKind
  readonly payload: Json
  /** Whether Slack uses the acknowledgement's payload. */
  readonly acceptsResponse: boolean
}

export interface Retry {
  readonly attempt: number
  readonly reason: string
}

/** Slack's names for failures, as the user reads them. */
type Failure =
  | 'operation_timeout'
  | 'dispatch_failed'
  | 'http_client_error'
  | 'http_service_error'
  | 'invalid_command_response'

/** The outcome of a delivery. */
export type Outcome =
  | { readonly ok: true; readonly ms: number; readonly body?: unknown }
  | { readonly ok: false; readonly ms: number; readonly failure: Failure; readonly noRetry?: boolean }
