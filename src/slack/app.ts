import { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { App, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { withTimeout } from '../lib/async.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { type Log, type Meter, noMeter } from '../lib/telemetry.ts'
import { type InstalledTeamsOptions, installedTeams, type SlackTeams } from './oauth/installed-teams.ts'
import type { AddToSlack } from './oauth/installer.ts'
import type { SlackHealth } from './port.ts'
import { InFlight, type RecordQuestion, watchDeliveries } from './receive/deliveries.ts'
import type { Handlers } from './receive/handlers.ts'
import { createHttpReceiver, healthRoutes, requestTimeouts } from './receive/http-receiver.ts'
import { addListeners } from './receive/listeners.ts'
import { mcpRoute } from './receive/mcp-route.ts'
import { keepSocket, type SlackStartError, type Socket, startError } from './receive/socket.ts'
import { SlackTime } from './send/calls.ts'
import { boltLogger, callTimeoutMs, noRetries, SlackClient, withoutBareErrors } from './send/client.ts'

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  /** Of the configured workspace; empty with "Add to Slack". */
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
  /** Set if Slackbot may ask, in HTTP mode. */
  readonly slackbot?: object | null
}

export interface FixedInstallation extends Pick<SlackHealth, 'team' | 'isOrg'> {
  readonly url: string
  /** When Slack accepted the token, by Slack's clock, which also dates its events. */
  readonly verifiedAt: Temporal.Instant
}

export interface Slack extends SlackTeams, Serving {
  /** The workspace of the configured bot token; `null` with "Add to Slack". @throws {SlackStartError} */
  verify(): Promise<FixedInstallation | null>
}

/** Set by the process, and by tests that run several bots in one. */
export interface SlackOptions extends Partial<Pick<InstalledTeamsOptions, 'store' | 'tokenRefused'>> {
  readonly clock: Clock
  readonly log: Log
  readonly meter?: Meter
  /** Readiness, served on HTTP mode's public port. */
  readonly ready?: () => Promise<boolean>
  /** Settles when the handlers are ready, or the start has failed. */
  readonly started?: Promise<unknown>
}

/**
 * Connects to Slack with the configured token, or for all workspaces that install Sightline.
 * @param install `null`: only the configured workspace; otherwise HTTP mode, which "Add to Slack" needs
 */
export function createSlack(
  settings: SlackSettings,
  options: SlackOptions,
  install: AddToSlack | null = null,
): Slack {
  const { clock, log, meter = noMeter, ready = async () => false, started } = options
  const { store = withoutStore, tokenRefused = async () => {} } = options
  const logger = boltLogger(log)
  const context = { clock, log, meter, logger, time: new SlackTime() }
  const mode = install === null ? settings.mode : 'http'
  const { apiUrl, botToken } = settings
  const installed = installedTeams({ apiUrl, botToken, store, tokenRefused }, install, context)
  const { teams, installer } = installed
  /** The bot's ids, so that Bolt ignores its own events; `null`: unknown. */
  let bot: { readonly botId: string; readonly botUserId: string } | null = null
  /** `null`: an organization's token or "Add to Slack", where payloads name their workspace. */
  let installedIn: string | null = null
  const inFlight = new InFlight(clock)
  const { promise: handlers, resolve: handle } = Promise.withResolvers<Handlers>()
  const receiver =
    mode === 'socket'
      ? socketReceiver(settings, logger)
      : createHttpReceiver(settings, {
          wallClock: systemClock,
          log,
          logger: installer === null ? logger : withoutBareErrors(logger),
          routes: healthRoutes(ready),
          signedRoutes:
            settings.slackbot == null
              ? new Map()
              : mcpRoute(async (...asked) => (await handlers).mcp(...asked), inFlight, log),
          installer,
          started: installer === null ? undefined : started,
        })
  let record: RecordQuestion = async () => null
  const app = new App({
    receiver: watchDeliveries(receiver, {
      meter,
      log,
      arrived: installed.linkOnDelivery,
      record: (body) => record(body),
    }),
    // No token lookup before the acknowledgement: each call reads its workspace's token.
    authorize: async () => bot ?? {},
    logger,
    logLevel: LogLevel.INFO,
    convoStore: false,
    // Ending a workflow step twice changes nothing.
    clientOptions: { ...noRetries(settings, { logger }), retryConfig: { retries: 1 } },
  })
  app.error(async (error) => log.error('Bolt failed to handle a delivery', { code: error.code, error }))
  const receiving = createReceiving(inFlight, clock)
  const lost = Promise.withResolvers<SlackStartError>()
  const toStartError = (error: unknown) => startError(error, { ...settings, mode })
  let socket: Socket | null = null

  return {
    ...teams,
    get connected() {
      return socket?.connected ?? receiving.listening
    },
    get inFlight() {
      return inFlight.size
    },
    lost: lost.promise,
    verify: async () => {
      if (install !== null) return null
      const clientOptions = { ...noRetries(settings, context), fetch: context.time.fetch }
      try {
        const identity = await new SlackClient(settings.botToken, clientOptions, context).auth.test()
        const isOrg = identity.is_enterprise_install === true
        const team = identity.team_id ?? ''
        installedIn = isOrg || team === '' ? null : team
        bot = { botId: identity.bot_id ?? '', botUserId: identity.user_id ?? '' }
        return {
          team,
          isOrg,
          url: identity.url ?? 'https://slack.com/',
          verifiedAt: context.time.last ?? clock.now(),
        }
      } catch (error) {
        throw toStartError(error)
      }
    },
    listen: async (handling) => {
      if (install === null && bot === null) throw new Error('verify() comes before listen()')
      handle(handling)
      record = addListeners(app, handling, { of: teams.of, installedIn, clock, log, meter, inFlight })
      if (receiver instanceof SocketModeReceiver)
        socket = keepSocket(receiver.client, { clock, log, meter, toStartError, onLost: lost.resolve })
      try {
        const port = await receiving.start(app, mode === 'http' ? settings.port : null)
        socket?.keep()
        return { port }
      } catch (error) {
        throw toStartError(error)
      }
    },
    stop: (deadlineMs) => {
      socket?.stop()
      return receiving.stop(deadlineMs)
    },
  }
}

/** The doctor and the benches have no database. */
async function withoutStore(): Promise<never> {
  throw new Error('no store is open here')
}

function socketReceiver(settings: SlackSettings, logger: Logger): SocketModeReceiver {
  return new SocketModeReceiver({
    appToken: settings.appToken,
    logger,
    // socket.ts reconnects.
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: {
        slackApiUrl: settings.apiUrl,
        timeout: callTimeoutMs,
        retryConfig: { retries: 2, factor: 1.3 },
      },
    },
  })
}

