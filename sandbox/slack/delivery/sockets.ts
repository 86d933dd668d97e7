/**
 * Socket Mode, Slack's side: tickets, connections, envelopes and their acknowledgements.
 * docs.slack.dev/apis/events-api/using-socket-mode
 */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Exchanges } from '../../exchanges.ts'
import { recordSocketMessage } from '../exchange-log.ts'
import { isJson, type Json } from '../json.ts'
import { APP } from '../world/seed.ts'
import type { Timers } from '../world/timers.ts'
import type { Envelope, Outcome, Retry } from './envelope.ts'

const MOST_CONNECTIONS = 10
const CLOSE_WITHIN_MS = 100
/** The time from a warning to the request to reconnect, and from there to the end of the connection. */
const REFRESH_AFTER_MS = 10_000

interface Pending {
  readonly socket: WebSocket
  readonly kind: Envelope['kind']
  readonly settle: (result: { body?: unknown } | { failure: 'operation_timeout' | 'dispatch_failed' }) => void
}

function goAway(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS)
    socket.on('close', () => {
      clearTimeout(cut)
      resolve()
    })
    socket.close(1001)
  })
}

interface Surroundings {
  /** Real milliseconds. */
  readonly pingEveryMs: number
  readonly exchanges: Exchanges
  readonly timers: Timers
  changed(): void
}

export function createSockets({ changed, exchanges, timers, pingEveryMs }: Surroundings) {
  const wss = new WebSocketServer({ noServer: true })
  const tickets = new Set<string>()
  const open = new Set<WebSocket>()
  const silent = new WeakSet<WebSocket>()
  const pending = new Map<string, Pending>()
  /** Connections asked to disconnect. They get nothing new while another one is open. */
  const leaving = new WeakSet<WebSocket>()
  let turn = 0
  let linked = true
  let greets = true

  const say = (socket: WebSocket, message: Json) => {
    socket.send(JSON.stringify(message))
    recordSocketMessage(exchanges, message)
  }
  const hello = (socket: WebSocket) => {
    const debug = { host: 'sandbox-applink-1', build_number: 1, approximate_connection_time: 18_060 }
    const connection = { app_id: APP.id }
    say(socket, {
      type: 'hello',
      num_connections: open.size,
      connection_info: connection,
      debug_info: debug,
    })
  }
  const tellToLeave = (socket: WebSocket, reason: string) => {
    say(socket, { type: 'disconnect', reason, debug_info: { host: 'sandbox-applink-1' } })
  }
  /** After a warning, asks the connection to reconnect later. After that request, closes it later. */
  const dismiss = (socket: WebSocket, reason: string) => {
    leaving.add(socket)
    tellToLeave(socket, reason)
    timers.after(REFRESH_AFTER_MS, () => {
      if (!open.has(socket)) return
      if (reason === 'warning') dismiss(socket, 'refresh_requested')
      else void goAway(socket)
    })
  }
  const onMessage = (data: string) => {
    let message: unknown
    try {
      message = JSON.parse(data)
    } catch {
      return
    }
    if (!isJson(message) || typeof message.envelope_id !== 'string') return
    pending.get(message.envelope_id)?.settle({ body: message.payload })
  }
  const onConnection = (socket: WebSocket) => {
    if (open.size >= MOST_CONNECTIONS) {
      tellToLeave(socket, 'too_many_websockets')
      socket.close()
      return
    }
    open.add(socket)
    socket.on('message', (data) => onMessage(String(data)))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      open.delete(socket)
      // If a connection closes before an event is acknowledged, retry the event without waiting for the timeout.
      for (const waiting of pending.values()) {
        if (waiting.socket === socket && waiting.kind === 'events_api') {
          waiting.settle({ failure: 'dispatch_failed' })
        }
      }
      changed()
    })
    if (greets) hello(socket)
    changed()
  }
  const pings = setInterval(() => {
    for (const socket of open)
      if (!silent.has(socket)) socket.ping(`Ping from the sandbox ${Math.trunc(performance.now())}`)
  }, pingEveryMs)
  pings.unref()

  return {
    /** The path for a new connection, with a ticket that opens one connection. */
    ticketPath: (): string => {
      const ticket = randomBytes(12).toString('hex')
      tickets.add(ticket)
      return `/link/?ticket=${ticket}&app_id=${APP.id}`
    },
    /** False after `link_disabled`. */
    enabled: (): boolean => linked,
    count: (): number => open.size,
    attach: (server: Server) => {
      server.on('upgrade', (request, socket, head) => {
        const url = new URL(request.url ?? '/', 'http://127.0.0.1')
        const ticket = url.searchParams.get('ticket') ?? ''
        if (!url.pathname.startsWith('/link') || !tickets.delete(ticket)) {
          socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
          return
        }
        wss.handleUpgrade(request, socket, head, onConnection)
      })
    },
    send: (envelope: Envelope, timeoutMs: number, retry?: Retry): Promise<Outcome> => {
      const staying = [...open].filter((one) => !leaving.has(one))
      const sockets = staying.length > 0 ? staying : [...open]
      const socket = sockets[turn++ % Math.max(1, sockets.length)]
      if (!socket) return Promise.resolve({ ok: false, ms: 0, failure: 'dispatch_failed' })
      const started = performance.now()
      return new Promise((resolve) => {
        const settle: Pending['settle'] = (result) => {
          clearTimeout(timer)
          pending.delete(envelope.id)
          const ms = performance.now() - started
          resolve('failure' in result ? { ok: false, ms, ...result } : { ok: true, ms, ...result })
        }
        const timer = setTimeout(() => settle({ failure: 'operation_timeout' }), timeoutMs)
        pending.set(envelope.id, { socket, kind: envelope.kind, settle })
        const message: Json = {
          envelope_id: envelope.id,
          type: envelope.kind,
          payload: envelope.payload,
          accepts_response_payload: envelope.acceptsResponse,
          ...(retry ? { retry_attempt: retry.attempt, retry_reason: retry.reason } : {}),
        }
        if (!silent.has(socket)) socket.send(JSON.stringify(message))
      })
    },
    disconnect: (reason: string) => {
      if (reason === 'link_disabled') linked = false
      for (const socket of open) dismiss(socket, reason)
    },
    /**
     * Sends nothing more on the connections that are open now; with `half`, the app's own pings are still answered.
     * `hello`: new connections get no hello from Slack.
     */
    silence: (how: 'half' | 'whole' | 'hello') => {
      if (how === 'hello') {
        greets = false
        return
      }
      for (const socket of open) {
        silent.add(socket)
        if (how === 'half') continue
        // Remove it here, so that deliveries use another connection if there is one.
        socket.pause()
        open.delete(socket)
      }
    },
    /** Closes all connections. Resolves when they are closed; connections that take too long are cut. */
    close: async (): Promise<void> => {
      clearInterval(pings)
      for (const waiting of [...pending.values()]) waiting.settle({ failure: 'dispatch_failed' })
      await Promise.all([...wss.clients].map(goAway))
      wss.close()
    },
  }
}

export type Sockets = ReturnType<typeof createSockets>
