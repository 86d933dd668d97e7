import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { SocketModeReceiver } from '@slack/bolt'
import { WebAPIPlatformError, WebClient } from '@slack/web-api'
import type { Log } from '../../lib/telemetry.ts'
import { isTokenRefusal } from '../../store/reason.ts'
import { asPostError, toPostError } from '../send/calls.ts'
import { boltLogger, noRetries, type SlackContext } from '../send/client.ts'

/** The start failed: one line that says why and what to do. Exit code 1. */
export class SlackStartError extends Error {
  override readonly name = 'SlackStartError'
}

/** Whether Slack rejected the token, so that a retry is useless. */
function refusesToken(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && isTokenRefusal(error.data.error)
}

export function startError(
  error: unknown,
  settings: { readonly mode: 'socket' | 'http'; readonly port: number; readonly apiUrl: string },
): SlackStartError {
  const code = error instanceof WebAPIPlatformError ? error.data.error : null
  if (refusesToken(error))
    return new SlackStartError(
      `Slack rejected a token (${code}). Copy SLACK_BOT_TOKEN${settings.mode === 'socket' ? ' and SLACK_APP_TOKEN' : ''} again from your app’s settings at api.slack.com/apps.`,
    )
  if (code === 'missing_scope')
    return new SlackStartError(
      'Slack refused the start (missing_scope). Make SLACK_APP_TOKEN again, with the scope connections:write.',
    )
  if (code !== null) return new SlackStartError(`Slack refused the start (${code}).`)
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

export type Socket = ReturnType<typeof keepSocket>

interface SocketOptions extends Pick<SlackContext, 'clock' | 'log' | 'meter'> {
  readonly toStartError: (error: unknown) => SlackStartError
  /** Called once, when Sightline gives up reconnecting. */
  readonly onLost: (error: SlackStartError) => void
}

type SocketModeClient = SocketModeReceiver['client']

const checkEveryMs = 5_000
/** Slack pings every few seconds. The SDK waits 30 s, and may wait as long again for the close handshake. */
const silentAfterMs = 40_000
/** After this long without a connection the process stops, so that its supervisor restarts it. */
const lostAfterMs = 120_000
const firstWaitMs = 1_000
const longestWaitMs = 15_000
const pings = 'undici:websocket:ping'

/**
 * A socket to Slack that reconnects. Replaces the SDK's own reconnecting, which turns a failed attempt into an unhandled
 * rejection and doesn't notice a silent socket while something answers its pings
 * (https://github.com/slackapi/bolt-js/issues/929, https://github.com/slackapi/node-slack-sdk/issues/1787).
 *
 * Silence is counted in this process's own waits, not by the clock: a machine that slept, or whose clock was set, has
 * missed nothing.
 */
export function keepSocket(client: SocketModeClient, options: SocketOptions) {
  const { clock, log, meter, toStartError, onLost } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let keepOpen = false
  let open = false
  let connected = false
  let reconnecting = false
  let address = ''
  let silentMs = 0
  let downMs = 0
  let upMs = 0

  /** Pings count only after Slack's hello, since they can come without one. */
  const resetSilence = () => {
    if (connected) silentMs = 0
  }
  /** The channel reports all sockets of the process; ours is recognized by its address. */
  const onPing = (message: unknown) => {
    const { websocket } = message as { readonly websocket?: { readonly url?: string } }
    if (websocket?.url === address) resetSilence()
  }
  subscribe(pings, onPing)

  client.on('authenticated', ({ url }: { url?: string }) => {
    address = url === undefined ? '' : new URL(url).href
  })
  client.on('connecting', () => {
    open = true
    silentMs = 0
  })
  client.on('connected', () => {
    connected = true
    downMs = 0
    upMs = 0
    resetSilence()
  })
  client.on('ws_message', resetSilence)
  client.on('disconnected', () => {
    open = false
    connected = false
    void reconnect()
  })

  const lose = (error: SlackStartError) => {
    if (signal.aborted) return
    stopping.abort(error)
    onLost(error)
  }
  /** The first call starts the close handshake and may wait in vain; the second closes at once. */
  const drop = () => {
    for (const end of [client.disconnect(), client.disconnect()]) end.catch(() => {})
  }
  const attempt = async (): Promise<boolean> => {
    try {
      await client.start()
    } catch (error) {
      if (refusesToken(error)) lose(toStartError(error))
      // The SDK rejects with `undefined` when a socket ends before Slack's hello.
      else
        log.warn('could not reconnect to Slack', {
          code: error === undefined ? 'no_hello' : toPostError(error).code,
        })
      return false
    }
    if (signal.aborted) drop()
    return true
  }
  const reconnect = async () => {
    if (reconnecting || !keepOpen || signal.aborted) return
    reconnecting = true
    log.info('the socket to Slack closed; reconnecting')
    // Slack rotates sockets now and then: reconnect at once, unless this one closed right after opening.
    let wait = upMs >= checkEveryMs ? 0 : firstWaitMs
    while (!signal.aborted && !connected) {
      if (wait > 0) await clock.sleep(wait, signal).catch(() => {})
      if (signal.aborted) break
      if (await attempt()) {
        meter.slackReconnected()
        log.info('connected to Slack again')
      }
      wait = Math.min(Math.max(firstWaitMs, wait * 2), longestWaitMs)
    }
    reconnecting = false
  }

  const check = () => {
    silentMs += checkEveryMs
    if (connected) upMs += checkEveryMs
    else downMs += checkEveryMs
    if (open && silentMs >= silentAfterMs) {
      silentMs = 0
      log.warn('the socket to Slack is silent; closing it', { ms: silentAfterMs })
      drop()
    }
    if (keepOpen && downMs >= lostAfterMs)
      lose(
        new SlackStartError(
          `Sightline could not reconnect to Slack for ${lostAfterMs / 60_000} minutes. Check the network. Sightline stops so that its supervisor can restart it.`,
        ),
      )
  }
  const watch = async () => {
    for (;;) {
      await clock.sleep(checkEveryMs, signal)
      check()
    }
  }
  // Rejects when stopped.
  watch().catch(() => {})

  return {
    /** Open, and Slack's hello has arrived. */
    get connected() {
      return connected
    },
    /** Starts reconnecting. Before this, a closed socket fails the start. */
    keep: () => {
      keepOpen = true
      // It may have closed since its hello.
      if (!connected) void reconnect()
    },
    stop: () => {
      stopping.abort(new Error('the socket is closed'))
      unsubscribe(pings, onPing)
    },
  }
}

/**
 * Calls `apps.connections.open`, which returns a socket address without opening it. A running bot isn't affected.
 * @throws {PostError}
 */
export async function checkAppToken(
  { appToken, apiUrl }: { readonly appToken: string; readonly apiUrl: string },
  log: Log,
): Promise<void> {
  const client = new WebClient(appToken, noRetries({ apiUrl }, { logger: boltLogger(log) }))
  await asPostError(() => client.apps.connections.open({}))
}