const slackWaitsMs = 3_000
/** How long a request may still be arriving on an open connection. */
const arrivingMs = 1_000

/** The bot's connection to Slack, for one workspace or many. */
export interface Serving {
  /** Starts receiving. @returns the port in HTTP mode. @throws {SlackStartError} */
  listen(handlers: Handlers): Promise<{ readonly port: number | null }>
  /** Whether the socket is open, or in HTTP mode the port. */
  readonly connected: boolean
  readonly inFlight: number
  /** Resolves with the reason when reconnecting has failed; never in HTTP mode. */
  readonly lost: Promise<SlackStartError>
  /**
   * Stops receiving, then waits for the work in flight. People still waiting are told shortly before the deadline.
   * @returns how many were still running at the deadline
   */
  stop(deadlineMs: number): Promise<number>
}

function createReceiving(inFlight: InFlight, clock: Clock) {
  let app: App | null = null
  let web: Server | null = null
  let isStopping = false

  const stopReceiving = async (started: App) => {
    // A closed socket can't send acknowledgements; an HTTP server still answers open requests.
    if (web === null) await inFlight.answered(slackWaitsMs)
    else await closeServer(web, clock)
    await withTimeout(clock, slackWaitsMs, async () => started.stop().catch(() => {}))
  }
  return {
    get listening() {
      return app !== null
    },
    /** @param port for HTTP mode; `null`: Socket Mode. @returns the bound port */
    start: async (starting: App, port: number | null): Promise<number | null> => {
      const server: unknown = await (port === null ? starting.start() : starting.start(port, requestTimeouts))
      app = starting
      if (!(server instanceof Server)) return null
      web = server
      // Ends a load balancer's kept-alive connections with their next answer, so that no more requests follow.
      server.prependListener('request', (_, response) => {
        if (isStopping) response.setHeader('connection', 'close')
      })
      return (server.address() as AddressInfo).port
    },
    stop: async (deadlineMs: number): Promise<number> => {
      const deadline = clock.now().add({ milliseconds: deadlineMs })
      isStopping = true
      if (app !== null) await stopReceiving(app)
      app = null
      const remainingMs = deadline.since(clock.now()).total('milliseconds')
      const stillRunning = await inFlight.drain(Math.max(remainingMs, 0))
      web?.closeAllConnections()
      return stillRunning
    },
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
