import type { ApiErrorCode } from '../errors.ts'

/** One attempt, for measuring. Holds the route's template, never a path, a query, a key or a token. */
export interface RequestEvent {
  readonly method: 'GET' | 'POST'
  /** As `/v1/organizations/{organization_id}/workspaces`. */
  readonly route: string
  /** HTTP status; `null` when no answer came. */
  readonly status: number | null
  readonly durationMs: number
  /** 1 for the first attempt of a call. */
  readonly attempt: number
  readonly error?: ApiErrorCode | 'aborted'
}
