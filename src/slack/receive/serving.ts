import { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { App } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import { withTimeout } from '../../lib/timeout.ts'
import type { Handlers } from './handlers.ts'
import { patience } from './http-receiver.ts'
import type { InFlight } from './in-flight.ts'
import type { SlackStartError } from './start-error.ts'

/** Slack waits so long for an acknowledgement. */
const slackWaitsMs = 3_000
/** So long a request may be on its way over a connection that was taken already. */
const onItsWayMs = 1_000

/** How the bot is reached by Slack, whether it is in one workspace or in many. */
export interface Serving {
  /** Starts to receive. In HTTP mode the port that it listens on is returned. @throws {SlackStartError} */
  listen(handlers: Handlers): Promise<{ readonly port: number | null }>
  /** Whether Slack can bring anything here now: its socket is open, or its requests are listened for. */
  readonly connected: boolean
  /** How much goes on after its acknowledgement. */
  readonly inFlight: number
  /** Resolves when Slack can't be reached again, by the reason for the operator; in HTTP mode never. */
  readonly lost: Promise<SlackStartError>
  /**
   * Stops receiving, then waits for the work in flight; returns how much was still running at the deadline. Whoever
   * waits for it is told so shortly before.
   */
  stop(deadlineMs: number): Promise<number>
}

/** What a Bolt app receives, from its start until everything that came is done. */
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

  /** Whether it has begun, and not been stopped. */
  get listening(): boolean {
    return this.#app !== null
  }

  /** @param port of HTTP mode; `null`: Socket Mode. @returns the port that is listened on */
  async start(app: App, port: number | null): Promise<number | null> {
    const server: unknown = await (port === null ? app.start() : app.start(port, patience))
    this.#app = app
    if (server instanceof Server) {
      this.#web = server
      // What a load balancer keeps open ends with its next answer, so that nothing comes after the last one.
      server.prependListener('request', (_, response) => {
        if (this.#stopping) response.setHeader('connection', 'close')
      })
    }
    return portOf(server)
  }

  /** @returns how much was still running at the deadline */
  async stop(deadlineMs: number): Promise<number> {
    const deadline = this.#clock.now().add({ milliseconds: deadlineMs })
    this.#stopping = true
    if (this.#app !== null) await this.#stopReceiving(this.#app)
    this.#app = null
    const leftMs = deadline.since(this.#clock.now()).total('milliseconds')
    const left = await this.#inFlight.drain(Math.max(leftMs, 0))
    this.#web?.closeAllConnections()
    return left
  }

  async #stopReceiving(app: App): Promise<void> {
    // A socket that is closed takes no acknowledgement any more; an HTTP server still answers what it has.
    if (this.#web === null) await this.#inFlight.answered(slackWaitsMs)
    else await letGo(this.#web, this.#clock)
    await withTimeout(this.#clock, slackWaitsMs, async () => app.stop().catch(() => {}))
  }
}

/** Takes no more connections, and answers what comes over those that there are. */
async function letGo(server: Server, clock: Clock): Promise<void> {
  // What has connected by now is taken first: the system would reset it.
  await setImmediate()
  const ended = Promise.withResolvers<void>()
  // Not the server's own close(), which also cuts the connections whose request is still on its way.
  NetServer.prototype.close.call(server, () => ended.resolve())
  await withTimeout(clock, onItsWayMs, () => ended.promise)
  server.closeIdleConnections()
  await withTimeout(clock, slackWaitsMs, () => ended.promise)
}

/** The port of what Bolt's `start()` answered with; `null` where it is no server. */
function portOf(server: unknown): number | null {
  if (typeof server !== 'object' || server === null || !('address' in server)) return null
  const address = (server.address as () => { port?: number } | null)()
  return address?.port ?? null
}
