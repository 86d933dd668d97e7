import { WebAPIPlatformError } from '@slack/web-api'

/** The start failed: one line that says why and what to do. Exit code 1. */
export class SlackStartError extends Error {
  override readonly name = 'SlackStartError'
}

const tokenRefused = new Set(['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked'])

/** Whether Slack rejected the token, so that a retry is useless. */
export function refusesToken(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && tokenRefused.has(error.data.error)
}

/** Explains a failed start to the operator. */
export function startError(
  error: unknown,
  settings: { readonly mode: 'socket' | 'http'; readonly port: number; readonly apiUrl: string },
): SlackStartError {
  const code = error instanceof WebAPIPlatformError ? error.data.error : null
  if (refusesToken(error))
    return new SlackStartError(
      `Slack rejected a token (${code}). Copy SLACK_BOT_TOKEN${settings.mode === 'socket' ? ' and SLACK_APP_TOKEN' : ''} again from your app’s settings at api.slack.com/apps.`,
    )
  if (code !== null) return new SlackStartError(`Slack refused the start (${code}).`)
  // The SDK rejects with `undefined` when a socket ends before Slack's hello.
  const text = error === undefined ? 'the socket ended before Slack said hello' : String(error)
  const reason = error instanceof Error ? error.message : text
  const listenCode =
    error instanceof Error && 'syscall' in error && error.syscall === 'listen' ? reason : null
  if (listenCode !== null)
    return new SlackStartError(
      `Port ${settings.port} can’t be used (${listenCode}). Free it, or set SIGHTLINE_HTTP_PORT to another one.`,
    )
  return new SlackStartError(`Slack can’t be reached at ${settings.apiUrl}: ${reason}. Check the network.`)
}
