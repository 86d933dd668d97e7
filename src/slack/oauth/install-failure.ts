import { SlackError } from '@slack/web-api'
import { toPostError } from '../send/post-error.ts'
import { BusyError, StateError } from './install-state.ts'

export interface InstallFailure {
  /**
   * - `cancelled`: the person did not agree.
   * - `stale`: the visitor's doing, and none of ours: an address that was used, is too old, or was made up.
   * - `busy`: too many come within a minute.
   * - `failed`: Slack or Sightline could not do it.
   */
  readonly kind: 'cancelled' | 'stale' | 'busy' | 'failed'
  /** Slack's word for it, or the kind of the error. */
  readonly code: string
}

/** The codes of `@slack/oauth`. */
const cancelled = 'slack_oauth_installer_authorization_error'
const ofTheVisitor: ReadonlySet<string> = new Set([
  'slack_oauth_missing_state',
  'slack_oauth_invalid_state',
  'slack_oauth_missing_code',
  // Slack's words for a code that it has not given, or no longer takes.
  'invalid_code',
  'code_already_used',
])

/** Why an installation came to nothing. */
export function installFailure(error: Error & { readonly code: string }): InstallFailure {
  const code = error instanceof SlackError ? toPostError(error).code : error.code
  if (code === cancelled) return { kind: 'cancelled', code }
  if (error instanceof BusyError) return { kind: 'busy', code: 'busy' }
  if (error instanceof StateError) return { kind: 'stale', code: 'state' }
  return { kind: ofTheVisitor.has(code) ? 'stale' : 'failed', code }
}
