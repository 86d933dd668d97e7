/**
 * Beginnings of Bolt's and the Slack SDK's log lines that may be written. The rest of a line is dropped, since it can
 * hold an address with its ticket, an unparsed body or Slack's description of a message.
 * A list, unlike a rule, lets no line of a new SDK version through.
 * `test/slack/sdk-lines.test.ts` checks the list against the packages.
 */
const beginnings: readonly string[] = [
  // @slack/bolt
  'ack() has already been called',
  'An incoming event was not acknowledged within 3 seconds',
  'An unexpected error occurred during a request',
  'An unhandled error occurred after ack() called in a listener',
  'An unhandled error occurred while Bolt processed',
  'An unhandled HTTP request',
  'Authorization of incoming event did not succeed',
  'Could not determine the type of an incoming event',
  'Failed to parse and verify the request data',
  'Failed to parse the request body',
  'Failed to shutdown the HTTP server for OAuth flow',
  'HTTP error ',
  'HTTPReceiver encountered an unexpected error while handling the OAuth install redirect',
  'Malformed request body',
  'Rate limited, retry after',
  'Request body exceeded the maximum allowed size',
  'Slack API error',
  'Something has gone wrong',
  'Unhandled HTTP request',
  // @slack/socket-mode
  "A ping wasn't received from the server before the timeout",
  "A pong wasn't received from the server before the timeout",
  'Expected CloseEvent but received',
  'Expected ErrorEvent but received',
  'Expected MessageEvent but received',
  'Failed to retrieve a new WSS URL',
  'Failed to send a message as the client has no active connection',
  'Failed to send a message as the client is not connected',
  'Failed to send a WebSocket message',
  'Failed to send ping to Slack',
  'Peer did not complete the close handshake in time',
  'WebSocket error occurred',
  'WebSocket error!',
  'WebSocket not available',
  // @slack/web-api
  'API Call failed due to rate limiting',
  'http request failed',
  // @slack/oauth
  'Failed to perform oauth.v2.access API call for token rotation',
]

/** The listed beginning of a line, or `null`. */
export function listedBeginning(line: string): string | null {
  return beginnings.find((beginning) => line.startsWith(beginning))?.trim() ?? null
}
