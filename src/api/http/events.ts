import type { ApiErrorCode } from '../errors.ts'

/** An attempt, for metrics. Contains no path, query, key or token. */
export interface RequestEvent {
  readonly method: 'GET' | 'POST'
  readonly route: string
  readonly status: number | null
  readonly durationMs: number
  /** 1 for the first attempt of a call. */
  readonly attempt: number
  readonly error?: ApiErrorCode | 'aborted'
}
