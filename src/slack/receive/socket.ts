import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { SocketModeReceiver } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Meter } from '../../lib/metrics.ts'
import { toPostError } from '../send/post-error.ts'
import { refusesToken, SlackStartError } from './start-error.ts'

/** The socket to Slack, kept open. */
export interface Socket {
  /** Slack has said hello on it, and it has not been closed since. */
  readonly connected: boolean
  /** From here on a socket that ends is opened anew; before, the start fails with it. */
  keep(): void
  stop(): void
}

export interface SocketDeps {
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  /** Puts a refused token in words for the operator. */
  readonly explained: (error: unknown) => SlackStartError
  /** Told once, when there is no use in trying further. */
  readonly onLost: (error: SlackStartError) => void
}

type SocketModeClient = SocketModeReceiver['client']

const lookEveryMs = 5_000
/** Slack pings every few seconds. The SDK's own limit is 30 s, after which it may wait as long for a farewell. */
const silentAfterMs = 40_000
/** So long without a connection, new attempts included; then whoever runs the process is asked to start it again. */
export const lostAfterMs = 120_000
const firstWaitMs = 1_000
const longestWaitMs = 15_000
const pings = 'undici:websocket:ping'

/**
 * Watches the SDK's client, whose own reconnecting is switched off: an attempt that it can't repeat ends there as an
 * unhandled rejection, and a socket on which nothing comes any more (https://github.com/slackapi/bolt-js/issues/929,
 * https://github.com/slackapi/node-slack-sdk/issues/1787) is not noticed at all while something answers its pings.
 *
 * Silence is counted in waits of this process and not read from the clock: a machine that slept, or whose clock was
 * set, has missed nothing.
 */
export function keepSocket(client: SocketModeClient, deps: SocketDeps): Socket {
  const { clock, log, meter, explained, onLost } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let kept = false
  let open = false
  let connected = false
  let reconnecting = false
  let address = ''
  let silentMs = 0
  let downMs = 0
  let upMs = 0

  /** Before Slack's hello only that is worth waiting for: pings may come without. */
  const heard = () => {
    if (connected) silentMs = 0
  }
  /** Every socket of the process is told of here, so that ours has to be told apart by its address. */
  const onPing = (message: unknown) => {
    const { websocket } = message as { readonly websocket?: { readonly url?: string } }
    if (websocket?.url === address) heard()
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
    heard()
  })
  client.on('ws_message', heard)
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
  /** The first call says farewell and waits for the same, in vain where nobody is left; the second doesn't wait. */
  const drop = () => {
    for (const end of [client.disconnect(), client.disconnect()]) end.catch(() => {})
  }
  const attempt = async (): Promise<boolean> => {
    try {
      await client.start()
    } catch (error) {
      if (refusesToken(error)) lose(explained(error))
      else log.warn('Slack could not be reconnected', { code: codeOf(error) })
      return false
    }
    if (signal.aborted) drop()
    return true
  }
  const reconnect = async () => {
    if (reconnecting || !kept || signal.aborted) return
    reconnecting = true
    log.info('the socket to Slack was closed; a new one is opened')
    // Slack closes a socket now and then, and wants a new one at once; one that was closed at once can wait.
    let wait = upMs >= lookEveryMs ? 0 : firstWaitMs
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

  const look = () => {
    silentMs += lookEveryMs
    if (connected) upMs += lookEveryMs
    else downMs += lookEveryMs
    if (open && silentMs >= silentAfterMs) {
      silentMs = 0
      log.warn('the socket to Slack has gone silent, and is given up', { ms: silentAfterMs })
      drop()
    }
    if (kept && downMs >= lostAfterMs)
      lose(
        new SlackStartError(
          `Slack could not be reached again for ${lostAfterMs / 60_000} minutes. Check the network; Sightline stops, so that whatever runs it can start it again.`,
        ),
      )
  }
  const watch = async () => {
    for (;;) {
      await clock.sleep(lookEveryMs, signal)
      look()
    }
  }
  // Ends when the watch is stopped.
  watch().catch(() => {})

  return {
    get connected() {
      return connected
    },
    keep: () => {
      kept = true
      // It may have ended between its hello and now.
      if (!connected) void reconnect()
    },
    stop: () => {
      stopping.abort(new Error('the socket is closed'))
      unsubscribe(pings, onPing)
    },
  }
}

/** The SDK rejects with nothing at all when a socket ends before Slack's hello. */
function codeOf(error: unknown): string {
  return error === undefined ? 'no_hello' : toPostError(error).code
}
