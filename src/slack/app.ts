import { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { App, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { type Clock, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Meter, noMeter } from '../meter.ts'
import { answerTo, callTimeoutMs } from './answer.ts'
import { watchArrivals } from './arrivals.ts'
import { boltLogger } from './bolt-logger.ts'
import { SlackClient } from './client.ts'
import { createDirectory } from './directory.ts'
import { createFiles } from './files.ts'
import type { Handlers } from './handlers.ts'
import { createSlackCheck, SlackTime } from './health.ts'
import { createHistory } from './history.ts'
import { createHttpReceiver, patience } from './http-receiver.ts'
import { InFlight } from './in-flight.ts'
import { addListeners } from './listeners.ts'
import { createHomeTabs, createModals } from './modals.ts'
import { createPeople } from './people.ts'
import type {
  Answer,
  ChannelDirectory,
  FileSender,
  History,
  HomeTabs,
  Modals,
  People,
  Poster,
  SlackCheck,
} from './port.ts'
import { createPoster } from './poster.ts'
import { healthRoutes } from './public-health.ts'
import { keepSocket, type Socket } from './socket.ts'
import { type SlackStartError, startError } from './start-error.ts'

/** Slack waits so long for an acknowledgement. */
const slackWaitsMs = 3_000

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
}

export interface SlackApp {
  readonly poster: Poster
  readonly modals: Modals
  readonly homeTabs: HomeTabs
  readonly people: People
  readonly directory: ChannelDirectory
  readonly history: History
  readonly files: FileSender
  readonly slack: SlackCheck
  /** Answers where a click came from, by its response address; without one, in the channel or in direct messages. */
  answerAt(place: {
    readonly responseAddress: string | null
    readonly channel: string | null
    readonly user: string
  }): Answer
  /** Verifies the bot token; `url` is the workspace's address. @throws {SlackStartError} */
  verify(): Promise<{ readonly team: string; readonly url: string }>
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

export interface SlackDeps {
  readonly clock: Clock
  readonly log: Log
  readonly meter?: Meter
  /** Whether the bot can do its work, for who asks in HTTP mode's own port. */
  readonly ready?: () => Promise<boolean>
}

export function createSlackApp(settings: SlackSettings, deps: SlackDeps): SlackApp {
  const { clock, log, meter = noMeter, ready = async () => false } = deps
  const logger = boltLogger(log)
  const time = new SlackTime()
  // One options object for each client: Bolt and the socket receiver write into what they are given.
  const options = {
    slackApiUrl: settings.apiUrl,
    logger,
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: time.fetch,
  }
  const client = new SlackClient(settings.botToken, options, { log, meter })
  const modals = createModals(client)
  const receiver =
    settings.mode === 'socket'
      ? new SocketModeReceiver({
          appToken: settings.appToken,
          logger,
          // Ours to do: see socket.ts.
          autoReconnectEnabled: false,
          installerOptions: {
            clientOptions: {
              slackApiUrl: settings.apiUrl,
              timeout: callTimeoutMs,
              retryConfig: { retries: 2, factor: 1.3 },
            },
          },
        })
      : createHttpReceiver(settings, { wallClock: systemClock, log, logger, routes: healthRoutes(ready) })
  const createApp = (botId: string, botUserId: string) =>
    new App({
      token: settings.botToken,
      botId,
      botUserId,
      // Done by `verify`, whose answer they are.
      tokenVerificationEnabled: false,
      receiver: watchArrivals(receiver, meter),
      logger,
      logLevel: LogLevel.INFO,
      convoStore: false,
      clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
    })
  let app: App | null = null
  const inFlight = new InFlight(clock)
  let listening = false
  let socket: Socket | null = null
  const lost = Promise.withResolvers<SlackStartError>()
  let web: Server | null = null
  let stopping = false
  const stopReceiving = async (bolt: App) => {
    // A socket that is closed takes no acknowledgement any more; an HTTP server still answers what it has.
    if (web === null) await inFlight.answered(slackWaitsMs)
    else await letGo(web, clock)
    await atMost(slackWaitsMs, bolt.stop(), clock)
  }

  return {
    poster: createPoster(client),
    modals,
    homeTabs: createHomeTabs(client),
    people: createPeople(client, deps),
    directory: createDirectory(client),
    history: createHistory(client),
    files: createFiles(client),
    slack: createSlackCheck(client, time),
    get connected() {
      return socket?.connected ?? listening
    },
    get inFlight() {
      return inFlight.size
    },
    lost: lost.promise,
    answerAt: ({ responseAddress, ...asker }) => answerTo(responseAddress, client, asker, clock),
    verify: async () => {
      try {
        const who = await client.auth.test()
        app = createApp(who.bot_id ?? '', who.user_id ?? '')
        app.error(async (error) => log.error('Bolt could not handle a delivery', { code: error.code, error }))
        return { team: who.team_id ?? '', url: who.url ?? 'https://slack.com/' }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    listen: async (handlers) => {
      if (app === null) throw new Error('verify() comes before listen()')
      addListeners(app, handlers, { client, modals, clock, log, meter, inFlight })
      if (receiver instanceof SocketModeReceiver)
        socket = keepSocket(receiver.client, {
          clock,
          log,
          meter,
          explained: (error) => startError(error, settings),
          onLost: lost.resolve,
        })
      try {
        const http = settings.mode === 'http'
        const server: unknown = await (http ? app.start(settings.port, patience) : app.start())
        listening = true
        socket?.keep()
        if (server instanceof Server) {
          web = server
          // What a load balancer keeps open ends with its next answer, so that nothing comes after the last one.
          server.prependListener('request', (_, response) => {
            if (stopping) response.setHeader('connection', 'close')
          })
        }
        return { port: portOf(server) }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    stop: async (deadlineMs) => {
      const deadline = clock.now().add({ milliseconds: deadlineMs })
      stopping = true
      socket?.stop()
      if (app !== null && listening) await stopReceiving(app)
      listening = false
      const left = await inFlight.drain(Math.max(deadline.since(clock.now()).total('milliseconds'), 0))
      web?.closeAllConnections()
      return left
    },
  }
}

/** So long a request may be on its way over a connection that was taken already. */
const onItsWayMs = 1_000

/** Takes no more connections, and answers what comes over those that there are. */
async function letGo(server: Server, clock: Clock): Promise<void> {
  // What has connected by now is taken first: the system would reset it.
  await setImmediate()
  const ended = Promise.withResolvers<void>()
  // Not the server's own close(), which also cuts the connections whose request is still on its way.
  NetServer.prototype.close.call(server, () => ended.resolve())
  await atMost(onItsWayMs, ended.promise, clock)
  server.closeIdleConnections()
  await atMost(slackWaitsMs, ended.promise, clock)
}

async function atMost(ms: number, work: Promise<unknown>, clock: Clock): Promise<void> {
  const enough = new AbortController()
  const late = clock.sleep(ms, enough.signal).catch(() => {})
  await Promise.race([work.catch(() => {}), late])
  enough.abort()
}

function portOf(server: unknown): number | null {
  if (typeof server !== 'object' || server === null || !('address' in server)) return null
  const address = (server.address as () => { port?: number } | null)()
  return address?.port ?? null
}
