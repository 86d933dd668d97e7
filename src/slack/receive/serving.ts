import { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { App } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import { withTimeout } from '../../lib/timeout.ts'
import type { Handlers } from './handlers.ts'
import { requestTimeouts } from './http-receiver.ts'
import type { InFlight } from './in-flight.ts'
import type { SlackStartError } from './socket.ts'

/** How long Slack waits for an acknowledgement. */
const slackWaitsMs = 3_000
/** How long a request may still be arriving on an open connection. */
const arrivingMs = 1_000

/** The bot's connection to Slack, for one workspace or many. */
export interface Serving {
  /** Starts receiving. @returns the port in HTTP mode. @throws {SlackStartError} */
  listen(handlers: Handlers): Promise<{ readonly port: number | null }>
  /** Whether the socket is open, or in HTTP mode the port. */
  readonly connected: boolean
  /** Number of acknowledged requests still being worked on. */
  readonly inFlight: number
  /** Resolves with the reason when reconnecting has failed; never in HTTP mode. */
  readonly lost: Promise<SlackStartError>
  /**
   * Stops receiving, then waits for the work in flight. People still waiting are told shortly before the deadline.
   * @returns how many were still running at the deadline
   */
  stop(deadlineMs: number): Promise<number>
}

/** Starts a Bolt app, and stops it once all its work is done. */
export class Receiving {
  readonly #inFlight: InFlight
  readonly #clock: Clock
  #app: App | null = null
  #web: Server | null = null
  #stopping = false

  constructor(inFlight: InFlight, clock: Clock) {
    this.#inFlight = inFlight
    this.#clock = clock
  }

  /** Whether it was started and not stopped. */
  get listening(): boolean {
    return this.#app !== null
  }

  /** @param port for HTTP mode; `null`: Socket Mode. @returns the bound port */
  async start(app: App, port: number | null): Promise<number | null> {
    const server: unknown = await (port === null ? app.start() : app.start(port, requestTimeouts))
    this.#app = app
    if (server instanceof Server) {
      this.#web = server
      // Ends a load balancer's kept-alive connections with their next answer, so that no more requests follow.
      server.prependListener('request', (_, response) => {
        if (this.#stopping) response.setHeader('connection', 'close')
      })
    }
    return portOf(server)
  }

  /** @returns how many were still running at the deadline */
  async stop(deadlineMs: number): Promise<number> {
    const deadline = this.#clock.now().add({ milliseconds: deadlineMs })
    this.#stopping = true
    if (this.#app !== null) await this.#stopReceiving(this.#app)
    this.#app = null
    const remainingMs = deadline.since(this.#clock.now()).total('milliseconds')
    const stillRunning = await this.#inFlight.drain(Math.max(remainingMs, 0))
    this.#web?.closeAllConnections()
    return stillRunning
  }

  async #stopReceiving(app: App): Promise<void> {
    // A closed socket can't send acknowledgements; an HTTP server still answers open requests.
    if (this.#web === null) await this.#inFlight.answered(slackWaitsMs)
    else await closeServer(this.#web, this.#clock)
    await withTimeout(this.#clock, slackWaitsMs, async () => app.stop().catch(() => {}))
  }
}

/** Refuses new connections and answers requests on open ones. */
async function closeServer(server: Server, clock: Clock): Promise<void> {
  // Accept pending connections first; the system would reset them.
  await setImmediate()
  const ended = Promise.withResolvers<void>()
  // The HTTP server's own close() would also cut connections whose request is still arriving.
  NetServer.prototype.close.call(server, () => ended.resolve())
  await withTimeout(clock, arrivingMs, () => ended.promise)
  server.closeIdleConnections()
  await withTimeout(clock, slackWaitsMs, () => ended.promise)
}

/** The port of the server that Bolt's `start()` returned; `null` if it isn't a server. */
function portOf(server: unknown): number | null {
  if (typeof server !== 'object' || server === null || !('address' in server)) return null
  const address = (server.address as () => { port?: number } | null)()
  return address?.port ?? null
}
