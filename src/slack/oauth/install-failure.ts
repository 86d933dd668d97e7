import { SlackError } from '@slack/web-api'
import { toPostError } from '../send/post-error.ts'
import { BusyError, StateError } from './install-state.ts'

export interface InstallFailure {
  /**
   * - `cancelled`: the person declined.
   * - `stale`: the address was used before, is too old or is invalid.
   * - `busy`: too many installations within a minute.
   * - `failed`: Slack or Sightline failed.
   */
  readonly kind: 'cancelled' | 'stale' | 'busy' | 'failed'
  /** Slack's error code, or our own. */
  readonly code: string
}

/** The codes of `@slack/oauth`. */
const cancelled = 'slack_oauth_installer_authorization_error'
const staleCodes: ReadonlySet<string> = new Set([
  'slack_oauth_missing_state',
  'slack_oauth_invalid_state',
  'slack_oauth_missing_code',
  // Slack's codes for an OAuth code that is invalid or used.
  'invalid_code',
  'code_already_used',
])

/** Classifies a failed installation. */
export function installFailure(error: Error & { readonly code: string }): InstallFailure {
  const code = error instanceof SlackError ? toPostError(error).code : error.code
  if (code === cancelled) return { kind: 'cancelled', code }
  if (error instanceof BusyError) return { kind: 'busy', code: 'busy' }
  if (error instanceof StateError) return { kind: 'stale', code: 'state' }
  return { kind: staleCodes.has(code) ? 'stale' : 'failed', code }
}
